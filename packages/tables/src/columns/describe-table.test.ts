import type {
  Association,
  Correlations,
  ColumnDescription,
  Description,
  NumberDescription,
} from '@columnist/contract';
import { depth, sharedData } from '@columnist/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DescribeInput } from './inputs.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

const options: DescribeInput = {
  quantiles: [0, 0.5, 1],
  confidence_level: 0.95,
  correlations: true,
  plot: true,
};
let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

async function describeText(
  content: string,
  input: Partial<DescribeInput> = {},
): Promise<Description> {
  return test.engine.describeFile(await test.write(content), { ...options, ...input });
}
const csv = (name: string, values: readonly unknown[]): string =>
  `${name},row\n${values.map((value, i) => `${String(value)},r${i}`).join('\n')}\n`;

function only<Type extends ColumnDescription['type']>(
  description: Description,
  type: Type,
): ColumnDescription & { type: Type } {
  const [column] = description.columns;
  if (column === undefined || !isOf(column, type)) throw new Error(`The column is no ${type}.`);
  return column;
}
const isOf = <Type extends ColumnDescription['type']>(
  column: ColumnDescription,
  type: Type,
): column is ColumnDescription & { type: Type } => column.type === type;
const numberOf = async (
  values: readonly unknown[],
  input: Partial<DescribeInput> = {},
): Promise<NumberDescription> => only(await describeText(csv('x', values), input), 'number');

function expectClose(
  actual: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, number>>,
  digits = 12,
): void {
  for (const [name, value] of Object.entries(wanted)) {
    expect(
      Math.abs(Number(actual[name]) / value - 1),
      `${name}: ${String(actual[name])} against ${value}`,
    ).toBeLessThan(10 ** -digits);
  }
}

const datasets = sharedData('datasets');
const penguins = join(datasets.path, 'penguins.csv');
const weather = join(datasets.path, 'nycflights13_weather.csv');

describe.skipIf(!datasets.isHere)(`figures of real files against R 4.2.2${datasets.note}`, () => {
  it('bill lengths', async () => {
    const column = only(
      await describeText(readFileSync(penguins, 'utf8'), { columns: ['bill_length_mm'] }),
      'number',
    );
    expectClose(column, {
      standard_error: 0.29522047628517617,
      mad: 7.0423499999999999,
      skewness: 0.053118066991324077,
      kurtosis: -0.87602696630601329,
      trimmed_mean: 43.90693430656934,
      geometric_mean: 43.580920443242938,
      harmonic_mean: 43.238402210976048,
    });
    expectClose({ ...column.mean_ci }, { low: 43.341247346654612, high: 44.502612302468201 });
    expectClose({ ...column.density }, { bandwidth: 1.5296667189271869 });
    expect(column.quantiles).toEqual([
      { p: 0, value: 32.1 },
      { p: 0.5, value: 44.45 },
      { p: 1, value: 59.6 },
    ]);
    expect(column.histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(342);
    expect(column.mode).toEqual({ value: 41.1, n: 7 });
    expect(column.outliers).toMatchObject({
      low: 0,
      high: 0,
      lower_whisker: 32.1,
      upper_whisker: 59.6,
      examples: [],
    });
  });

  it('correlations', async () => {
    const { correlations } = await describeText(readFileSync(penguins, 'utf8'), {
      columns: ['bill_length_mm', 'bill_depth_mm'],
    });
    const [pearson] = correlations?.pearson.pairs ?? [];
    const [spearman] = correlations?.spearman.pairs ?? [];
    expect({ n: pearson?.n_used, df: pearson?.df, reason: pearson?.reason }).toEqual({
      n: 342,
      df: 340,
      reason: null,
    });
    expectClose(
      { ...pearson, ...pearson?.ci },
      {
        estimate: -0.23505287035553274,
        p_value: 1.1196621961373369e-5,
        statistic: -4.4590930301115765,
        low: -0.33280719432245209,
        high: -0.13230042585590371,
      },
      11,
    );
    // tanh(atanh(rho) + c(-1, 1) * qnorm(.975) * sqrt((1 + rho^2 / 2) / (342 - 3)))
    expectClose(
      { ...spearman, ...spearman?.ci },
      {
        estimate: -0.22174915179457866,
        statistic: -4.1932485105148114,
        p_value: 3.5115397396489879e-5,
        low: -0.321434674055387,
        high: -0.117202554732959,
      },
      11,
    );
  });

  it('says why there are no correlations of very many columns', async () => {
    const wide = [0, 1, 2].map((row) =>
      Array.from({ length: 61 }, (_, i) => (row === 0 ? `c${i}` : row * i)).join(','),
    );
    const { correlations, method } = await describeText(`${wide.join('\n')}\n`);
    const why = 'none: 61 number columns are more than 60; name some in columns';
    expect(correlations).toBeNull();
    expect(method).toMatchObject({ pearson: why, spearman: why });
  });

  it('correlations over the rows that two columns share', async () => {
    const { correlations } = await describeText(readFileSync(weather, 'utf8'), {
      columns: ['wind_gust', 'pressure', 'temp', 'dewp'],
    });
    const pairOf = (matrix: 'pearson' | 'spearman', x: string, y: string) =>
      correlations?.[matrix].pairs.find((pair) => pair.x === x && pair.y === y);
    const gusts = pairOf('spearman', 'wind_gust', 'pressure');
    expect(gusts?.n_used).toBe(4993);
    expectClose(
      { ...gusts },
      {
        estimate: -0.20141083590847048,
        statistic: -14.526772592659698,
        p_value: 7.3288404736084193e-47,
      },
      10,
    );
    const dew = pairOf('pearson', 'temp', 'dewp');
    expectClose(
      { ...dew, ...dew?.ci },
      {
        estimate: 0.89436037231907617,
        statistic: 323.06349384775217,
        low: 0.89190656064677287,
        high: 0.89676152006995591,
      },
      12,
    );
    expect(dew?.p_value).toBe(0);
  });
});

describe('numbers', () => {
  it('stay exact beyond 2^53: range, sum, mode and spread', async () => {
    const column = await numberOf([
      '9007199254740993',
      '9007199254740994',
      '9007199254740994',
      '9007199254740997',
      '',
    ]);
    expect(column).toMatchObject({
      n: 4,
      missing: 1,
      distinct: 3,
      min: '9007199254740993',
      max: '9007199254740997',
      sum: '36028797018963978',
      mode: { value: 9_007_199_254_740_994, n: 2 },
      iqr: 1,
      variance: 3,
      sd: Math.sqrt(3),
      zeros: 0,
      negatives: 0,
    });
    expect(column.top_values.map(({ value }) => value)).toEqual([
      9_007_199_254_740_994,
      '9007199254740993',
      '9007199254740997',
    ]);
    const nines = '9'.repeat(38);
    const huge = await numberOf([nines, nines, `-${nines}`]);
    expect(huge).toMatchObject({
      n: 3,
      distinct: 2,
      min: `-${nines}`,
      max: nines,
      sum: nines,
      negatives: 1,
    });
    expect((await numberOf([nines, nines])).sum).toBe(`1${'9'.repeat(37)}8`);
  });

  it('in an offset keep their spread, as whole numbers and as decimals', async () => {
    expectClose(
      { ...(await numberOf([1e15 + 1, 1e15 + 2, 1e15 + 4])) },
      { variance: 7 / 3, mean: 1_000_000_000_000_002.3 },
      15,
    );
    const decimals = await numberOf([
      '123456789012345.001',
      '123456789012345.002',
      '123456789012345.004',
    ]);
    expect(decimals).toMatchObject({
      distinct: 3,
      min: '123456789012345.001',
      sum: '370370367037035.007',
    });
    expectClose(
      { ...decimals },
      { variance: 7e-6 / 3, iqr: 0.0015, skewness: 0.935219529582823 },
      9,
    );
    expectClose(
      {
        ...(await numberOf([
          1_700_000_000, 1_700_000_001, 1_700_000_002, 1_700_000_003, 1_700_000_004,
        ])),
      },
      { kurtosis: -1.2, variance: 2.5 },
      14,
    );
  });

  it('at the ends of the range of a double have figures, or a reason', async () => {
    const huge = await numberOf(['1e+300', '2e+300', '4e+300', '8e+300']);
    expectClose(
      { ...huge },
      { mean: 3.75e300, sd: 3.095695936834452e300, skewness: 1.1376243669576889, sum: 1.5e301 },
      14,
    );
    expect({ variance: huge.variance, reason: huge.reasons['variance'] }).toEqual({
      variance: null,
      reason: 'Beyond the range of a double.',
    });
    const edge = await numberOf(['1.7e308', '-1.7e308', '1.7e308']);
    expect(edge).toMatchObject({ sum: 1.7e308, median: 1.7e308, histogram: null, outliers: null });
    expect(edge.reasons).toMatchObject({
      histogram: 'Beyond the range of a double.',
      variance: 'Beyond the range of a double.',
    });
    const overflow = await numberOf(['1.7e308', '1.7e308']);
    expect({ sum: overflow.sum, mean: overflow.mean, reason: overflow.reasons['sum'] }).toEqual({
      sum: null,
      mean: 1.7e308,
      reason: 'Beyond the range of a double.',
    });
    const tiny = await numberOf(['1e-200', '3e-200']);
    expectClose({ ...tiny }, { mean: 2e-200, sd: Math.SQRT2 * 1e-200 }, 14);
    expect({ min: tiny.min, max: tiny.max }).toEqual({ min: 1e-200, max: 3e-200 });
  });

  it('so near to the end that a fence would lie beyond it have no picture, and say why', async () => {
    const column = await numberOf(['1.7976931348623137e+308', '1.797693134862315e+308']);
    expect(column).toMatchObject({
      min: 1.7976931348623137e308,
      max: 1.797693134862315e308,
      histogram: null,
      outliers: null,
      density: null,
      reasons: { outliers: 'Beyond the range of a double.' },
    });
  });

  it('leave infinities out and count them', async () => {
    const column = await numberOf(['inf', '1.5', '-Infinity', '2.5', 'NA', '1e0']);
    expect(column).toMatchObject({
      n: 3,
      missing: 1,
      distinct: 3,
      min: 1,
      max: 2.5,
      sum: 5,
      n_excluded: [
        { reason: 'missing', n: 1 },
        { reason: 'infinite', n: 2 },
      ],
    });
  });

  it('say why a figure is missing', async () => {
    expect(
      await numberOf(['5', '']).then(({ sd, skewness, density, reasons }) => ({
        sd,
        skewness,
        density,
        reasons,
      })),
    ).toEqual({
      sd: null,
      skewness: null,
      density: null,
      reasons: {
        mean_ci: 'Needs at least two values.',
        standard_error: 'Needs at least two values.',
        variance: 'Needs at least two values.',
        sd: 'Needs at least two values.',
        skewness: 'Needs at least three values.',
        kurtosis: 'Needs at least four values.',
        density: 'All values are equal.',
        normal_plot: 'All values are equal.',
        weighted: 'Not asked for.',
      },
    });
    const constant = await numberOf(['0.1', '0.1', '0.1', '0.1', '0.1']);
    expect(constant).toMatchObject({
      mean: 0.1,
      sd: 0,
      skewness: null,
      kurtosis: null,
      reasons: {
        skewness: 'All values are equal.',
        kurtosis: 'All values are equal.',
        density: 'All values are equal.',
      },
    });
    const signed = await numberOf(['-1', '0', '1', '1']);
    expect(signed).toMatchObject({
      zeros: 1,
      negatives: 1,
      geometric_mean: null,
      reasons: { geometric_mean: 'Defined for positive values only.' },
    });
  });

  it('have the points of R qqnorm, the line of qqline, and their ends', async () => {
    const { normal_plot: plot, extremes } = await numberOf([
      '2.5',
      '3.1',
      '9.7',
      '4.2',
      '5.5',
      '6.1',
      '2.2',
      '8.8',
    ]);
    expect(plot?.observed).toEqual([2.2, 2.5, 3.1, 4.2, 5.5, 6.1, 8.8, 9.7]);
    const scores = [1.4342001596863794, 0.8524950342746939, 0.4727891209922673, 0.1525059742462444];
    expect(plot?.theoretical).toEqual([
      ...scores.map((z) => expect.closeTo(-z, 12)),
      ...scores.toReversed().map((z) => expect.closeTo(z, 12)),
    ]);
    expect(plot?.line).toEqual({
      slope: expect.closeTo(2.835476742891963, 12),
      intercept: expect.closeTo(4.8625, 12),
    });
    expect(extremes).toEqual({
      lowest: [2.2, 2.5, 3.1, 4.2, 5.5].map((value) => ({ value, n: 1 })),
      highest: [9.7, 8.8, 6.1, 5.5, 4.2].map((value) => ({ value, n: 1 })),
    });
    const many = await numberOf(Array.from({ length: 1000 }, (_, i) => String(i % 4)));
    expect([
      many.normal_plot?.observed.length,
      many.normal_plot?.observed[0],
      many.normal_plot?.observed.at(-1),
    ]).toEqual([200, 0, 3]);
    expect(many.extremes?.highest).toEqual([3, 2, 1, 0].map((value) => ({ value, n: 250 })));
  });

  it('under a view that keeps no row have no figure, and never NaN', async () => {
    const { admitted, table } = await test.admit(
      'x,g,d,b,t\n1,a,2024-01-01,true,one\n2,b,2024-01-02,false,two words\n3,a,2024-01-03,true,three\n4,b,,,\n',
    );
    expect(admitted.columns.map(({ type }) => type)).toEqual([
      'number',
      'category',
      'datetime',
      'boolean',
      'text',
    ]);
    const description = await test.engine.describe(table, {
      ...options,
      view: { filter: { column: 'x', op: 'gt', value: 10 } },
    });
    expect(description).toMatchObject({
      n_used: 0,
      n_excluded: [{ reason: 'filtered out by the view', n: 4 }],
    });
    for (const column of description.columns) {
      const nulls = Object.entries(column).flatMap(([name, figure]) =>
        figure === null ? [name] : [],
      );
      expect({
        n: column.n,
        distinct: column.distinct,
        top: column.top_values,
        unexplained: nulls.filter((name) => column.reasons[name] === undefined),
      }).toEqual({ n: 0, distinct: 0, top: [], unexplained: [] });
    }
    expect(description.correlations).toBeNull();
  });
});

describe('other columns', () => {
  it('text: lengths in characters, order by code point, ties in that order', async () => {
    const column = only(
      await describeText(csv('t', ['z', '🙂', 'ﬀ', 'ab', 'ab', 'Zz', 'Zz', 'e\u0301'])),
      'text',
    );
    expect(column).toMatchObject({
      n: 8,
      distinct: 6,
      first: 'Zz',
      last: '🙂',
      mode: { value: 'Zz', n: 2 },
      lengths: { min: 1, max: 2, mean: 1.625, median: 2 },
    });
    expect(column.top_values.map(({ value }) => value)).toEqual([
      'Zz',
      'ab',
      'e\u0301',
      'z',
      'ﬀ',
      '🙂',
    ]);
  });

  it('moments: range and gaps between distinct moments', async () => {
    const column = only(
      await describeText(
        csv('d', ['2024-01-01', '2024-01-02', '2024-01-02', '2024-01-05', '2024-01-06', '']),
      ),
      'datetime',
    );
    expect(column).toMatchObject({
      n: 5,
      missing: 1,
      distinct: 4,
      min: '2024-01-01',
      max: '2024-01-06',
      median: '2024-01-02',
      range_seconds: 432_000,
      gaps: {
        median_seconds: 86_400,
        max_seconds: 259_200,
        regular: false,
        largest: [{ from: '2024-01-02', to: '2024-01-05', seconds: 259_200 }],
      },
      top_values: [
        { value: '2024-01-02', n: 2, share: 0.4 },
        { value: '2024-01-01', n: 1, share: 0.2 },
        { value: '2024-01-05', n: 1, share: 0.2 },
        { value: '2024-01-06', n: 1, share: 0.2 },
      ],
    });
    const zoned = only(
      await describeText(csv('d', ['2024-01-01T00:00:00.25Z', '2024-01-01T02:00:00+01:00'])),
      'datetime',
    );
    expect(zoned).toMatchObject({
      storage: 'TIMESTAMPTZ',
      min: '2024-01-01T00:00:00.25Z',
      max: '2024-01-01T01:00:00Z',
      median: '2024-01-01T00:30:00.125Z',
      gaps: { regular: true },
    });
    const clock = only(await describeText(csv('d', ['08:00', '09:30:15'])), 'datetime');
    expect(clock).toMatchObject({
      storage: 'TIME',
      min: '08:00:00',
      max: '09:30:15',
      range_seconds: 5415,
    });
  });

  it('booleans: shares with the Wilson interval of R prop.test(7, 20, correct = FALSE)', async () => {
    const column = only(
      await describeText(
        csv(
          'b',
          Array.from({ length: 20 }, (_, i) => i < 7),
        ),
      ),
      'boolean',
    );
    expect(column).toMatchObject({
      true_count: 7,
      false_count: 13,
      true_share: 0.35,
      top_values: [
        { value: false, n: 13, share: 0.65 },
        { value: true, n: 7, share: 0.35 },
      ],
    });
    expectClose(
      { ...column.true_share_ci },
      { low: 0.18119182410108206, high: 0.56714572331476365 },
      13,
    );
  });
});

describe('other definitions', () => {
  // quantile(c(1:9, 15), c(.25, .75), type = 6) is 2.75 and 8.25; of type 7 it is 3.25 and 7.75.
  it.each([
    [6, 2.75, 8.25, -5.5, 16.5, 0, 15],
    [7, 3.25, 7.75, -3.5, 14.5, 1, 9],
  ] as const)(
    'of quartiles of type %i hold for fences and lines too',
    async (type, q1, q3, ...box) => {
      const { table } = await test.admit(`x\n${[1, 2, 3, 4, 5, 6, 7, 8, 9, 15].join('\n')}\n`);
      const [column] = (
        await test.engine.describe(table, {
          quantiles: [],
          confidence_level: 0.95,
          correlations: false,
          plot: true,
          quantile_type: type,
        })
      ).columns;
      if (column?.type !== 'number') throw new Error('It is a number.');
      const { outliers, normal_plot: plot } = column;
      expect([
        column.q1,
        column.q3,
        outliers?.low_fence,
        outliers?.high_fence,
        outliers?.high,
        outliers?.upper_whisker,
      ]).toEqual([q1, q3, ...box]);
      // qnorm(0.75) is 0.6744898.
      expect(plot?.line.slope).toBeCloseTo((q3 - q1) / (2 * 0.6744897501960817), 12);
    },
  );

  it('of quantiles, moments, means and intervals are those of R', async () => {
    const { table } = await test.admit(
      'x,w,b\n2.1,1,true\n3.4,2,true\n3.4,0,false\n5.9,1,true\n8.2,3,false\n13.7,1,true\n21.9,2,\n',
    );
    const ask = async (given: Partial<DescribeInput>) =>
      test.engine.describe(table, {
        quantiles: [0.1, 0.5],
        confidence_level: 0.95,
        correlations: false,
        plot: false,
        ...given,
      });
    const {
      columns: [x, , b],
      method,
    } = await ask({
      quantile_type: 6,
      moments_type: 3,
      trim: 0.2,
      proportion_interval: 'exact',
      weights: 'w',
    });
    if (x?.type !== 'number' || b?.type !== 'boolean')
      throw new Error('There are a number and a boolean.');
    // quantile(x, type = 6), e1071::skewness(x, type = 3), mean(x, trim = 0.2), weighted.mean,
    // cov.wt, binom.test(4, 6).
    expectClose(
      {
        q1: x.q1 ?? NaN,
        q3: x.q3 ?? NaN,
        p10: x.quantiles[0]?.value ?? NaN,
        skewness: x.skewness ?? NaN,
        trimmed: x.trimmed_mean ?? NaN,
        winsorised: x.winsorised_mean ?? NaN,
      },
      {
        q1: 3.4,
        q3: 13.7,
        p10: 2.1,
        skewness: 0.83019194532456042,
        trimmed: 6.92,
        winsorised: 7.3857142857142852,
      },
      12,
    );
    expect(x.weighted).toMatchObject({ n: 6, sum_of_weights: 10 });
    expectClose(
      {
        mean: x.weighted?.mean ?? NaN,
        sd: x.weighted?.sd ?? NaN,
        effective: x.weighted?.effective_n ?? NaN,
      },
      { mean: 9.69, sd: 7.6812189787819465, effective: 5 },
      12,
    );
    expectClose(
      { low: b.true_share_ci?.low ?? NaN, high: b.true_share_ci?.high ?? NaN },
      { low: 0.22277809550351219, high: 0.95672813170725823 },
      12,
    );
    expect(method).toMatchObject({
      quantiles: 'type 6 (R)',
      true_share_ci: 'Clopper-Pearson, exact',
      weighted:
        'weights of w, rows with a weight above 0: mean and sd of numbers, shares of categories ' +
        'and booleans',
    });
    const [usual] = (await ask({})).columns;
    expect(usual).toMatchObject({ weighted: null, q1: 3.4 });
    expect((await ask({ columns: ['w'], weights: 'w' })).columns[0]).toMatchObject({
      weighted: null,
      reasons: { weighted: 'It is the column of weights.' },
    });
    // R: prop.table(xtabs(w ~ b)); effective number 8² / 16.
    expect(b.weighted).toEqual({
      n: 5,
      sum_of_weights: 8,
      effective_n: 4,
      true_share: 0.625,
      top_values: [
        { value: true, n: 4, sum_of_weights: 5, share: 0.625 },
        { value: false, n: 1, sum_of_weights: 3, share: 0.375 },
      ],
    });
    await expect(ask({ weights: 'b' })).rejects.toMatchObject({ code: 'wrong_column_type' });
    await expect(ask({ weights: 'ww' })).rejects.toMatchObject({ code: 'unknown_column' });
    await expect(
      ask({ weights: 'v', view: { derive: [{ name: 'v', expression: 'w - 1' }] } }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: "'v' has a weight below 0, in row 3.",
    });
  });
});

it('weights the shares of categories, of twelve the ten heaviest', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({
    value: i % 17 === 0 ? null : `k${String((i * 5 + (i % 3)) % 12).padStart(2, '0')}`,
    weight: ((i * 5) % 12 > 8 ? 0 : (i * 7) % 11) / 4 + (i % 12 === 3 ? 2 : 0),
    note: `text ${i}`,
    day: '2026-01-31',
  }));
  const found = await describeText(
    `g,w,note,day\n${rows.map(({ value, weight, note, day }) => `${value ?? ''},${weight},${note},${day}`).join('\n')}\n`,
    { weights: 'w' },
  );
  const used = rows.filter(({ value, weight }) => value !== null && weight > 0);
  // Quarters and their squares are exact in doubles.
  const sum = (of: typeof rows): number => of.reduce((total, { weight }) => total + weight, 0);
  const squares = used.reduce((total, { weight }) => total + weight ** 2, 0);
  const groups = [...Map.groupBy(used, ({ value }) => value)]
    .map(([value, of]) => ({
      value,
      n: of.length,
      sum_of_weights: sum(of),
      share: sum(of) / sum(used),
    }))
    .toSorted(
      (a, b) => b.sum_of_weights - a.sum_of_weights || ((a.value ?? '') < (b.value ?? '') ? -1 : 1),
    );
  const [category, , note, day] = found.columns;
  if (category?.type !== 'category' || note?.type !== 'text') throw new Error('They are texts.');
  const { effective_n: effective, ...weighted } = category.weighted ?? { effective_n: NaN };
  expect(weighted).toEqual({
    n: used.length,
    sum_of_weights: sum(used),
    top_values: groups.slice(0, 10),
  });
  expectClose({ effective }, { effective: sum(used) ** 2 / squares }, 14);
  expect(category.top_values[0]?.value).not.toBe(groups[0]?.value);
  expect([note.weighted, note.reasons['weighted']]).toEqual([
    null,
    'Texts of more than 100 values are not weighted.',
  ]);
  expect(day).not.toHaveProperty('weighted');
});

function matrixOf(found: Association): Correlations {
  if (!('matrix' in found)) throw new Error('It is a matrix.');
  return found;
}

describe('association', () => {
  it('needs number columns, each once', async () => {
    const { table } = await test.admit('x,y,g\n1,2,a\n2,4,b\n3,5,a\n4,9,b\n');
    const ask = (columns: string[]) =>
      test.engine.association(table, { method: 'pearson', columns, confidence_level: 0.9 });
    await expect(ask(['x', 'g'])).rejects.toMatchObject({
      code: 'wrong_column_type',
      details: { column: 'g' },
    });
    await expect(ask(['x', 'x'])).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ field: 'columns' }] },
    });
    await expect(ask(['x', 'yy'])).rejects.toMatchObject({ code: 'unknown_column' });
    const { matrix, method } = matrixOf(await ask(['y', 'x']));
    expect(method).toEqual({ pearson: 'pairwise complete rows, t test, Fisher z interval' });
    expect(matrix).toMatchObject({
      method: 'pearson',
      columns: ['y', 'x'],
      pairs: [{ x: 'y', y: 'x', n_used: 4, df: 2, ci: { level: 0.9 } }],
    });
    expectClose(
      { ...matrix.pairs[0], ...matrix.pairs[0]?.ci },
      {
        estimate: 0.96476382123773208,
        statistic: 5.1854497287013483,
        p_value: 0.035236178762267936,
        low: 0.35020145840389388,
        high: 0.99866427641410727,
      },
      9,
    );
  });

  it('of huge, tiny and constant columns is a number or has a reason', async () => {
    const { table } = await test.admit(
      'a,b,c,d\n1e+300,1e-300,5,1\n2e+300,3e-300,5,\n4e+300,2e-300,5,\n9e+300,9e-300,5,\n',
    );
    const { matrix } = matrixOf(
      await test.engine.association(table, {
        method: 'pearson',
        columns: ['a', 'b', 'c', 'd'],
        confidence_level: 0.95,
      }),
    );
    const [ab, ac, ad] = matrix.pairs;
    expectClose({ ...ab }, { estimate: 0.93815554330267725 }, 12);
    expect(ac).toMatchObject({
      n_used: 4,
      estimate: null,
      reason: 'A column is constant over these rows.',
    });
    expect(ad).toMatchObject({
      n_used: 1,
      estimate: null,
      reason: 'Fewer than two rows have both values.',
    });
  });
});

/** Where tests go deep a table of 32 million cells, otherwise of 3.2 million. */
const n = depth === 'all' ? 3_200_000 : 320_000;
it(`a table of ${n / 100_000} million cells has the figures of the definitions`, async () => {
  const names = Array.from({ length: n / 4 }, (_, i) => `t${i}`).sort();
  const lines = Array.from(
    { length: n },
    (_, i) =>
      `${i + 1},${n - i},${(i + 1) % 5 === 0 ? '' : 2 * (i + 1)},t${i % names.length},b,c,d,e,f,g`,
  );
  const file = Buffer.concat([
    Buffer.from('up,down,gap,p,q,r,s,t,u,v\n'),
    ...Array.from({ length: 32 }, (_, part) =>
      Buffer.from(`${lines.slice((part * n) / 32, ((part + 1) * n) / 32).join('\n')}\n`),
    ),
  ]);
  const { profile } = (await test.admit(file)).admitted;
  const [up, , gap] = profile.columns;
  // Of 1, 2, …, n; and of its doubles without each fifth.
  expect(up).toMatchObject({
    n,
    missing: 0,
    distinct: n,
    min: 1,
    max: n,
    sum: (n * (n + 1)) / 2,
    mean: (n + 1) / 2,
    median: (n + 1) / 2,
    q1: (n + 3) / 4,
  });
  expectClose({ ...up }, { variance: (n * (n + 1)) / 12 });
  expect(gap).toMatchObject({
    n: (4 * n) / 5,
    missing: n / 5,
    min: 2,
    max: 2 * (n - 1),
    sum: n * (n + 1) - 5 * (n / 5) * (n / 5 + 1),
    mean: n,
  });
  expect(profile.columns[3]).toMatchObject({
    n,
    distinct: n / 4,
    first: names[0],
    last: names.at(-1),
    top_values: names.slice(0, 10).map((value) => ({ value, n: 4 })),
  });
  expect(profile.columns.slice(4).map((one) => one.distinct)).toEqual([1, 1, 1, 1, 1, 1]);
  for (const method of ['pearson', 'spearman'] as const) {
    expect(
      profile.correlations?.[method].pairs.map(({ x, y, n_used, estimate }) => ({
        x,
        y,
        n_used,
        estimate: Number(estimate?.toFixed(12)),
      })),
    ).toEqual([
      { x: 'up', y: 'down', n_used: n, estimate: -1 },
      { x: 'up', y: 'gap', n_used: (4 * n) / 5, estimate: 1 },
      { x: 'down', y: 'gap', n_used: (4 * n) / 5, estimate: -1 },
    ]);
  }
});
