import { describe, expect, test } from 'vitest';
import { placeOf, relative, type Scale } from '../index.ts';

const plain: Scale = { origin: 0, perUnit: 1 };
const numbersOf = (values: readonly number[], scale = plain): ReturnType<typeof relative> =>
  relative({ values: Float64Array.from(values), scale });
const put = ({ values, scale }: ReturnType<typeof relative>): number[] =>
  Array.from(values, (value) => placeOf(scale, value));

describe('numbers of a table near 1 and near 0', () => {
  test.each([[1, 2.5, -3], [0, 1e9], [2023, 2024, 2025.5], [], [0, 0]])(
    '%o stay as they are',
    (...values) => {
      expect(numbersOf(values)).toEqual({ values: Float64Array.from(values), scale: plain });
    },
  );

  test.each([
    { values: [1e9 + 0.5, 1e9 + 1.25, 1e9 - 3], largest: 4 },
    { values: [123_456_789.125, 123_456_789.126], largest: 0.01 },
    { values: [-1e12 - 1, -1e12 - 7], largest: 8 },
    { values: [1e80, 2.5e80, 7e80], largest: 8 },
    { values: [1e-300, -4e-300, 0], largest: 8 },
    { values: [5e-324, 1e-320], largest: 1 },
    { values: [1.7e308, -1e308], largest: 2 ** 24 },
    { values: [1e200 * (1 + 2 ** -40), 1e200], largest: 2 ** -30 },
    { values: [NaN, 1e9 + 1, Infinity, 1e9 + 2], largest: 4 },
  ])('$values are exact from a place on and in a unit', ({ values, largest }) => {
    const found = numbersOf(values);
    expect(put(found)).toEqual(values);
    for (const value of found.values)
      if (Number.isFinite(value)) expect(Math.abs(value)).toBeLessThanOrEqual(largest);
  });

  test('whole units of decimals stay whole, from a whole number on', () => {
    const found = numbersOf([1_000_000_000_15, 1_000_000_000_32], { origin: 0, perUnit: 100 });
    expect(put(found)).toEqual([1_000_000_000.15, 1_000_000_000.32]);
    expect(found).toEqual({
      values: Float64Array.of(15, 32),
      scale: { origin: 1_000_000_000, perUnit: 100 },
    });
  });

  test('the smallest beside the largest double keep their digits', () => {
    expect(numbersOf([1e-300, 1e300])).toEqual({
      values: Float64Array.of(1e-300, 1e300),
      scale: plain,
    });
  });
});
