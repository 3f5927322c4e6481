import { AppError, combination, type Combination } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CombinedTable } from './combined.ts';

let tests: TestEngine;
const tables = new Map<string, CombinedTable>();
beforeAll(async () => {
  tests = await openTestEngine();
  const files = {
    orders: `order,customer,day,amount
1,C1,2024-01-03,10.50
2,C2,2024-01-05,20.00
3,C2,2024-01-09,30.25
4,c3,2024-01-10,5.00
5,,2024-01-11,7.00
6,C9,2024-01-12,
`,
    customers: `customer,name,amount
C1,Ada,1
C2,Bo,2
C3,Cy,3
C2,Bob,4
,Nobody,5
`,
    prices: `day,price
2024-01-01,100
2024-01-05,105
2024-01-05,106
2024-01-11,111
`,
    moved: `t,x\n15.6,a\n32.6,b\n9.9,c\n`,
    read: `t,y\n9.6,1\n10.2,2\n16.1,3\n32.4,4\n32.8,5\n`,
    whole: `t,x\n5,a\n10,b\n`,
    doubles: `t,y\n4.5e0,1\n9.25e0,2\n`,
    codes: `customer,zone\n1,north\n2,south\n`,
    written: `customer,home\n"01",Rome\n"2",Oslo\n"Zoë ",Bonn\n"Meyer",Kiel\n`,
    spoken: `customer,age\n1,30\n2,31\n3,x\n"zoe",32\n"Meier",33\n`,
    shouted: `customer,zone\nc1,north\nC3,east\n`,
    typed: `code,shop\nC0131,Meyer 12\nC0132,Meyer 13\nC0133,Rome\n`,
    meant: `code,shop\nC0031,Meier 12\nC0032,Meyer 19\nC0133,Rome\n`,
    wide: `id,a,b\n1,1,2.5\n2,3,\n`,
    later: `id,b,c\n3,7,x\n`,
    words: `id,b\n4,seven\n`,
    marks: `name,subject,mark\nAda,maths,1\nAda,art,2\nBo,maths,3\nBo,,4\n`,
  };
  for (const [name, csv] of Object.entries(files))
    tables.set(name, { name: `${name}.csv`, table: (await tests.admit(csv)).table });
});
afterAll(() => tests.close());

const namesIn = (of: Combination): string[] =>
  of.kind === 'join' ? [of.left, of.right] : of.kind === 'append' ? of.sources : [of.source];
const tablesOf = (of: Combination): CombinedTable[] =>
  namesIn(of).map((name) => {
    const found = tables.get(name);
    if (found === undefined) throw new Error(`There is no table ${name}.`);
    return found;
  });
const preview = (asked: object) => {
  const of = combination.parse(asked);
  return tests.engine.previewCombination(of, tablesOf(of));
};
const written = async (asked: object) => {
  const of = combination.parse(asked);
  const to = join(tests.folder, 'written.csv');
  const { columns } = await tests.engine.exportCombination(of, tablesOf(of), to);
  return { text: await readFile(to, 'utf8'), storages: columns.map(({ storage }) => storage) };
};
const refusal = async (asked: object): Promise<AppError> => {
  const error: unknown = await preview(asked).catch((reason: unknown) => reason);
  if (!(error instanceof AppError)) throw new Error('It was not refused.', { cause: error });
  return error;
};
const byCustomer = { kind: 'join', left: 'orders', right: 'customers' };

test('joins by suggested keys, says what matches, and warns before rows multiply', async () => {
  const found = await preview(byCustomer);
  expect(found).toEqual({
    row_count: 8,
    columns: [
      { name: 'order', type: 'number' },
      { name: 'customer', type: 'text' },
      { name: 'day', type: 'datetime' },
      { name: 'amount', type: 'number' },
      { name: 'name', type: 'text' },
      { name: 'amount_right', type: 'number' },
    ],
    renamed: [{ from: 'amount', to: 'amount_right' }],
    warnings: [
      {
        code: 'rows_multiply',
        message:
          "3 rows of 'orders.csv' become 5: keys of 'customers.csv' have up to 2 rows each, and " +
          "keys of 'orders.csv' have up to 2.",
      },
    ],
    join: {
      keys: [{ left: 'customer', right: 'customer' }],
      suggested: [
        {
          left: 'customer',
          right: 'customer',
          left_share: 0.5,
          right_share: 2 / 3,
          left_distinct: 4,
          right_distinct: 3,
        },
      ],
      left: {
        rows: 6,
        matched: 3,
        unmatched: 3,
        without_key: 1,
        repeated_keys: 1,
        most_rows_of_a_key: 2,
      },
      right: {
        rows: 5,
        matched: 3,
        unmatched: 2,
        without_key: 1,
        repeated_keys: 1,
        most_rows_of_a_key: 2,
      },
      near_matches: [
        {
          reason: 'case',
          left: 'customer',
          right: 'customer',
          count: 1,
          examples: [{ left: 'c3', right: 'C3' }],
        },
      ],
      near_matches_whole: true,
    },
    append: null,
    items: [
      [1, 'C1', '2024-01-03', 10.5, 'Ada', 1],
      [2, 'C2', '2024-01-05', 20, 'Bo', 2],
      [2, 'C2', '2024-01-05', 20, 'Bob', 4],
      [3, 'C2', '2024-01-09', 30.25, 'Bo', 2],
      [3, 'C2', '2024-01-09', 30.25, 'Bob', 4],
      [4, 'c3', '2024-01-10', 5, null, null],
      [5, null, '2024-01-11', 7, null, null],
      [6, 'C9', '2024-01-12', null, null, null],
    ],
  });
});

test('keeps of a full join the rows of both, with one column of keys', async () => {
  const { items, row_count: rows } = await preview({ ...byCustomer, how: 'full' });
  expect([rows, items.slice(8)]).toEqual([
    10,
    [
      [null, 'C3', null, null, 'Cy', 3],
      [null, null, null, null, 'Nobody', 5],
    ],
  ]);
});

test('writes every digit and says how each column is kept', async () => {
  expect(
    await written({ ...byCustomer, how: 'inner', keys: [{ left: 'customer', right: 'customer' }] }),
  ).toEqual({
    text: `order,customer,day,amount,name,amount_right
1,C1,2024-01-03,10.50,Ada,1
2,C2,2024-01-05,20.00,Bo,2
2,C2,2024-01-05,20.00,Bob,4
3,C2,2024-01-09,30.25,Bo,2
3,C2,2024-01-09,30.25,Bob,4
`,
    storages: ['BIGINT', 'VARCHAR', 'DATE', 'DECIMAL(4,2)', 'VARCHAR', 'BIGINT'],
  });
});

test.each([
  ['backward', [100, 106, 106, 106, 111, 111]],
  ['forward', [105, 105, 111, 111, 111, null]],
  ['nearest', [100, 106, 111, 111, 111, 111]],
])('takes the nearest row %s', async (direction, prices) => {
  const asked = {
    kind: 'join',
    how: 'as_of',
    left: 'orders',
    right: 'prices',
    keys: [],
    at: { left: 'day', right: 'day', direction },
  };
  const { items } = await preview(asked);
  expect(items.map((row) => row[5])).toEqual(prices);
  const near = await preview({ ...asked, at: { ...asked.at, tolerance: 86_400 } });
  expect(near.items.map((row) => row[5])).toEqual(
    {
      backward: [null, 106, null, null, 111, 111],
      forward: [null, 105, null, 111, 111, null],
      nearest: [null, 106, null, 111, 111, 111],
    }[direction],
  );
});

// As decimals: 16.1 - 15.6 is 0.5, and 32.4 and 32.8 are equally near to 32.6.
test.each([
  ['forward', 0.5, [3, 5, 2]],
  ['forward', 0.49, [null, 5, 2]],
  ['nearest', undefined, [3, 4, 1]],
  ['nearest', 0.2, [null, 4, null]],
  ['backward', 0.3, [null, 4, 1]],
])('measures decimals exactly: %s within %s', async (direction, tolerance, found) => {
  const { items } = await preview({
    kind: 'join',
    how: 'as_of',
    left: 'moved',
    right: 'read',
    keys: [],
    at: { left: 't', right: 't', direction, tolerance },
  });
  expect(items.map((row) => row[3])).toEqual(found);
});

test('finds for a whole number the nearest fraction', async () => {
  const { items, columns } = await preview({
    kind: 'join',
    how: 'as_of',
    left: 'whole',
    right: 'doubles',
    keys: [],
    at: { left: 't', right: 't', direction: 'backward' },
  });
  expect([columns.map(({ name }) => name), items]).toEqual([
    ['t', 'x', 't_right', 'y'],
    [
      [5, 'a', 4.5, 1],
      [10, 'b', 9.25, 2],
    ],
  ]);
});

test('names both types where they never equal, and compares what is written where asked', async () => {
  const asked = {
    kind: 'join',
    left: 'codes',
    right: 'written',
    keys: [{ left: 'customer', right: 'customer' }],
  };
  const error = await refusal(asked);
  expect([error.code, error.message]).toEqual([
    'wrong_column_type',
    "'customer' of 'codes.csv' has numbers, 'customer' of 'written.csv' has texts: they are never equal.",
  ]);
  const { items, join: found } = await preview({
    ...asked,
    keys: [{ ...asked.keys[0], as: 'text' }],
  });
  expect([items, found?.near_matches]).toEqual([
    [
      [1, 'north', null],
      [2, 'south', 'Oslo'],
    ],
    [
      {
        reason: 'leading_zeros',
        left: 'customer',
        right: 'customer',
        count: 1,
        examples: [{ left: '1', right: '01' }],
      },
    ],
  ]);
  // Suggested with the same remark.
  expect((await preview({ kind: 'join', left: 'codes', right: 'written' })).join?.keys).toEqual([
    { left: 'customer', right: 'customer', as: 'text' },
  ]);
});

test('finds accents, spaces and spelling among keys without a match', async () => {
  const { join: found } = await preview({
    kind: 'join',
    left: 'spoken',
    right: 'written',
    keys: [{ left: 'customer', right: 'customer' }],
  });
  expect(found?.near_matches.map(({ reason, examples }) => [reason, ...examples])).toEqual([
    ['accents', { left: 'zoe', right: 'Zoë ' }],
    ['leading_zeros', { left: '1', right: '01' }],
    ['spelling', { left: 'Meier', right: 'Meyer' }],
  ]);
});

test('joins keys in any upper or lower case where asked to', async () => {
  const { items, join: found } = await preview({
    kind: 'join',
    how: 'full',
    left: 'orders',
    right: 'shouted',
    keys: [{ left: 'customer', right: 'customer', as: 'any_case' }],
  });
  expect([
    items.map((row) => [row[1], row[4], row[5]]),
    found?.keys,
    found?.left.matched,
    found?.near_matches,
  ]).toEqual([
    [
      ['C1', 'c1', 'north'],
      ['C2', null, null],
      ['C2', null, null],
      ['c3', 'C3', 'east'],
      [null, null, null],
      ['C9', null, null],
    ],
    [{ left: 'customer', right: 'customer', as: 'any_case' }],
    2,
    [],
  ]);
});

test('takes no code for a misspelling of another, and no number for one of another', async () => {
  const near = async (by: string) =>
    (
      await preview({
        kind: 'join',
        left: 'typed',
        right: 'meant',
        keys: [{ left: by, right: by }],
      })
    ).join?.near_matches.map(({ reason, examples }) => [reason, ...examples]);
  expect([await near('code'), await near('shop')]).toEqual([
    [],
    [['spelling', { left: 'Meyer 12', right: 'Meier 12' }]],
  ]);
});

test('appends by name, says which columns are lacking, and refuses types that differ', async () => {
  const found = await preview({
    kind: 'append',
    sources: ['wide', 'later'],
    source_column: 'file',
  });
  expect([found.columns.map(({ name }) => name), found.items, found.append]).toEqual([
    ['id', 'a', 'b', 'c', 'file'],
    [
      [1, 1, 2.5, null, 'wide.csv'],
      [2, 3, null, null, 'wide.csv'],
      [3, null, 7, 'x', 'later.csv'],
    ],
    {
      lacking: [
        { dataset: 'wide.csv', columns: ['c'] },
        { dataset: 'later.csv', columns: ['a'] },
      ],
      retyped: [{ column: 'b', types: ['DECIMAL(2,1)', 'BIGINT'], as: 'DECIMAL(20,1)' }],
    },
  ]);
  const error = await refusal({ kind: 'append', sources: ['wide', 'words'] });
  expect([error.code, error.message]).toEqual([
    'wrong_column_type',
    "Column 'b' has numbers in 'wide.csv', texts in 'words.csv': no type keeps both as they are.",
  ]);
  const texts = await preview({ kind: 'append', sources: ['wide', 'words'], types: 'text' });
  expect(texts.items).toEqual([
    [1, 1, '2.5'],
    [2, 3, null],
    [4, null, 'seven'],
  ]);
});

test('pivots to one column for each value, a missing one too, and unpivots again', async () => {
  const wide = await preview({
    kind: 'pivot',
    source: 'marks',
    rows: ['name'],
    names_from: 'subject',
    values_from: 'mark',
  });
  expect([wide.columns.map(({ name }) => name), wide.items, wide.row_count]).toEqual([
    ['name', 'maths', 'art', '(missing)'],
    [
      ['Ada', 1, 2, null],
      ['Bo', 3, null, 4],
    ],
    2,
  ]);
  const long = await preview({ kind: 'unpivot', source: 'wide', columns: ['a', 'b'] });
  expect([long.columns, long.items, long.row_count]).toEqual([
    [
      { name: 'id', type: 'number' },
      { name: 'name', type: 'category' },
      { name: 'value', type: 'number' },
    ],
    [
      [1, 'a', 1],
      [1, 'b', 2.5],
      [2, 'a', 3],
      [2, 'b', null],
    ],
    4,
  ]);
  const several = await refusal({
    kind: 'pivot',
    source: 'orders',
    rows: ['day'],
    names_from: 'customer',
    values_from: 'customer',
    statistic: 'sum',
  });
  expect(several.code).toBe('wrong_column_type');
});

test('refuses several values in a cell unless a statistic makes one of them', async () => {
  const asked = {
    kind: 'pivot',
    source: 'orders',
    rows: ['customer'],
    names_from: 'customer',
    values_from: 'amount',
  };
  expect((await refusal(asked)).message).toBe(
    "1 cells would hold several values of 'amount', up to 2.",
  );
  const sums = await preview({ ...asked, statistic: 'sum' });
  expect([sums.items[1], sums.warnings.map(({ code }) => code)]).toEqual([
    ['C2', null, 50.25, null, null, null],
    ['several_in_a_cell'],
  ]);
});

test('counts rows that are too many without making them', async () => {
  const rows = Array.from({ length: 4000 }, (_, i) => `1,${i}`).join('\n');
  const { table } = await tests.admit(`k,v\n${rows}\n`);
  const many = { name: 'many.csv', table };
  const asked = combination.parse({
    kind: 'join',
    left: 'many',
    right: 'many',
    keys: [{ left: 'k', right: 'k' }],
  });
  const found = await tests.engine.previewCombination(asked, [many, many]);
  expect([found.row_count, found.items, found.warnings.map(({ code }) => code)]).toEqual([
    16_000_000,
    [],
    ['rows_multiply', 'too_large'],
  ]);
  await expect(
    tests.engine.exportCombination(asked, [many, many], join(tests.folder, 'many.csv')),
  ).rejects.toMatchObject({ code: 'too_complex', details: { limit: 10_000_000 } });
});

test('names the nearest columns, and asks for keys where none have values in common', async () => {
  const error = await refusal({ ...byCustomer, keys: [{ left: 'custmer', right: 'customer' }] });
  expect([error.code, error.details.suggestions]).toEqual(['unknown_column', ['customer']]);
  expect(await refusal({ kind: 'join', left: 'wide', right: 'prices' })).toMatchObject({
    code: 'invalid_input',
    details: { errors: [{ field: 'keys' }] },
  });
});

test('a pivot of hundreds of columns needs no more memory than its cells', async () => {
  const names = Array.from({ length: 400 }, (_, i) => `n${i}`);
  const rows = [1, 2, 3].flatMap((row) =>
    names.flatMap((name, i) => [`${row},${name},${i}`, `${row},${name},${1000 * row}`]),
  );
  const { table } = await tests.admit(`r,name,v\n${rows.join('\n')}\n`);
  const asked = {
    kind: 'pivot',
    source: 'long',
    rows: ['r'],
    names_from: 'name',
    values_from: 'v',
  };
  const found = await tests.engine.previewCombination(
    combination.parse({ ...asked, statistic: 'sum' }),
    [{ name: 'long.csv', table }],
  );
  expect(found.columns.map(({ name }) => name)).toEqual(['r', ...names]);
  expect(found.items).toEqual(
    [1, 2, 3].map((row) => [row, ...names.map((_, i) => i + 1000 * row)]),
  );
});

test('a whole number that no double holds is not put among doubles', async () => {
  for (const [whole, code] of [
    ['9007199254740991', null],
    ['9007199254740992', 'wrong_column_type'],
    ['9007199254740993', 'wrong_column_type'],
  ] as const) {
    const sources = await Promise.all(
      [`x\n${whole}\n1\n`, 'x\n3.5e0\n1e300\n'].map((csv) => tests.admit(csv)),
    );
    const found = tests.engine.previewCombination(
      combination.parse({ kind: 'append', sources: ['a', 'b'] }),
      sources.map(({ table }, i) => ({ name: `${'ab'[i]}.csv`, table })),
    );
    if (code === null) expect((await found).row_count).toBe(4);
    else await expect(found).rejects.toMatchObject({ code });
  }
});

test('says where not all values without a match were compared', async () => {
  const others = Array.from({ length: 2001 }, (_, i) => `x${i},1`).join('\n');
  const [left, right] = await Promise.all(
    [`k,v\nStuttgart,1\n${others}\n`, 'k,w\nStutgart,1\nSTUTTGART,1\n9007199254740993,2\n'].map(
      (csv) => tests.admit(csv),
    ),
  );
  if (left === undefined || right === undefined) throw new Error('Two tables were admitted.');
  const near = async (leftTable: typeof left) => {
    const { join: found } = await tests.engine.previewCombination(
      combination.parse({
        kind: 'join',
        left: 'left',
        right: 'right',
        keys: [{ left: 'k', right: 'k' }],
      }),
      [
        { name: 'left.csv', table: leftTable.table },
        { name: 'right.csv', table: right.table },
      ],
    );
    return [
      found?.near_matches.map(({ reason, count: n }) => [reason, n]),
      found?.near_matches_whole,
    ];
  };
  expect(await near(left)).toEqual([[['case', 1]], false]);
  expect(await near(await tests.admit('k,v\nStuttgart,1\n9007199254740992,1\n'))).toEqual([
    // Numbers that one double would stand for are others all the same.
    [['case', 1]],
    true,
  ]);
});

test('refuses what would be ignored or made twice', async () => {
  const join = {
    kind: 'join',
    left: 'orders',
    right: 'prices',
    keys: [{ left: 'day', right: 'day' }],
  };
  expect(await refusal({ ...join, at: { left: 'day', right: 'day' } })).toMatchObject({
    code: 'invalid_input',
    details: { errors: [{ field: 'at' }] },
  });
  const pivot = { kind: 'pivot', source: 'marks', names_from: 'subject', values_from: 'mark' };
  expect(await refusal({ ...pivot, rows: ['name', 'name'] })).toMatchObject({
    code: 'invalid_input',
    message: "'name' is named twice.",
  });
});
