import { fewestRows } from '@columnist/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutsOf } from './measure-cells.ts';
import { clockSteps, dateSteps, numberSteps } from './round-steps.ts';

const cuts = (values: readonly number[], storage = 'BIGINT', rows = fewestRows): number[] => {
  const sorted = Float64Array.from(values).sort();
  return cutsOf(sorted, rows, numberSteps(sorted[0] ?? 0, sorted.at(-1) ?? 0, storage).steps);
};

describe('limits of cells', () => {
  test('are the roundest numbers with five values on either side', () => {
    const ids = Array.from({ length: 60 }, (_, i) => i + 1);
    expect(cuts(ids)).toEqual([10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
    // 1 to 9: whole numbers are tried last, and leave 4 on one side.
    expect(cuts([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([]);
    expect(cuts([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual([6]);
    expect(cuts([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])).toEqual([]);
    expect(cuts([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1])).toEqual([1]);
    expect(cuts([-7, -7, -7, -7, -7, -3, -3, -3, -3, -3])).toEqual([-5]);
    const cents = Array.from({ length: 10 }, (_, i) => 1 + i / 100);
    expect(cuts(cents, 'DECIMAL(4,2)')).toEqual([1.05]);
    expect(cuts([])).toEqual([]);
  });

  test('say nothing of a value by which one row differs, but whether a cell has enough', () => {
    const pay = Array.from({ length: 40 }, (_, i) => 30_011 + 997 * i);
    expect(cuts([...pay, 412_345])).toEqual(cuts([...pay, 999_999]));
  });

  test('leave five values at least between each two, whatever the values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 500 }), { maxLength: 80 }),
        fc.integer({ min: 5, max: 9 }),
        (values, rows) => {
          const found = cuts(values, 'BIGINT', rows);
          const ends = [-Infinity, ...found, Infinity];
          const sizes = ends
            .slice(1)
            .map((end, i) => values.filter((v) => v >= (ends[i] ?? 0) && v < end).length);
          return found.length === 0 || sizes.every((size) => size >= rows);
        },
      ),
    );
  });

  test.each([
    [0, 64, 'BIGINT', 0, 100],
    [3, 100, 'BIGINT', 0, 1000],
    [-12, -3, 'BIGINT', -100, 0],
    [0, 0, 'BIGINT', 0, 1],
    [0.2, 0.9, 'DOUBLE', 0, 1],
    [31.5, 412_345.67, 'DECIMAL(8,2)', 0, 1_000_000],
  ])('end beyond all values at powers of ten: %d to %d', (low, high, storage, below, above) =>
    expect(numberSteps(low, high, storage)).toMatchObject({ below, above }),
  );

  test('of dates are the first of decades, years, quarters, months and days', () => {
    const at = (text: string): number => Date.parse(text);
    const days = Array.from({ length: 19 }, (_, i) => at('2024-02-25') + i * 86_400_000);
    const { below, above, steps } = dateSteps(days[0] ?? 0, days.at(-1) ?? 0, 'DATE');
    const shown = cutsOf(Float64Array.from(days), 5, steps).map((cut) =>
      new Date(cut).toISOString().slice(0, 10),
    );
    expect(shown).toEqual(['2024-03-01', '2024-03-06']);
    expect([below, above]).toEqual([at('2020-01-01'), at('2030-01-01')]);
    const minutes = Array.from({ length: 12 }, (_, i) => (480 + i) * 60_000);
    expect(cutsOf(Float64Array.from(minutes), 5, clockSteps().steps)).toEqual([485 * 60_000]);
  });
});
