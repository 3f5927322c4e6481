import { AppError, type View } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
let table: TableRef;

// Means by hand: a 2 (1, 2, 3), b 20 (10, 20, 30), all 11; days of the file run backwards within a
// shop.
const csv = `shop,day,x,note\na,2026-01-03,3,p\na,2026-01-02,2,\nb,2026-01-03,30,q\na,2026-01-01,1,r\nb,2026-01-01,10,s\nb,2026-01-02,20,\n`;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const rows = (view: View, columns: string[]) =>
  tests.engine.rows(table, { view, columns, limit: 100, offset: 0 });
const aggregate = (input: Partial<Parameters<TestEngine['engine']['aggregate']>[1]>) =>
  tests.engine.aggregate(table, { group_by: [], aggregates: [], limit: 100, ...input });
const b = "shop = 'b'";

test('of a condition sum is how many rows meet it, mean their share, where it is known', async () => {
  const derive = [
    { name: 'large', expression: 'sum(x > 2, by: shop)' },
    { name: 'share', expression: "mean(note = 'q', by: shop)" },
    { name: 'running', expression: 'cumulative_sum(x > 2)' },
  ];
  // note is missing in a row of each shop.
  expect((await rows({ derive }, ['shop', 'large', 'share', 'running'])).items).toEqual([
    ['a', 1, 0, 1],
    ['a', 1, 0, 1],
    ['b', 3, 0.5, 2],
    ['a', 1, 0, 2],
    ['b', 3, 0.5, 3],
    ['b', 3, 0.5, 4],
  ]);
  expect((await rows({ filter: 'sum(x > 2, by: shop) = 3' }, ['shop'])).total).toBe(3);
});

describe('a function over rows in an aggregate looks at', () => {
  test('the rows that the filter keeps', async () => {
    const found = await aggregate({
      view: { filter: b },
      aggregates: [
        { statistic: 'mean', of: 'x' },
        { statistic: 'mean', of: 'mean(x)' },
        { statistic: 'mean', of: 'mean(x, over: all)' },
      ],
    });
    expect([found.items, found.n_used]).toEqual([[[20, 20, 11]], 3]);
    expect(found.method['functions_over_rows']).toMatch(
      /rows of its group that the view keeps.*over: all at every row before the filter/,
    );
  });

  test('the rows that drop_missing keeps, which what is asked beside them does not change', async () => {
    const found = await aggregate({
      view: { drop_missing: true },
      aggregates: [
        { statistic: 'mean', of: 'mean(x)' },
        { statistic: 'n', of: 'log(x - 3)' },
      ],
    });
    expect([found.items, found.n_used]).toEqual([[[(3 + 30 + 1 + 10) / 4, 2]], 4]);
  });

  test('the rows of its group; of all groups, or all rows, where it is written', async () => {
    const found = await aggregate({
      view: { filter: 'x > 1' },
      group_by: ['shop'],
      aggregates: [
        { statistic: 'max', of: 'mean(x)' },
        { statistic: 'max', of: 'mean(x, over: view)' },
        { statistic: 'max', of: 'mean(x, over: all)' },
        { statistic: 'max', of: 'mean(x, by: shop, over: all)' },
        { statistic: 'true_count', of: 'x > mean(x)' },
      ],
    });
    expect(found.items).toEqual([
      ['a', 2.5, 13, 11, 2, 1],
      ['b', 20, 13, 11, 20, 1],
    ]);
  });

  test('the rows of the view where it makes the groups', async () => {
    const found = await aggregate({
      view: { filter: b },
      group_by: [{ name: 'high', expression: 'x > mean(x)' }],
      aggregates: [{ statistic: 'count' }],
    });
    expect(found.items).toEqual([
      [false, 2],
      [true, 1],
    ]);
  });

  test('the groups, in having', async () => {
    const found = await aggregate({
      group_by: ['shop'],
      aggregates: [{ statistic: 'mean', of: 'x' }],
      having: 'mean_x > mean(mean_x)',
      view: { drop_missing: ['note'] },
    });
    expect([found.items, found.n_used, found.n_excluded]).toEqual([
      [['b', 20]],
      4,
      [{ reason: 'filtered out by the view', n: 2 }],
    ]);
  });
});

test('a group named twice is that group, also for what is asked beside it', async () => {
  const found = await aggregate({
    view: { sort: [{ column: 'day', direction: 'ascending' }] },
    group_by: ['shop'],
    aggregates: [{ statistic: 'sum', of: 'previous(x, by: shop) + mean(x, by: note)' }],
  });
  // By shop and note: a (1), (2), (3) alone; b 20, 10, 30 alone.
  expect(found.items).toEqual([
    ['a', 1 + 2 + 2 + 3],
    ['b', 10 + 20 + 20 + 30],
  ]);
});

describe('in a derived column it looks at', () => {
  test('the rows in use, and the answer says so', async () => {
    const found = await tests.engine.describe(table, {
      columns: ['above'],
      view: { derive: [{ name: 'above', expression: 'x - mean(x)' }], filter: b },
      quantiles: [],
      confidence_level: 0.95,
      correlations: false,
      plot: false,
    });
    expect(found.columns).toMatchObject([{ min: -10, max: 10, mean: 0 }]);
    expect(found.view_in_words).toEqual([
      "rows where shop = 'b'",
      'above = x - mean(x), over the rows in use',
    ]);
  });

  test('the rows that reach the filter, where the filter reads it', async () => {
    const view: View = {
      derive: [{ name: 'above', expression: 'x - mean(x)' }],
      filter: 'above > 0',
    };
    expect((await rows(view, ['x', 'above'])).items).toEqual([
      [30, 19],
      [20, 9],
    ]);
    expect((await tests.engine.explainView(table, view)).view_in_words).toEqual([
      'above = x - mean(x), over all rows before the filter',
      'rows where above > 0',
    ]);
  });

  test('the same rows where a condition reads it through another column', async () => {
    const view: View = {
      derive: [
        { name: 'mean', expression: 'mean(x)' },
        { name: 'above', expression: 'x - mean' },
      ],
      filter: { column: 'above', op: 'gt', value: 0 },
    };
    expect((await rows(view, ['x', 'mean'])).items).toEqual([
      [30, 11],
      [20, 11],
    ]);
  });

  test('the rows that the sample keeps', async () => {
    const { items } = await rows(
      { derive: [{ name: 'mean', expression: 'mean(x)' }], sample: { n: 2, seed: 3 } },
      ['x', 'mean'],
    );
    const mean = items.reduce((sum, [x]) => sum + Number(x), 0) / 2;
    expect(items.map((row) => row[1])).toEqual([mean, mean]);
  });

  test('the rows whose other columns are present, where drop_missing reads it', async () => {
    const { items } = await rows(
      { derive: [{ name: 'step', expression: 'x - previous(x)' }], drop_missing: true },
      ['x', 'step'],
    );
    expect(items).toEqual([
      [30, 27],
      [1, -29],
      [10, 9],
    ]);
  });

  test('all rows where it is written, as text and as JSON', async () => {
    const view: View = {
      derive: [
        { name: 'a', expression: 'x - mean(x, over: all)' },
        {
          name: 'b',
          expression: {
            call: 'mean',
            args: [{ column: 'x' }],
            by: [{ column: 'shop' }],
            over: 'all',
          },
        },
      ],
      filter: 'x >= 20',
    };
    const found = await rows(view, ['x', 'a', 'b']);
    expect(found.items).toEqual([
      [30, 19, 20],
      [20, 9, 20],
    ]);
    expect(
      (await tests.engine.rows(table, { view, limit: 1, offset: 0 })).columns.map(
        ({ name }) => name,
      ),
    ).toEqual(['shop', 'day', 'x', 'note', 'a', 'b']);
  });

  test.each<[string, View, RegExp]>([
    [
      'all rows of a column that knows the rows in use only',
      {
        derive: [
          { name: 'above', expression: 'x - mean(x)' },
          { name: 'most', expression: 'max(above, over: all)' },
        ],
        filter: b,
      },
      /'above' is known of the rows in use only/,
    ],
    [
      'what is no scope',
      { derive: [{ name: 'y', expression: 'mean(x, over: every)' }] },
      /'every' cannot follow 'over:'.*character 15/,
    ],
    [
      'a function of one row',
      { filter: 'round(x, over: all) > 3' },
      /round looks at one row; it takes no 'over:'/,
    ],
  ])('never %s', async (_, view, message) => {
    const refused: unknown = await rows(view, ['x']).catch((error: unknown) => error);
    if (!(refused instanceof AppError)) throw new Error('It was not refused.', { cause: refused });
    expect([refused.code, message.test(refused.message)]).toEqual(['invalid_expression', true]);
  });
});

test('the rows with the largest values of each group, so many whatever ties', async () => {
  const { table: sold } = await tests.admit(
    'shop,n,sale\na,1,5\nb,2,7\na,3,9\na,4,9\nb,5,7\nb,6,7\na,7,\nc,8,1\n',
  );
  const view: View = {
    derive: [{ name: 'place', expression: 'row_number(by: shop)' }],
    filter: 'place <= 2',
    sort: [{ column: 'sale', direction: 'descending' }],
  };
  const columns = ['shop', 'n', 'sale', 'place'];
  const { items } = await tests.engine.rows(sold, { columns, view, limit: 20, offset: 0 });
  expect(items).toEqual([
    ['a', 3, 9, 1],
    ['a', 4, 9, 2],
    ['b', 2, 7, 1],
    ['b', 5, 7, 2],
    ['c', 8, 1, 1],
  ]);
  expect((await tests.engine.explainView(sold, view)).view_in_words).toEqual([
    'place = row_number(by: shop), over all rows before the filter, in the order of sale (descending)',
    'rows where place <= 2',
    'sorted by sale (descending)',
  ]);
});

describe('functions of the rows before a row', () => {
  const derive = [
    { name: 'step', expression: 'x - previous(x, by: shop)' },
    { name: 'total', expression: 'cumulative_sum(x, by: shop)' },
    { name: 'noted', expression: 'last_present(note)' },
  ];

  test('follow the order of the view, and the answer says which', async () => {
    const view: View = {
      derive,
      sort: [
        { column: 'shop', direction: 'descending' },
        { column: 'day', direction: 'ascending' },
      ],
    };
    expect((await rows(view, ['shop', 'x', 'step', 'total', 'noted'])).items).toEqual([
      ['b', 10, null, 10, 's'],
      ['b', 20, 10, 30, 's'],
      ['b', 30, 10, 60, 'q'],
      ['a', 1, null, 1, 'r'],
      ['a', 2, 1, 3, 'r'],
      ['a', 3, 1, 6, 'p'],
    ]);
    expect((await tests.engine.explainView(table, view)).view_in_words?.[0]).toBe(
      'step = x - previous(x, by: shop), in the order of shop (descending), day',
    );
  });

  test('follow that of the file where no order is asked for, where it is over: all, and where the order is their own', async () => {
    const items = [
      ['a', 3, null],
      ['a', 2, -1],
      ['b', 30, null],
      ['a', 1, -1],
      ['b', 10, -20],
      ['b', 20, 10],
    ];
    expect((await rows({ derive }, ['shop', 'x', 'step'])).items).toEqual(items);
    const sorted = await rows(
      {
        derive: [{ name: 'step', expression: 'x - previous(x, by: shop, over: all)' }],
        sort: [{ column: 'x', direction: 'ascending' }],
      },
      ['shop', 'x', 'step'],
    );
    expect(sorted.items).toEqual(items.toSorted((p, q) => Number(p[1]) - Number(q[1])));
    const own = await tests.engine.explainView(table, {
      derive,
      sort: [{ column: 'step', direction: 'descending' }],
    });
    expect(own.view_in_words?.[0]).toBe(
      'step = x - previous(x, by: shop), in the order of the file',
    );
  });

  test('follow it in aggregates and filters too', async () => {
    const sort: View['sort'] = [{ column: 'day', direction: 'ascending' }];
    expect(
      (
        await aggregate({
          group_by: ['shop'],
          aggregates: [{ statistic: 'sum', of: 'x - previous(x)' }],
          view: { sort },
        })
      ).items,
    ).toEqual([
      ['a', 2],
      ['b', 20],
    ]);
    expect((await rows({ filter: 'x > previous(x, by: shop)', sort }, ['x'])).items).toEqual([
      [2],
      [20],
      [3],
      [30],
    ]);
  });
});

describe('the share of a group within another', () => {
  const ask = async (of: string, group_by: readonly string[] = ['shop', 'note']) => {
    const { items, method } = await tests.engine.aggregate(table, {
      group_by: [...group_by],
      aggregates: [{ statistic: 'max', of, name: 'share' }],
      limit: 20,
      sort: [],
    });
    return { shares: items.map((row) => row.at(-1)), by: method['by'] };
  };

  test('is that of all groups alike, and by: alone says that it changes nothing', async () => {
    const { shares, by } = await ask('count(x) / count(x, by: shop)');
    expect(new Set(shares)).toEqual(new Set([1]));
    expect(by).toBe(
      'by: shop in an aggregate changes nothing: the rows of its group are alike in that already; ' +
        'by: shop, over: view looks at the rows that the view keeps, of all groups alike in it',
    );
    const meant = await ask('count(x) / count(x, by: shop, over: view)');
    expect(meant.by).toBe(undefined);
    expect(meant.shares.map(Number).reduce((sum, one) => sum + one, 0)).toBeCloseTo(2, 12);
  });

  test('is not spoken of where by: makes other groups', async () => {
    expect((await ask('count(x, by: note)', ['shop'])).by).toBe(undefined);
    expect((await ask('count(x, by: [shop, note])', ['shop'])).by).toBe(undefined);
  });
});
