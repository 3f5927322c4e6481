import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
let table: TableRef;

const lines = [
  ...Array.from({ length: 13 }, (_, i) => `africa,${(1 + (i % 5) / 10).toFixed(1)},${i}`),
  'asia,-15.0,99',
  'asia,1.3,12',
];
const csv = `continent,x,k\n${lines.join('\n')}\n`;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const level = { confidence_level: 0.95 };

test('lists of rows give values as they were stored', async () => {
  const { table: stored } = await tests.admit(
    `x,k\n${Array.from({ length: 20 }, (_, i) => `${(1 + (i % 3) / 10).toFixed(1)},${i}`).join('\n')}\n-15.0,7\n7.7,8\n`,
  );
  for (const question of [
    { method: 'tukey_outliers' as const, column: 'x', k: 1.5, ...level },
    { method: 'z_score_outliers' as const, column: 'x', threshold: 1, ...level },
  ]) {
    const { tables } = await tests.engine.testDistribution(stored, question);
    expect(tables.at(-1)?.rows.map(([, value]) => value)).toEqual([-15, 7.7]);
  }
  const { tables } = await tests.engine.fitRegression(stored, {
    method: 'linear',
    formula: 'x ~ k',
    ...level,
    sums_of_squares: 2,
    errors: 'classical',
    seed: 1,
  });
  const influential =
    tables
      .find(({ title }) => title === 'Rows of most influence')
      ?.rows.map(([, value]) => value) ?? [];
  expect(influential.filter((value) => !/^-?\d+(\.\d)?$/.test(String(value)))).toEqual([]);
  expect(influential.slice(0, 2)).toEqual([-15, 7.7]);
});

test('a filter that asks for values which no row has names near ones, and only then', async () => {
  const nearest = async (filter: string) =>
    (await tests.engine.rows(table, { view: { filter }, limit: 1, offset: 0 })).view_effects;
  expect(await nearest("continent = 'Africa'")).toEqual([
    {
      step: 'rows filtered',
      rows_removed: 15,
      cells_changed: 0,
      cells_lost: 0,
      nearest: ["continent = 'africa'"],
    },
  ]);
  expect((await nearest("continent = ' África.'"))?.[0]?.nearest).toEqual(["continent = 'africa'"]);
  expect(
    (await nearest("continent = 'Africa' or continent = 'asia'"))?.map((one) => one.nearest),
  ).toEqual([["continent = 'africa'"]]);
  expect(await nearest("continent = 'asia' and x > 20")).toEqual([
    { step: 'rows filtered', rows_removed: 15, cells_changed: 0, cells_lost: 0 },
  ]);
  const grouped = await tests.engine.aggregate(table, {
    group_by: ['continent'],
    aggregates: [{ statistic: 'count' }],
    view: { filter: { column: 'continent', op: 'in', values: ['afrika'] } },
    limit: 5,
  });
  expect([grouped.items, grouped.view_effects?.[0]?.nearest]).toEqual([
    [],
    ["continent = 'africa'", "continent = 'asia'"],
  ]);
});

test('a filter that keeps nothing says so, whatever it asks', async () => {
  const removed = [{ step: 'rows filtered', rows_removed: 15, cells_changed: 0, cells_lost: 0 }];
  for (const filter of [
    'k = 2051',
    'k > 1000',
    "starts_with(continent, 'Q')",
    "continent = 'Zzzzzzzz'",
    'k + x < -1000',
    { column: 'k', op: 'eq', value: 2051 } as const,
  ]) {
    const { total, view_effects: effects } = await tests.engine.rows(table, {
      view: { filter },
      limit: 1,
      offset: 0,
    });
    expect([filter, total, effects]).toEqual([filter, 0, removed]);
    expect(
      (
        await tests.engine.aggregate(table, {
          group_by: [],
          aggregates: [{ statistic: 'count' }],
          view: { filter },
          limit: 1,
        })
      ).view_effects,
    ).toEqual(removed);
  }
});

test('intervals come in the order of their numbers', async () => {
  const bin = 'bin(k, [0, 5, 10, 100])';
  const { items } = await tests.engine.aggregate(table, {
    group_by: [bin],
    aggregates: [{ statistic: 'count' }],
    limit: 9,
  });
  expect(items).toEqual([
    ['[0,5)', 5],
    ['[5,10)', 5],
    ['[10,100]', 5],
  ]);
});
