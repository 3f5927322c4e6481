import type { Condition, CountedColumn } from '@columnist/contract';
import type { ColumnCells } from '@columnist/workers';
import { describe, expect, test } from 'vitest';
import { checkBounds, checkCondition } from './check-limits.ts';

const columnOf = (type: CountedColumn['type'], storage: string, missing = 0): CountedColumn => ({
  name: 'x',
  type,
  storage,
  missing,
  distinct: 30,
  low: null,
  high: null,
  picture: null,
});
const cellsOf = (
  cuts: readonly number[],
  [low, high]: readonly [number, number] = [0, 100],
  values: ColumnCells['values'] = [],
): ColumnCells => ({
  name: 'x',
  values,
  mostFrequent: 0,
  hasRare: true,
  rare: 3,
  limits: { low, high, cuts },
});
const refused = expect.objectContaining({ code: 'too_few_rows' });
const is = (
  op: 'lt' | 'le' | 'gt' | 'ge' | 'eq' | 'ne',
  value: string | number | boolean,
): Condition => ({
  column: 'x',
  op,
  value,
});

describe('conditions of a credential that may not read rows', () => {
  const whole = columnOf('number', 'BIGINT');
  test.each([
    is('ge', 30),
    is('gt', 29),
    is('lt', 30),
    is('le', 29),
    is('le', '29.5'),
    is('lt', 29.5),
    { column: 'x', op: 'between', low: 30, high: 49 },
  ] satisfies Condition[])('take the cuts of a column of whole numbers: %j', (condition) =>
    expect(checkCondition(condition, whole, cellsOf([30, 50]))).toBe(false),
  );

  test.each([
    is('gt', 30),
    is('le', 30),
    is('ge', 31),
    is('lt', 30.5),
    is('lt', '30.0000000000000001'),
    is('eq', 30),
    is('ne', 30),
    is('eq', '30.0000000000000001'),
    { column: 'x', op: 'between', low: 30, high: 50 },
  ] satisfies Condition[])('take no other limit and no value of few rows: %j', (condition) =>
    expect(() => checkCondition(condition, whole, cellsOf([30, 50]))).toThrow(refused),
  );

  test('hold for all rows beyond the ends, whatever the values, and for none on the other side', () => {
    const cells = cellsOf([30]);
    for (const condition of [
      is('ge', 0),
      is('gt', -1),
      is('ge', -50),
      is('lt', 100),
      is('le', 400),
    ])
      expect(checkCondition(condition, whole, cells)).toBe(true);
    // A row without a value meets no condition.
    expect(checkCondition(is('ge', 0), columnOf('number', 'BIGINT', 3), cells)).toBe(false);
    for (const condition of [is('lt', 0), is('ge', 100), is('gt', 200)])
      expect(() => checkCondition(condition, whole, cells)).toThrow(refused);
  });

  test('of decimals, doubles, dates and times are read in their unit', () => {
    const taken = (column: CountedColumn, cells: ColumnCells, condition: Condition): boolean => {
      try {
        checkCondition(condition, column, cells);
        return true;
      } catch {
        return false;
      }
    };
    const money = columnOf('number', 'DECIMAL(8,2)');
    const cut = cellsOf([37.5]);
    expect(
      [is('lt', 37.5), is('le', 37.49), is('le', '37.499'), is('le', 37.5), is('gt', 37.5)].map(
        (condition) => taken(money, cut, condition),
      ),
    ).toEqual([true, true, true, false, false]);
    const double = columnOf('number', 'DOUBLE');
    expect(
      [is('lt', 37.5), is('ge', 37.5), is('le', 37.5), is('lt', 37.500000001)].map((condition) =>
        taken(double, cut, condition),
      ),
    ).toEqual([true, true, false, false]);
    const [march, ends] = [
      Date.UTC(2024, 2, 1),
      [Date.UTC(2020, 0, 1), Date.UTC(2030, 0, 1)],
    ] as const;
    const day = columnOf('datetime', 'DATE');
    const days = cellsOf([march], ends);
    expect(
      ['2024-03-01', '2024-02-29T13:00:00', '2024-03-02'].map((text) =>
        taken(day, days, is('lt', text)),
      ),
    ).toEqual([true, true, false]);
    expect(taken(day, days, is('le', '2024-02-29'))).toBe(true);
    const moment = columnOf('datetime', 'TIMESTAMP');
    expect(
      ['2024-03-01', '2024-03-01T00:00:00.0001', '2024-03-01T01:00:00+01:00'].map((text) =>
        taken(moment, days, is('lt', text)),
      ),
    ).toEqual([true, false, true]);
    const clock = columnOf('datetime', 'TIME');
    expect(
      ['08:00:00', '08:00:01'].map((text) =>
        taken(clock, cellsOf([8 * 3_600_000], [0, 86_400_000]), is('lt', text)),
      ),
    ).toEqual([true, false]);
  });

  test('name the nearest cuts and list all', () => {
    expect(() => checkCondition(is('lt', 33), whole, cellsOf([10, 30, 50]))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('the nearest are 30 and 50'),
        details: expect.objectContaining({
          fix: 'Write < or >= with one of its limits, which bin() takes too: 0, 10, 30, 50, 100.',
        }),
      }),
    );
  });

  test('compare texts and truth values with what five rows have', () => {
    const dept = columnOf('category', 'VARCHAR');
    const cells: ColumnCells = {
      name: 'x',
      values: ['Sales', 'Legal'],
      mostFrequent: 20,
      hasRare: true,
      rare: 3,
      limits: null,
    };
    expect(checkCondition({ column: 'x', op: 'in', values: ['Sales', 'Legal'] }, dept, cells)).toBe(
      false,
    );
    const contains: Condition = { column: 'x', op: 'contains', value: 'a' };
    for (const condition of [is('eq', 'Board'), is('ne', 'Board'), is('lt', 'M'), contains])
      expect(() => checkCondition(condition, dept, cells)).toThrow(refused);
    // Without texts of few rows nothing can be searched for.
    expect(checkCondition(contains, dept, { ...cells, hasRare: false })).toBe(false);
    // What does not fit its type is refused by its reader; words for yes and no are read as these.
    const paid = columnOf('boolean', 'BOOLEAN');
    const mostly: ColumnCells = { ...cells, values: ['false'] };
    for (const value of [false, 'no', 'NEIN', 'maybe'])
      expect(checkCondition(is('eq', value), paid, mostly)).toBe(false);
    for (const value of [true, 'yes', ' Ja '])
      for (const op of ['eq', 'ne'] as const)
        expect(() => checkCondition(is(op, value), paid, mostly)).toThrow(refused);
  });

  test('cut intervals at cuts alone, the last one with its end', () => {
    const cells = cellsOf([30, 50]);
    expect(checkBounds(['0', '30', '50', '100'], whole, cells)).toBeUndefined();
    expect(checkBounds(['30', '49'], whole, cells)).toBeUndefined();
    for (const bounds of [
      ['0', '31', '100'],
      ['0', '30', '50'],
      ['1', '30', '100'],
    ])
      expect(() => checkBounds(bounds, whole, cells)).toThrow(refused);
  });
});
