import { expect, it } from 'vitest';
import { placeOf } from '../descriptive/scale.ts';
import { samplesOf } from './samples.ts';

it('places of decimals are added in whole units: a column of zeros has the mean 0', () => {
  const zeros = new Float64Array(6).fill(-110);
  const others = Float64Array.from([375, 395, 385, 405, 365, 385]);
  const { samples, scale } = samplesOf([zeros, others, others], { origin: 1.1, perUnit: 100 });
  expect(samples.map(({ mean }) => placeOf(scale, mean))).toEqual([0, 4.95, 4.95]);
  expect(scale.origin).toBe(3.3);
});
