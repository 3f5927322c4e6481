import { describe, expect, test } from 'vitest';
import { momentsOf } from './moments.ts';
import { tabulate } from './tabulate.ts';

const repeated = (value: number, count: number): number[] =>
  Array.from({ length: count }, () => value);

describe('the mean is that of the exact sum where large values cancel', () => {
  // Python: float(sum(map(Fraction, x)) / len(x)).
  test.each<[string, readonly number[], number]>([
    [
      'numbers near the largest of a double',
      [1e300, 1e308, -1e308, 1e-310, 0, 5e-324, 12345678901234567890, 3, 4, 5, 6, 7],
      8.333333333333333e298,
    ],
    [
      'numbers of sixteen digits',
      [1e16, 1.5, -1e16, 2.5, 1e8, 3.5, -1e8, 0.001, 7e15, -7e15, 4.25, 1e12],
      83333333334.31258,
    ],
    [
      'numbers that come often',
      [...repeated(0.1, 3), ...repeated(1e16, 7), ...repeated(-1e16, 7), ...repeated(0.3, 11)],
      0.12857142857142856,
    ],
  ])('%s', (_, values, mean) => {
    const found = momentsOf(tabulate(Float64Array.from(values))).mean;
    expect(Math.abs(found / mean - 1)).toBeLessThan(4e-16);
  });
});
