import { expect, test } from 'vitest';
import { skewnessWithoutOne } from './skewness-without-one.ts';
import { list, Randomness } from './testing-draws.ts';

/** Moments as SAS and Excel have them, from the values themselves. */
function momentsOf(values: readonly number[]) {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const cubes = values.reduce((sum, value) => sum + ((value - mean) / sd) ** 3, 0);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return { n, mean, sd, skewness: (n * cubes) / ((n - 1) * (n - 2)), min, max };
}

test.each([
  ['right', 1],
  ['left', -1],
])('is that of the other values, of a tail to the %s', (_, sign) => {
  const chance = new Randomness(3);
  const values = list(60, () => sign * Math.exp(chance.normal(2, 0.8)));
  const far = sign > 0 ? Math.max(...values) : Math.min(...values);
  expect(skewnessWithoutOne(momentsOf(values))).toBeCloseTo(
    momentsOf(values.filter((value) => value !== far)).skewness,
    10,
  );
});

test('is not known of values that are otherwise alike', () => {
  expect(skewnessWithoutOne(momentsOf([1, 1, 1, 1, 1, 8]))).toBeNull();
});
