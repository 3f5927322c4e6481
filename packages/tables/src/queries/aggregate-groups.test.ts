import { AppError, aggregateOptions } from '@columnist/contract';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AggregateInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
let table: TableRef;

const csv = `class,port,fare,age,day,adult,price
First,S,71.28,38,2026-01-05,true,1.10
First,C,53.1,35,2026-01-09,true,2.25
First,S,51.86,54,2026-01-07,true,1.10
Second,S,13,,2026-02-01,,3.05
Second,C,26,14,2026-02-03,false,3.05
Third,S,8.05,35,2026-03-01,true,0.95
Third,,21.08,2,,false,
Third,S,7.25,22,2026-03-02,true,12.40
Third,Q,8.46,,2026-03-02,,0.95
,S,11.13,27,2026-04-01,true,4.00
`;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const aggregate = (input: Partial<AggregateInput>) =>
  tests.engine.aggregate(table, {
    group_by: [],
    aggregates: [{ statistic: 'count' }],
    limit: 100,
    ...input,
  });
const refusal = async (input: Partial<AggregateInput>): Promise<AppError> => {
  const error: unknown = await aggregate(input).catch((reason: unknown) => reason);
  if (!(error instanceof AppError)) throw new Error('It was not refused.', { cause: error });
  return error;
};

describe('groups', () => {
  test('count rows, missing keys last', async () => {
    const { items, columns, total, n_used, pivot } = await aggregate({ group_by: ['class'] });
    expect(items).toEqual([
      ['First', 3],
      ['Second', 2],
      ['Third', 4],
      [null, 1],
    ]);
    expect(columns).toEqual([
      { name: 'class', type: 'category', role: 'group' },
      { name: 'count', type: 'number', role: 'aggregate' },
    ]);
    expect({ total, n_used, pivot }).toEqual({ total: 4, n_used: 10, pivot: null });
  });

  test('say that aggregates are of the values present, where there are aggregates of a column', async () => {
    const { method, items } = await aggregate({
      aggregates: [
        { statistic: 'n', of: 'fare' },
        { statistic: 'missing', of: 'fare' },
      ],
    });
    expect(items.map(([n, missing]) => Number(n) + Number(missing))).toEqual([10]);
    expect(method).toMatchObject({
      missing:
        'each aggregate is of the present values of its column; the statistics n and missing count them',
    });
    expect((await aggregate({ group_by: ['class'] })).method).not.toHaveProperty('missing');
  });

  test('say of which aggregate another type or divisor was asked', async () => {
    const { method } = await aggregate({
      aggregates: [
        { statistic: 'median', of: 'fare', type: 6, name: 'middle' },
        { statistic: 'q1', of: 'fare' },
        { statistic: 'sd', of: 'fare', ddof: 0 },
      ],
    });
    expect(method).toMatchObject({
      quantiles: 'type 7 (R, NumPy); middle: type 6 (R)',
      variance: 'sample, divisor n - 1; sd_ddof0_fare: population, divisor n',
    });
  });

  test('a name that nobody gave leaves the name of a group alone', async () => {
    const named = async (input: Partial<AggregateInput>) => {
      const { columns, items } = await aggregate({ ...input, limit: 2 });
      return [columns.map(({ name }) => name), items];
    };
    const count = { name: 'count', expression: 'class' };
    expect(await named({ group_by: [count] })).toEqual([
      ['count', 'count_2'],
      [
        ['First', 3],
        ['Second', 2],
      ],
    ]);
    expect(
      await named({
        group_by: [count, { name: 'count_2', expression: 'port' }],
        having: 'count_3 > 1',
      }),
    ).toEqual([
      ['count', 'count_2', 'count_3'],
      [
        ['First', 'S', 2],
        ['Third', 'S', 2],
      ],
    ]);
    expect(
      await refusal({ group_by: [count], aggregates: [{ statistic: 'count', name: 'count' }] }),
    ).toMatchObject({ message: "Two result columns are named 'count'." });
  });

  test('without a group there is one', async () => {
    expect(
      (await aggregate({ aggregates: [{ statistic: 'count' }, { statistic: 'sum', of: 'price' }] }))
        .items,
    ).toEqual([[10, 28.85]]);
  });

  test('values that come back often are counted by the database, to the same figures as a description', async () => {
    const cell = (i: number): string[] => [
      `${(i * 37) % 11}`,
      i % 9 === 0 ? '' : `${((i * 53) % 17) - 8}.${10 + (i % 3)}`,
      i % 50 === 0 ? '' : `${['1e300', '-0.0', '0', '0.1', '1e-5'][i % 5]}`,
      `${9_007_199_254_740_991n + BigInt(i % 3)}`,
    ];
    const {
      table: often,
      admitted: { profile },
    } = await tests.admit(
      `whole,decimal,double,wide\n${Array.from({ length: 900 }, (_, i) => cell(i).join(',')).join('\n')}\n`,
    );
    for (const column of profile.columns) {
      if (column.type !== 'number') throw new Error(`${column.name} is no number.`);
      expect(column.distinct * 8).toBeLessThan(900);
      const asked = [
        'mean',
        'sd',
        'q1',
        'median',
        'q3',
        'skewness',
        'kurtosis',
        'mad',
        'trimmed_mean',
        'geometric_mean',
      ] as const;
      const { items } = await tests.engine.aggregate(often, {
        group_by: [],
        aggregates: asked.map((statistic) => ({ statistic, of: column.name })),
        limit: 1,
      });
      expect([column.name, ...(items[0] ?? [])]).toEqual([
        column.name,
        ...asked.map((name) => column[name]),
      ]);
    }
  });

  test('may be expressions, and so may what is computed', async () => {
    const found = await aggregate({
      group_by: [{ name: 'month', expression: 'month(day)' }, 'age >= 18'],
      aggregates: [{ statistic: 'max', of: 'fare * 2', name: 'most' }],
    });
    expect(found.columns.map(({ name }) => name)).toEqual(['month', 'age >= 18', 'most']);
    expect(found.items).toEqual([
      [1, true, 142.56],
      [2, false, 52],
      [2, null, 26],
      [3, true, 16.1],
      [3, null, 16.92],
      [4, true, 22.26],
      [null, false, 42.16],
    ]);
  });

  test('of views, with having, sort and limit', async () => {
    const found = await aggregate({
      view: { impute: [{ columns: ['age'], method: 'median' }], filter: 'fare > 8' },
      group_by: ['class'],
      aggregates: [{ statistic: 'mean', of: 'age', name: 'mean_age' }, { statistic: 'count' }],
      having: 'count >= 2 and class is present',
      sort: [{ column: 'mean_age', direction: 'descending' }],
      limit: 2,
    });
    // The median of 38 35 54 14 35 2 22 27 is 31.
    expect(found.items).toEqual([
      ['First', expect.closeTo(127 / 3, 12), 3],
      ['Third', expect.closeTo(68 / 3, 12), 3],
    ]);
    expect(found.total).toBe(3);
    expect(
      found.view_effects?.map(({ step, cells_changed, rows_removed }) => [
        step,
        cells_changed,
        rows_removed,
      ]),
    ).toEqual([
      ['missing age filled with the median', 2, 0],
      ['rows filtered', 0, 1],
    ]);
  });

  test('become a pivot table', async () => {
    const { pivot } = await aggregate({
      group_by: ['class', 'port'],
      aggregates: [{ statistic: 'count' }, { statistic: 'median', of: 'fare' }],
      across: 'port',
    });
    expect(pivot).toEqual({
      across: 'port',
      headers: ['C', 'Q', 'S', null],
      total: 4,
      rows: [
        { keys: ['First'], cells: [[1, 53.1], null, [2, 61.57], null] },
        { keys: ['Second'], cells: [[1, 26], null, [1, 13], null] },
        { keys: ['Third'], cells: [null, [1, 8.46], [2, 7.65], [1, 21.08]] },
        { keys: [null], cells: [null, null, [1, 11.13], null] },
      ],
    });
  });

  test('say exact sums, dates, shares and modes', async () => {
    const found = await aggregate({
      group_by: ['class'],
      aggregates: [
        { statistic: 'sum', of: 'price' },
        { statistic: 'min', of: 'day' },
        { statistic: 'median', of: 'day' },
        { statistic: 'true_share', of: 'adult' },
        { statistic: 'true_count', of: 'adult' },
        { statistic: 'mean', of: 'adult' },
        { statistic: 'sum', of: 'price > 0.95' },
        { statistic: 'mode', of: 'price' },
        { statistic: 'mode', of: 'port' },
        { statistic: 'distinct', of: 'port' },
      ],
      having: "class = 'Third'",
    });
    expect(found.items).toEqual([
      [
        'Third',
        14.3,
        '2026-03-01',
        '2026-03-02T00:00:00',
        expect.closeTo(2 / 3, 15),
        2,
        expect.closeTo(2 / 3, 15),
        1,
        0.95,
        'S',
        2,
      ],
    ]);
  });
});

test('every figure is that of a description of the group alone', async () => {
  const statistics = [
    'n',
    'missing',
    'distinct',
    'sum',
    'mean',
    'standard_error',
    'sd',
    'variance',
    'min',
    'q1',
    'median',
    'q3',
    'max',
    'iqr',
    'mad',
    'skewness',
    'kurtosis',
    'geometric_mean',
    'harmonic_mean',
    'trimmed_mean',
  ] as const;
  const state = { x: 7 };
  const random = (): number => (state.x = (state.x * 48271) % 2147483647) / 2147483647;
  const lines = Array.from({ length: 400 }, () =>
    [
      Math.floor(random() * 4),
      random() < 0.1 ? '' : (random() * 100 - 20).toFixed(2),
      random() < 0.1 ? '' : String(random() * 1e-3),
      String(BigInt(Math.floor(random() * 50)) + 9_007_199_254_740_993n),
    ].join(','),
  );
  const { table: random_ } = await tests.admit(`g,decimal,double,large\n${lines.join('\n')}\n`);
  for (const column of ['decimal', 'double', 'large']) {
    const { items } = await tests.engine.aggregate(random_, {
      group_by: ['g'],
      aggregates: [
        ...statistics.map((statistic) => ({ statistic, of: column })),
        { statistic: 'quantile', of: column, p: 0.9 },
        { statistic: 'mean_ci_low', of: column },
        { statistic: 'mean_ci_high', of: column },
      ],
      limit: 10,
    });
    expect(items.length).toBe(4);
    for (const [g, ...found] of items) {
      const {
        columns: [described],
      } = await tests.engine.describe(random_, {
        columns: [column],
        view: { filter: { column: 'g', op: 'eq', value: g ?? '' } },
        quantiles: [0.9],
        confidence_level: 0.95,
        correlations: false,
        plot: false,
      });
      if (described?.type !== 'number') throw new Error('It is a number column.');
      const figures: Record<string, unknown> = { ...described };
      expect(found).toEqual([
        ...statistics.map((name) => figures[name]),
        described.quantiles[0]?.value,
        described.mean_ci?.low,
        described.mean_ci?.high,
      ]);
    }
  }
});

describe('options of statistics', () => {
  const one = async (
    aggregates: z.input<typeof aggregateOptions.aggregates>,
    more: Partial<AggregateInput> = {},
  ) => aggregate({ ...more, aggregates: aggregateOptions.aggregates.parse(aggregates) });

  // NumPy: np.std(x, ddof=0), np.var(x, ddof=0), np.percentile(x, 90, method='weibull'),
  // np.corrcoef, np.cov; of the rows of First.
  test('population forms, types of quantiles, two columns together', async () => {
    const { items, columns } = await one(
      [
        { statistic: ['sd', 'variance'], of: 'fare', ddof: 0 },
        { statistic: 'quantile', of: 'fare', p: 0.4, type: 6 },
        { statistic: 'median', of: 'fare', type: 1 },
        { statistic: 'range', of: 'fare' },
        { statistic: 'correlation', of: 'fare', with: 'age' },
        { statistic: 'covariance', of: 'fare', with: 'age' },
        { statistic: 'covariance', of: 'fare', with: 'age', ddof: 0 },
      ],
      { view: { filter: "class = 'First'" } },
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'sd_ddof0_fare',
      'variance_ddof0_fare',
      'quantile_0.4_type6_fare',
      'median_type1_fare',
      'range_fare',
      'correlation_fare_age',
      'covariance_fare_age',
      'covariance_ddof0_fare_age',
    ]);
    const expected = [
      8.876851293611317, 78.7984888888889, 52.604, 53.1, 19.42, -0.41984327842914587,
      -46.62333333333334, -31.082222222222228,
    ];
    expect(items[0]).toEqual(expected.map((value) => expect.closeTo(value, 12)));
  });

  test('a single value varies by 0 in the population, and is no sample', async () => {
    expect(
      (
        await one(
          [
            { statistic: 'sd', of: 'fare', ddof: 0 },
            { statistic: 'sd', of: 'fare' },
            { statistic: 'covariance', of: 'fare', with: 'age', ddof: 0 },
            { statistic: 'correlation', of: 'fare', with: 'age' },
          ],
          { view: { filter: 'fare = 13 and age is missing or fare = 11.13' } },
        )
      ).items,
    ).toEqual([[expect.closeTo(0.935, 12), expect.closeTo(0.935 * Math.SQRT2, 12), 0, null]]);
    expect(
      (await one([{ statistic: 'sd', of: 'fare', ddof: 0 }], { view: { filter: 'fare = 13' } }))
        .items,
    ).toEqual([[0]]);
  });

  test('shares, and values by their place in the order of the view', async () => {
    const asked = [
      { statistic: ['count', 'share'] as const },
      { statistic: ['missing_share', 'first', 'last'] as const, of: 'age' },
      { statistic: 'nth' as const, of: 'age', n: 2 },
      { statistic: 'nth' as const, of: 'age', n: -2 },
      { statistic: 'first' as const, of: 'port' },
    ].map(({ statistic, ...rest }) => ({
      statistic: typeof statistic === 'string' ? statistic : [...statistic],
      ...rest,
    }));
    expect((await one(asked, { group_by: ['class'] })).items).toEqual([
      ['First', 3, 0.3, 0, 38, 54, 35, 35, 'S'],
      ['Second', 2, 0.2, 0.5, 14, 14, null, null, 'S'],
      ['Third', 4, 0.4, 0.25, 35, 22, 2, 2, 'S'],
      [null, 1, 0.1, 0, 27, 27, null, null, 'S'],
    ]);
    const sorted = { sort: [{ column: 'fare', direction: 'ascending' as const }] };
    expect((await one(asked, { group_by: ['class'], view: sorted })).items).toEqual([
      ['First', 3, 0.3, 0, 54, 38, 35, 35, 'S'],
      ['Second', 2, 0.2, 0.5, 14, 14, null, null, 'S'],
      ['Third', 4, 0.4, 0.25, 22, 2, 35, 35, 'S'],
      [null, 1, 0.1, 0, 27, 27, null, null, 'S'],
    ]);
  });

  test('several statistics of several columns, by column', async () => {
    const { columns, items } = await one([
      { statistic: ['count', 'min', 'max'], of: ['fare', 'age'] },
    ]);
    expect([columns.map(({ name }) => name), items]).toEqual([
      ['count', 'min_fare', 'max_fare', 'min_age', 'max_age'],
      [[10, 7.25, 71.28, 2, 54]],
    ]);
  });

  test.each<[AggregateInput['aggregates'][number], string]>([
    [{ statistic: 'mean', of: 'fare', ddof: 0 }, "'mean' takes no ddof."],
    [{ statistic: 'mean', of: 'fare', type: 6 }, "'mean' takes no type."],
    [{ statistic: 'mean', of: 'fare', with: 'age' }, "'mean' takes no with."],
    [{ statistic: 'nth', of: 'fare' }, "'nth' needs n."],
    [{ statistic: 'nth', of: 'fare', n: 0 }, 'n counts from 1, or from the end with -1.'],
    [{ statistic: 'correlation', of: 'fare' }, "'correlation' needs with."],
    [{ statistic: 'median', of: 'day', type: 6 }, 'Quantiles of dates are of type 7 alone.'],
    [
      { statistic: 'correlation', of: 'fare', with: 'port' },
      "'correlation' needs a number column; 'port' is a category column.",
    ],
  ])('%j is refused', async (asked, message) => {
    expect((await refusal({ aggregates: [asked] })).message).toBe(message);
  });
});

test('conditions of words alone are expressions, of columns and as groups', async () => {
  const { items } = await aggregate({
    group_by: ['port is missing'],
    aggregates: [
      { statistic: 'true_share', of: 'age is present' },
      { statistic: 'true_count', of: 'adult and age is present' },
      { statistic: 'true_count', of: 'not adult or age is missing' },
    ],
  });
  // Ages are present in 7 of the 9 rows with a port and in the one without; adults with an age are
  // the three of First, two of Third and the last row.
  expect(items).toEqual([
    [false, 7 / 9, 6, 3],
    [true, 1, 0, 1],
  ]);
});

test('of a condition, what gives its share is said', async () => {
  const share = await refusal({ aggregates: [{ statistic: 'share', of: 'fare > 20' }] });
  expect(share.details.fix).toContain('of a condition mean is the share of rows that meet it');
  const median = await refusal({ aggregates: [{ statistic: 'median', of: 'fare > 20' }] });
  expect(median.details.fix).toContain('mean (the share of true)');
});

test('aggregates may name the groups, as for the share within one of them', async () => {
  const asked = (by: string, name: string) =>
    aggregate({
      group_by: [{ name, expression: "coalesce(port, 'none')" }, 'class'],
      aggregates: [
        { statistic: 'count' },
        { statistic: 'max', of: `count(fare) / count(fare, by: ${by}, over: view)`, name: 'in it' },
        { statistic: 'max', of: by.replaceAll('`', ''), name: 'the group' },
      ],
    });
  const { items } = await asked('`in port`', 'in port');
  expect(items).toEqual([
    ['C', 'First', 1, 1 / 2, 'C'],
    ['C', 'Second', 1, 1 / 2, 'C'],
    ['Q', 'Third', 1, 1, 'Q'],
    ['S', 'First', 2, 2 / 6, 'S'],
    ['S', 'Second', 1, 1 / 6, 'S'],
    ['S', 'Third', 2, 2 / 6, 'S'],
    ['S', null, 1, 1 / 6, 'S'],
    ['none', 'Third', 1, 1, 'none'],
  ]);
  // A column of the table is itself, whatever a group is called.
  expect((await asked('port', 'port')).items.at(-1)).toEqual(['none', 'Third', 1, 1, null]);
});

test('functions in having that go from group to group go in the order of sort, else of the groups', async () => {
  const kept = async (sort?: AggregateInput['sort']) =>
    (
      await aggregate({
        group_by: ['port'],
        having: 'cumulative_sum(count) <= 7',
        ...(sort === undefined ? {} : { sort }),
      })
    ).items;
  // Of C 2, Q 1, S 6 and none 1.
  expect(await kept()).toEqual([
    ['C', 2],
    ['Q', 1],
  ]);
  expect(await kept([{ column: 'count', direction: 'descending' }])).toEqual([['S', 6]]);
  expect(await kept([{ column: 'count', direction: 'ascending' }])).toEqual([
    ['Q', 1],
    [null, 1],
    ['C', 2],
  ]);
});

describe('refusals name what to do', () => {
  test('an aggregate of an aggregate', async () => {
    for (const [field, again] of [
      ['of', { statistic: 'max', of: 'sum_fare' }],
      ['of', { statistic: 'max', of: 'sum_fare - previous(sum_fare)' }],
      ['weights', { statistic: 'mean', of: 'fare', weights: 'sum_fare' }],
    ] as const) {
      const { message, details } = await refusal({
        group_by: [{ name: 'm', expression: 'month(day)' }],
        aggregates: [{ statistic: 'sum', of: 'fare' }, again],
      });
      expect([details.errors?.[0]?.field, message, details.fix]).toEqual([
        `aggregates.1.${field}`,
        "'sum_fare' is a result of this call, and aggregates are of the rows of a group.",
        'Compare results in having or sort; run_sql looks from group to group, as sum(x) - lag(sum(x)) OVER (ORDER BY month) with GROUP BY month.',
      ]);
    }
  });

  test('a column that is not there, among those of the table and the groups', async () => {
    const { message, details } = await refusal({
      group_by: [{ name: 'in month', expression: 'month(day)' }],
      aggregates: [{ statistic: 'max', of: 'farre * 2' }],
    });
    expect([message, details.suggestions]).toEqual([
      "There is no column 'farre'. Did you mean fare? (character 1)",
      ['fare'],
    ]);
  });

  test('a further group of a function over rows, in an aggregate of groups', async () => {
    const { message, details } = await refusal({
      group_by: ['class'],
      aggregates: [{ statistic: 'max', of: 'mean(fare, by: port, adult)' }],
    });
    expect([message, details.fix]).toEqual([
      'mean takes several groups in brackets, by: [port, adult]. (character 1)',
      'Write mean(fare, by: [port, adult]).',
    ]);
  });

  test.each<[string, Partial<AggregateInput>, string, RegExp]>([
    ['a misspelled group', { group_by: ['clas'] }, 'unknown_column', /'clas'.*'class'/],
    [
      'words that are no column and no condition of columns',
      { aggregates: [{ statistic: 'true_share', of: 'clas is missing' }] },
      'unknown_column',
      /'clas is missing'/,
    ],
    [
      'a misspelled column',
      { aggregates: [{ statistic: 'mean', of: 'fair' }] },
      'unknown_column',
      /'fair'.*'fare'/,
    ],
    [
      'a mean of texts',
      { aggregates: [{ statistic: 'mean', of: 'port' }] },
      'wrong_column_type',
      /'mean' needs a number column; 'port' is a category column/,
    ],
    [
      'a median of true and false',
      { aggregates: [{ statistic: 'median', of: 'adult' }] },
      'wrong_column_type',
      /'median' needs a number or datetime column; 'adult' is a boolean column/,
    ],
    [
      'a column missing',
      { aggregates: [{ statistic: 'mean' }] },
      'invalid_input',
      /'mean' needs a column/,
    ],
    [
      'a column too many',
      { aggregates: [{ statistic: 'count', of: 'fare' }] },
      'invalid_input',
      /count takes no column/,
    ],
    [
      'a quantile without p',
      { aggregates: [{ statistic: 'quantile', of: 'fare' }] },
      'invalid_input',
      /needs p/,
    ],
    [
      'one name twice',
      { aggregates: [{ statistic: 'count' }, { statistic: 'count' }] },
      'invalid_input',
      /'count'/,
    ],
    [
      'having of no result',
      { group_by: ['class'], having: 'fare > 3' },
      'invalid_expression',
      /'fare'/,
    ],
    [
      'having that is no condition',
      { group_by: ['class'], having: 'count' },
      'invalid_expression',
      /true or false/,
    ],
    [
      'sort by no result',
      { group_by: ['class'], sort: [{ column: 'fare', direction: 'ascending' }] },
      'unknown_column',
      /'fare'/,
    ],
    [
      'across what is no group',
      { group_by: ['class', 'bin(age, [0, 18, 120])'], across: 'port' },
      'unknown_column',
      /^'port' is not in group_by: across names one of the groups, which are 'class', 'bin\(age, \[0, 18, 120\]\)'\.$/,
    ],
    [
      'across without groups',
      { group_by: [], across: 'port' },
      'unknown_column',
      /^'port' is not in group_by: across names one of the groups, and group_by names none\.$/,
    ],
  ])('%s', async (_, input, code, message) => {
    const refused = await refusal(input);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
  });
});
