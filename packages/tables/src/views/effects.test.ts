import { AppError, type View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';

let tests: TestEngine;
let table: TableRef;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(
    'id,x,size,same,gap\n1,-1,S,7,\n2,0,M,7,\n3,4,XL,7,\n4,,S,7,\n5,9,L,7,\n6,200,,7,\n',
  ));
});
afterAll(() => tests.close());

test('a split says which rows have more parts than columns, and which have fewer', async () => {
  const { table: people } = await tests.admit(
    'name,n\nAda Lovelace,1\nAli Ben Müller,2\nCher,3\nMax van Born,4\nMax van Born,5\n',
  );
  const view: View = {
    clean: [{ step: 'split_column', column: 'name', by: ' ', into: ['first', 'last'] }],
  };
  const { view_effects: found } = await tests.engine.rows(people, { view, limit: 10, offset: 0 });
  expect(found).toEqual([
    {
      step: "name split at ' ' into first, last",
      rows_removed: 0,
      cells_changed: 0,
      cells_lost: 1,
      examples: ['Cher'],
      rows_with_rest: 3,
      rests: ['Ben Müller', 'van Born'],
    },
  ]);
});

const effects = async (view: View) =>
  (await tests.engine.rows(table, { view, limit: 10, offset: 0 })).view_effects;
const none = { rows_removed: 0, cells_changed: 0, cells_lost: 0 };

test.each<[string, View, object]>([
  [
    'a filter on a column, of the rows whose value is missing too',
    { filter: 'x > 1' },
    { step: 'rows filtered', ...none, rows_removed: 3, rows_undecided: 1 },
  ],
  [
    'a filter of conditions',
    { filter: { column: 'size', op: 'in', values: ['S', 'L'] } },
    { step: 'rows filtered', ...none, rows_removed: 3, rows_undecided: 1 },
  ],
  [
    'recoding, whose others become missing',
    {
      clean: [
        { step: 'recode', column: 'size', values: [{ from: 'S', to: 'small' }], others: 'missing' },
      ],
    },
    { step: 'size recoded', ...none, cells_changed: 5, cells_lost: 3, examples: ['M', 'XL', 'L'] },
  ],
  [
    'recoding, whose others are kept, as are the missing ones',
    {
      clean: [
        {
          step: 'recode',
          column: 'size',
          values: [
            { from: 'S', to: 'small' },
            { from: 'M', to: 'middle' },
          ],
          others: 'keep',
        },
      ],
    },
    { step: 'size recoded', ...none, cells_changed: 3 },
  ],
  [
    'encoding, which changes every value',
    { clean: [{ step: 'encode', columns: ['size'] }] },
    { step: 'size encoded as numbers in alphabetical order', ...none, cells_changed: 5 },
  ],
  [
    'filling',
    { impute: [{ columns: ['x', 'size'], method: 'mode' }] },
    { step: 'missing x, size filled with the mode', ...none, cells_changed: 2 },
  ],
  [
    'filling by groups, where some have nothing to fill with',
    { impute: [{ columns: ['x', 'size'], method: 'mode', by: ['id'] }] },
    {
      step: 'missing x, size filled with the mode by id',
      ...none,
      cells_unfilled: 2,
    },
  ],
  [
    'filling with the last value above, where there is none',
    { impute: [{ columns: ['gap'], method: 'forward' }] },
    { step: 'missing gap filled with the last value above', ...none, cells_unfilled: 6 },
  ],
  [
    'dropping outliers, which keeps missing values',
    { clean: [{ step: 'drop_outliers', columns: ['x'], rule: 'tukey' }] },
    {
      step: "rows dropped where x lies beyond Tukey's fences (1.5 interquartile ranges)",
      ...none,
      rows_removed: 1,
    },
  ],
  [
    'a derived column that is undefined',
    { derive: [{ name: 'y', expression: 'log(x)' }] },
    { step: 'y = log(x)', ...none, cells_lost: 2, examples: ['-1', '0'] },
  ],
  [
    'a derived column of several others',
    { derive: [{ name: 'y', expression: 'id / x' }] },
    { step: 'y = id / x', ...none, cells_lost: 1, examples: ['2, 0'] },
  ],
  [
    'a value outside all intervals',
    { derive: [{ name: 'y', expression: 'bin(x, [0, 5, 10])' }] },
    { step: 'y = bin(x, [0, 5, 10])', ...none, cells_lost: 2, examples: ['-1', '200'] },
  ],
  [
    'case() in rows where a condition is missing, by whatever condition is',
    { derive: [{ name: 'y', expression: "case(x > 5, 'high', size = 'XL', 'large', 'low')" }] },
    {
      step: "y = case(x > 5, 'high', size = 'XL', 'large', 'low')",
      ...none,
      cells_undecided: 1,
    },
  ],
  [
    'case() within a branch, in the rows that take it',
    {
      derive: [{ name: 'y', expression: "if(id = 4, case(x > 5, 1, 0), case(size = 'L', 1, 0))" }],
    },
    {
      step: "y = if(id = 4, case(x > 5, 1, 0), case(size = 'L', 1, 0))",
      ...none,
      cells_undecided: 2,
    },
  ],
  [
    'case() in a filter',
    { filter: "case(x > 5, true, size = 'M', true, false)" },
    { step: 'rows filtered', ...none, rows_removed: 3, cells_undecided: 1 },
  ],
])('the answer says what was done by %s', async (_, view, effect) => {
  expect(await effects(view)).toEqual([effect]);
});

test('nothing is lost with what is written as missing, or before the first row', async () => {
  expect(
    await effects({
      derive: [
        { name: 'y', expression: 'if(x > 1, x, missing)' },
        { name: 'z', expression: 'id - previous(id)' },
        { name: 'then', expression: 'next(id, 2) - id' },
        { name: 'filled', expression: 'coalesce(log(x), 0)' },
      ],
    }),
  ).toBeUndefined();
});

test('case() is decided where a condition asks for missing values, or the last value is none', async () => {
  const derive = [
    'case(x is missing, missing, x > 5, 1, 0)',
    'case(x > 5, 1, x is missing, 2, 0)',
    'case(x > 5, 1, missing)',
    'case(gap is missing, 1, 0)',
    "if(id > 4, case(x > 5, 1, 0), case(size = 'L', 1, 0))",
    'case(x > 5, 1, x)',
    'case(x > 5, 1, x < 0, 2, x * 2)',
  ].map((expression, i) => ({ name: `y${i}`, expression }));
  expect(await effects({ derive })).toBeUndefined();
});

test('groups and statistics of case() say how many rows it could not decide', async () => {
  const { items, view_effects: said } = await tests.engine.aggregate(table, {
    group_by: [{ name: 'level', expression: "case(x >= 5, 'high', x <= 0, 'low', 'between')" }],
    aggregates: [{ statistic: 'count' }, { statistic: 'mean', of: 'case(x >= 5, 1, 0)' }],
    limit: 10,
  });
  expect(items).toEqual([
    ['between', 2, 0],
    ['high', 2, 1],
    ['low', 2, 0],
  ]);
  expect(said?.map((one) => one.cells_undecided)).toEqual([1, 1]);
});

describe('refused is a step that', () => {
  test.each<[string, View, string, RegExp]>([
    [
      'leaves a column without a value',
      { clean: [{ step: 'scale', columns: ['same'], method: 'zscore' }] },
      "same scaled (z-scores): every value of 'same' would become missing.",
      /to scale takes two different values/,
    ],
    [
      'recodes what is not there',
      {
        clean: [
          { step: 'recode', column: 'size', values: [{ from: 's', to: 't' }], others: 'missing' },
        ],
      },
      "size recoded: every value of 'size' would become missing.",
      /a from that the column has/,
    ],
    [
      'drops every row for a column without a value',
      { drop_missing: true },
      "drop_missing would drop every row: 'gap' has no value.",
      /without 'gap', or fill them first with impute/,
    ],
    [
      'drops every row for several columns',
      { filter: 'x is missing or size is missing', drop_missing: ['x', 'size'] },
      'drop_missing would drop every row: each has a missing value in one of its columns.',
      /without 'x', 'size'/,
    ],
  ])('%s', async (_, view, message, fix) => {
    const refused: unknown = await effects(view).catch((error: unknown) => error);
    if (!(refused instanceof AppError)) throw new Error('It was not refused.', { cause: refused });
    expect([refused.message, fix.test(refused.details.fix ?? '')]).toEqual([message, true]);
  });

  test('but not one that no row reaches', async () => {
    expect((await effects({ filter: 'id > 10', drop_missing: ['x'] }))?.length).toBe(2);
  });
});

test.each<[string, number, string[] | undefined]>([
  ["size in ('XL', 'm', 'Sm')", 1, ["size = 'M'", "size = 'S'"]],
  ["size not in ('m', 'S')", 3, ["size = 'M'"]],
  ["size != 'xl'", 5, ["size = 'XL'"]],
  ["x > 3 and (size = 'L' or size = 'xl')", 1, ["size = 'XL'"]],
  ["size = 'xl'", 0, ["size = 'XL'"]],
  ["size in ('XL', 'M') and size = 'M'", 1, undefined],
  ["size in ('XL', 'quite another')", 1, undefined],
])('a value that no row has, in %s, gives the near ones', async (filter, kept, nearest) => {
  const found = await tests.engine.rows(table, { view: { filter }, limit: 10, offset: 0 });
  expect([found.total, found.view_effects?.[0]?.nearest]).toEqual([kept, nearest]);
});

describe('recoding says of which values no row has one, with near ones', () => {
  const recoded = async (column: string, from: (string | number)[], before: View = {}) => {
    const values = from.map((one) => ({ from: one, to: typeof one === 'number' ? 0 : 'new' }));
    const step = { step: 'recode' as const, column, values, others: 'keep' as const };
    const clean = [...(before.clean ?? []), step];
    const found = await effects({ ...before, clean });
    const { values_absent, absent } = found?.find((one) => one.step === `${column} recoded`) ?? {};
    return { values_absent, absent };
  };

  test('but not of a value that some row has', async () => {
    expect(await recoded('size', ['S', 'XL'])).toEqual({});
    expect(await recoded('x', [-1, 200])).toEqual({});
  });

  test('texts and numbers', async () => {
    expect(await recoded('size', ['xl', 'M', 'quite another'])).toEqual({
      values_absent: 2,
      absent: [
        { value: 'xl', nearest: ['XL'] },
        { value: 'quite another', nearest: [] },
      ],
    });
    expect(await recoded('x', [4, 5])).toEqual({
      values_absent: 1,
      absent: [{ value: 5, nearest: [] }],
    });
  });

  test('of the rows that reach the step, as the steps before it left them', async () => {
    const before: View = {
      clean: [{ step: 'recode', column: 'size', values: [{ from: 'S', to: 's' }], others: 'keep' }],
    };
    const view: View = { clean: [...(before.clean ?? []), ...(before.clean ?? [])] };
    expect((await effects(view))?.map(({ absent }) => absent)).toEqual([
      undefined,
      [{ value: 'S', nearest: ['s'] }],
    ]);
  });

  test('the first five of many', async () => {
    const many = Array.from({ length: 12 }, (_, i) => `other ${i}`);
    const { values_absent: n, absent = [] } = await recoded('size', many);
    expect([n, absent.map(({ value }) => value)]).toEqual([12, many.slice(0, 5)]);
  });
});
