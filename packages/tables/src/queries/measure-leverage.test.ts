import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LeverageInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

const ages = [20, 21, 22, 23, 24, 25, 26, 27, 28, 90];
const teams = ['a', 'a', 'a', 'b', 'b', 'b', 'b', 'b', 'b', 'b'];

describe('how much one row decides of sums of products', () => {
  let tests: TestEngine;
  let table: TableRef;
  let kindOfRow: string;
  beforeAll(async () => {
    tests = await openTestEngine();
    ({ table } = await tests.admit(
      `age,team,wide,flag\n${ages.map((age, i) => `${age},${teams[i]},${2 * age + 1},${i === 4}`).join('\n')}\n`,
    ));
    // The first five rows are one kind, the others the next.
    const marks = await tests.engine.markRows(table, {
      conditions: [{ column: 'age', op: 'ge', value: 25 }],
      present: [],
      by: [],
      sorted: [],
      rare: [],
      others: [],
    });
    ({ kindOfRow } = marks);
  });
  afterAll(() => tests.close());
  const measure = async (blocks: LeverageInput['blocks']): Promise<number> =>
    (await tests.engine.measureLeverage(table, { kindOfRow, blocks })).leverage;
  /** 1 / n + (x − mean)² / Σ (x − mean)², as the leverage of simple regression is defined. */
  const simple = (values: readonly number[]): number => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.map((value) => (value - mean) ** 2);
    return (
      1 / values.length + Math.max(...squares) / squares.reduce((sum, value) => sum + value, 0)
    );
  };

  test('is one of the rows of a set, of a group, and all of it where a row is alone', async () => {
    expect(await measure([{ kinds: [0, 1], columns: [] }])).toBeCloseTo(1 / 10, 12);
    expect(
      await measure([
        { kinds: [0], columns: [] },
        { kinds: [1], columns: [] },
      ]),
    ).toBeCloseTo(1 / 5, 12);
    expect(await measure([{ kinds: [0, 1], columns: ['team'] }])).toBeCloseTo(1 / 3, 12);
    expect(await measure([{ kinds: [0, 1], columns: ['flag'] }])).toBeCloseTo(1, 12);
  });

  test('is that of simple regression; a column that follows from others adds nothing', async () => {
    expect(await measure([{ kinds: [0, 1], columns: ['age'] }])).toBeCloseTo(simple(ages), 12);
    expect(await measure([{ kinds: [0, 1], columns: ['age', 'wide'] }])).toBeCloseTo(
      simple(ages),
      12,
    );
    expect(await measure([{ kinds: [0], columns: ['age'] }])).toBeCloseTo(
      simple(ages.slice(0, 5)),
      12,
    );
  });

  test('adds up over what was answered', async () => {
    // Both halves with their own slopes: each row has the leverage of its half.
    expect(
      await measure([
        { kinds: [0, 1], columns: ['age'] },
        { kinds: [0], columns: ['age'] },
      ]),
    ).toBeCloseTo(Math.max(simple(ages.slice(0, 5)), simple(ages.slice(5))), 12);
  });

  test('is refused for what is too much to look through', async () => {
    const many = await tests.admit(
      `name\n${Array.from({ length: 60 }, (_, i) => `n${i}`).join('\n')}\n`,
    );
    const { kindOfRow: one } = await tests.engine.markRows(many.table, {
      conditions: [],
      present: [],
      by: [],
      sorted: [],
      rare: [],
      others: [],
    });
    await expect(
      tests.engine.measureLeverage(many.table, {
        kindOfRow: one,
        blocks: [{ kinds: [0], columns: ['name'] }],
      }),
    ).rejects.toMatchObject({ code: 'too_complex' });
  });
});
