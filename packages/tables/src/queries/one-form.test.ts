import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(
    'id,amount,n\n12345678901234567,123456789012345678.25,1\n5,1.50,2\n-30,,3\n',
  ));
});
afterAll(() => tests.close());

// A double holds neither 12345678901234567 nor 123456789012345678.25.
const rows = [
  ['12345678901234567', '123456789012345678.25', 1],
  ['5', '1.5', 2],
  ['-30', null, 3],
];

test('a column with a number that no double holds has texts alone', async () => {
  expect((await tests.engine.rows(table, { limit: 10, offset: 0 })).items).toEqual(rows);
  const sql = { sql: 'select * from t', limit: 10, offset: 0, explain: false };
  expect((await tests.engine.runSql(sql, [{ name: 't', table }])).items).toEqual(rows);
  expect(
    (
      await tests.engine.aggregate(table, {
        group_by: [{ name: 'n', expression: 'n' }],
        aggregates: [
          { name: 'id', statistic: 'max', of: 'id' },
          { name: 'amount', statistic: 'max', of: 'amount' },
        ],
        limit: 10,
      })
    ).items.map(([n, ...others]) => [...others, n]),
  ).toEqual(rows);
});

test('one without has numbers', async () => {
  expect(
    (await tests.engine.rows(table, { limit: 10, offset: 0, view: { filter: 'n > 1' } })).items,
  ).toEqual([
    [5, 1.5, 2],
    [-30, null, 3],
  ]);
});
