import type { View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  // The first two are one double.
  ({ table } = await tests.admit(
    'id,v,price\n1234567890123456789,1,1.50\n1234567890123456788,2,\n,3,2.25\n1234567890123456789,4,0.10\n',
  ));
});
afterAll(() => tests.close());

const [first, second] = ['1234567890123456789', '1234567890123456788'];
async function ask(view: View) {
  const found = await tests.engine.rows(table, { view, limit: 10, offset: 0 });
  return { items: found.items, effects: found.view_effects };
}
const column = async (name: string, view: View) => {
  const found = await tests.engine.rows(table, { columns: [name], view, limit: 10, offset: 0 });
  return found.items.map(([cell]) => cell);
};

test('ranks compare the stored values, whole numbers and decimals', async () => {
  const { table: large } = await tests.admit(
    'n,d\n9007199254740992,0.1\n9007199254740993,0.3\n9007199254740994,0.2\n9007199254740993,\n',
  );
  const { items } = await tests.engine.rows(large, {
    columns: ['r', 'g', 'd2'],
    view: {
      derive: [
        { name: 'r', expression: 'rank(n)' },
        { name: 'g', expression: 'rank(n, by: d is missing)' },
        { name: 'd2', expression: 'rank(d)' },
      ],
    },
    limit: 10,
    offset: 0,
  });
  expect(items).toEqual([
    [1, 1, 1],
    [2.5, 2, 3],
    [4, 3, 2],
    [2.5, 1, null],
  ]);
});

test('values are scaled by their distances, which whole numbers beyond doubles keep', async () => {
  const { table: large } = await tests.admit(
    'n,g\n9007199254740993,a\n9007199254740995,a\n9007199254740998,a\n9007199254741003,b\n,b\n',
  );
  const { items } = await tests.engine.rows(large, {
    columns: ['all', 'inside', 'n'],
    view: {
      derive: [
        { name: 'all', expression: 'minmax(n)' },
        { name: 'inside', expression: 'minmax(n, by: g)' },
      ],
      clean: [{ step: 'scale', columns: ['n'], method: 'minmax' }],
    },
    limit: 10,
    offset: 0,
  });
  expect(items).toEqual([
    [0, 0, 0],
    [0.2, 0.4, 0.2],
    [0.5, 1, 0.5],
    [1, null, 1],
    [null, null, null],
  ]);
});

describe('numbers that nothing computes are as they were stored', () => {
  test('where a step changes none of them, and so rows alike are the same rows', async () => {
    const { items, effects } = await ask({
      clean: [
        { step: 'recode', column: 'id', values: [{ from: 5, to: 6 }], others: 'keep' },
        { step: 'drop_duplicates', columns: ['id'] },
      ],
    });
    expect(items).toEqual([
      [first, 1, 1.5],
      [second, 2, null],
      [null, 3, 2.25],
    ]);
    expect(effects?.map((one) => [one.cells_changed, one.rows_removed])).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  test.each<[string, string, View, unknown[]]>([
    [
      'filled with a whole number',
      'id',
      { impute: [{ columns: ['id'], method: 'constant', value: 0 }] },
      [first, second, '0', first],
    ],
    [
      'filled from above',
      'id',
      { impute: [{ columns: ['id'], method: 'forward' }] },
      [first, second, second, first],
    ],
    [
      'filled with the most frequent',
      'id',
      { impute: [{ columns: ['id'], method: 'mode' }] },
      [first, second, first, first],
    ],
    [
      'filled with a number of more places',
      'price',
      { impute: [{ columns: ['price'], method: 'constant', value: 0.125 }] },
      [1.5, 0.125, 2.25, 0.1],
    ],
    [
      'chosen by conditions',
      'c',
      { derive: [{ name: 'c', expression: 'if(v > 2, 7, id)' }] },
      [first, second, '7', '7'],
    ],
    [
      'of the largest of a group of numbers alike as doubles',
      'c',
      { derive: [{ name: 'c', expression: 'max(v, by: id)' }] },
      [4, 2, 3, 4],
    ],
    [
      'as texts',
      'c',
      { derive: [{ name: 'c', expression: 'to_text(id)' }] },
      [first, second, null, first],
    ],
  ])('%s', async (_what, name, view, expected) => {
    expect(await column(name, view)).toEqual(expected);
  });

  test('what becomes a double counts as changed where it is rounded', async () => {
    const view: View = { clean: [{ step: 'clip_outliers', columns: ['id'], rule: 'tukey' }] };
    const { effects } = await ask(view);
    expect(effects?.map((one) => one.cells_changed)).toEqual([3]);
  });
});
