import { expect, it } from 'vitest';
import { normalResiduals } from './normal-residuals.ts';

/** Quantiles of a normal distribution, near enough: sums of uniforms in a fixed order. */
const even = Float64Array.from({ length: 344 }, (_, i) => {
  const u = (i + 0.5) / 344;
  return Math.log(u / (1 - u));
});

it('many rows suffice where residuals are hardly skewed, and not where one of them decides', () => {
  expect(normalResiduals(even)[0]).toMatchObject({ verdict: 'large_enough' });
  const wrong = Float64Array.from(even);
  wrong[5] = 58_908;
  // One value far from 343 others has a skewness (type 2) of the root of their number, 18.55.
  const [found] = normalResiduals(wrong);
  expect(found).toMatchObject({ name: 'normal residuals', verdict: 'doubtful' });
  expect(found?.said).toContain(
    'With a skewness of 18.55 even 344 rows are too few for estimates not to depend on it: look at the rows with the largest residuals.',
  );
});
