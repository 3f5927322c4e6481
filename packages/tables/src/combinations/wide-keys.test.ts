import { AppError, combination } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CombinedTable } from './combined.ts';

let tests: TestEngine;
const tables = new Map<string, CombinedTable>();

const most = '9223372036854775807';
const widest = '9'.repeat(38);
const long = '1234567890123456.00000000000000000001';
const zeros = '0'.repeat(20);
const files = {
  whole: `k,v\n1,one\n${most},most\n2,two\n`,
  decimals: `k,w\n${long},m\n1.${zeros},a\n2.50000000000000000001,b\n3.${zeros},c\n`,
  wide: `k,v\n1,one\n${widest},most\n3,three\n`,
  few: 'k,v\n1,one\n2,two\n3,three\n',
  doubles: 'k,w\n1e0,a\n0.5e0,b\n2.25e0,c\n1e300,d\n0.5e0,e\n,f\n',
};
beforeAll(async () => {
  tests = await openTestEngine();
  for (const [name, csv] of Object.entries(files))
    tables.set(name, { name, table: (await tests.admit(csv)).table });
});
afterAll(() => tests.close());

const tableOf = (name: keyof typeof files): CombinedTable => {
  const found = tables.get(name);
  if (found === undefined) throw new Error(`There is no table ${name}.`);
  return found;
};
const join = (left: keyof typeof files, right: keyof typeof files, more: object) =>
  tests.engine.previewCombination(combination.parse({ kind: 'join', left, right, ...more }), [
    tableOf(left),
    tableOf(right),
  ]);
const keys = [{ left: 'k', right: 'k' }];
const nearest = { keys: [], how: 'as_of', at: { left: 'k', right: 'k', direction: 'backward' } };

test('the tables have the storages that these tests are about', () => {
  expect([...tables.values()].map(({ table }) => table.columns[0]?.storage)).toEqual([
    'BIGINT',
    'DECIMAL(36,20)',
    'DECIMAL(38,0)',
    'BIGINT',
    'DOUBLE',
  ]);
});

test.each([
  ['whole', 'inner', [[1, 'one', 'a']]],
  [
    'whole',
    'full',
    [
      ['1', 'one', '1', 'a'],
      [most, 'most', null, null],
      ['2', 'two', null, null],
      [null, null, long, 'm'],
      [null, null, '2.50000000000000000001', 'b'],
      [null, null, '3', 'c'],
    ],
  ],
  [
    'wide',
    'inner',
    [
      [1, 'one', 'a'],
      [3, 'three', 'c'],
    ],
  ],
  ['wide', 'anti', [[widest, 'most']]],
] as const)('joins numbers that no decimal holds: %s, %s', async (left, how, items) => {
  const found = await join(left, 'decimals', { keys, how });
  expect([found.items, found.row_count]).toEqual([items, items.length]);
});

test('finds the nearest of other decimals where their values have room together', async () => {
  expect((await join('few', 'decimals', nearest)).items.map((row) => row[3])).toEqual([
    'a',
    'a',
    'c',
  ]);
});

test.each(['whole', 'wide'] as const)('says where no number holds both: %s', async (left) => {
  const error: unknown = await join(left, 'decimals', nearest).catch((reason: unknown) => reason);
  expect(error).toEqual(
    new AppError(
      'wrong_column_type',
      `'k' of '${left}' and 'k' of 'decimals' have too many digits before and behind the decimal ` +
        'point: their order cannot be found exactly.',
      {
        column: 'k',
        fix: 'Save one of them by SQL with fewer decimals, or as a double, and join what you saved.',
      },
    ),
  );
});

test('counts a number that no whole number equals as a key', async () => {
  const found = await join('few', 'doubles', { keys, how: 'inner' });
  expect([found.items, found.join?.left, found.join?.right]).toEqual([
    [[1, 'one', 'a']],
    {
      rows: 3,
      matched: 1,
      unmatched: 2,
      without_key: 0,
      repeated_keys: 0,
      most_rows_of_a_key: 1,
    },
    {
      rows: 6,
      matched: 1,
      unmatched: 5,
      without_key: 1,
      repeated_keys: 1,
      most_rows_of_a_key: 2,
    },
  ]);
});

test('sees in another version that a value came where a column became another number', async () => {
  const { table: before } = await tests.admit('name,k\na,1\nb,\nc,9223372036854775807\n');
  const { table: after } = await tests.admit(`name,k\na,1e0\nb,0.5e0\nc,1e300\n`);
  const found = await tests.engine.rowChanges(after, before, {
    key: ['name'],
    limit: 9,
    offset: 0,
  });
  expect(found.items.map(({ cells }) => cells)).toEqual([
    [{ column: 'k', from: null, to: 0.5 }],
    [{ column: 'k', from: most, to: 1e300 }],
  ]);
});

test('decimals with more digits than a double has match only the double that has them', async () => {
  const decimals =
    'k,v\n100000000000000001.5,a\n100000000000000000.0,b\n1234567.1,c\n-0.1,d\n0.0,e\n';
  const doubles = 'k,w\n1e17,m\n1.2345671e6,n\n-1e-1,o\n-0e0,p\n1e300,q\n';
  const both = await Promise.all(
    [decimals, doubles].map(async (csv, i) => ({
      name: `made ${i}`,
      table: (await tests.admit(csv)).table,
    })),
  );
  expect(both.map(({ table }) => table.columns[0]?.storage)).toEqual(['DECIMAL(19,1)', 'DOUBLE']);
  const { items, join: report } = await tests.engine.previewCombination(
    combination.parse({ kind: 'join', left: 'made 0', right: 'made 1', keys }),
    both,
  );
  expect({ items, matched: report?.left.matched }).toEqual({
    items: [
      ['100000000000000001.5', 'a', null],
      ['100000000000000000', 'b', 'm'],
      ['1234567.1', 'c', 'n'],
      ['-0.1', 'd', 'o'],
      ['0', 'e', 'p'],
    ],
    matched: 4,
  });
});
