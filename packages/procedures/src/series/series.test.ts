import { timeSeriesOptions, type TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { effectOf, expectSame as expectFigures, rowsOf } from '../testing-figures.ts';

/**
 * Figures of R 4.2 (acf, pacf, Box.test, cor.test, stl, and a search of its own for ETS),
 * statsmodels 0.13 and SciPy 1.10 on the same rows.
 */
const swings = [0, -8, 4, 9, 14, 20, 25, 22, 10, 3, -6, 31];
const lines = Array.from({ length: 72 }, (_, i) =>
  [
    `${2018 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`,
    (120 + 0.9 * i + (swings[i % 12] ?? 0) + ((i * 37) % 23) / 2).toFixed(1),
    ((i * i * 7) % 41) + ((i * 53) % 19) * 0.5 - i * 0.2,
    1950 + i,
  ].join(','),
);
const csvOf = (some: readonly string[]): string => `month,sales,walk,year\n${some.join('\n')}\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  // Rows come in any order: time decides.
  ({ table } = await tests.admit(csvOf(lines.toReversed())));
});
afterAll(async () => tests.close());

const walk = { value: 'walk', time: 'month' } as const;
const sales = { value: 'sales', time: 'month' } as const;
const ask = (input: z.input<typeof timeSeriesOptions>, of = table): Promise<TestResult> =>
  tests.engine.timeSeries(of, timeSeriesOptions.parse(input));

const expectSame = (
  found: readonly (string | number | null | undefined)[],
  wanted: readonly number[],
  within = 1e-10,
): void => expectFigures(found, wanted, within);

describe('dependence on earlier values', () => {
  it('has autocorrelations, partial ones and the Ljung–Box test', async () => {
    const result = await ask({ method: 'autocorrelation', lags: 12, ...walk });
    const rows = rowsOf(result, 'Autocorrelations');
    expectSame(
      rows.map((row) => row[1]),
      [
        0.169806682947538, -0.187326870580983, -0.0140724176404615, 0.231542065500538,
        0.309752107734152, 0.214797272666735, 0.000956088400571662, -0.174338115559591,
        0.0298207948909587, 0.114405163016474, 0.12935165381973, -0.0865553346103759,
      ],
    );
    expectSame(
      rows.map((row) => row[2]),
      [
        0.1698066829475382, -0.2225790946751129, 0.0678319340735324, 0.1946273344903727,
        0.260294358780783, 0.2357601128685101, 0.0545906060033724, -0.1830630158176731,
        -0.0661307048319735, -0.1578146842344236, 0.0120445033751834, -0.113483744812609,
      ],
    );
    expectSame([result.statistic?.value, result.p_value], [26.2621819306803, 0.00985315684484989]);
    expect(result.assumptions).toEqual([
      { name: 'evenly spaced', verdict: 'holds', said: 'One a month, none missing.' },
    ]);
  });

  it.each([
    ['none', -0.9112486196947767, 0.3242039638101005, 5],
    ['constant', -1.6956119928478393, 0.4333747165370486, 5],
    ['trend', -4.734199055138615, 0.0006095544774893748, 11],
  ] as const)(
    'tests for a unit root with %s as adfuller',
    async (deterministics, statistic, p, lags) => {
      const result = await ask({ method: 'adf', deterministics, ...walk });
      expectSame([result.statistic?.value, result.p_value], [statistic, p]);
      expect(result.procedure.variant).toContain(`${lags} lagged differences`);
    },
  );

  it('takes the lags that are asked for', async () => {
    const result = await ask({ method: 'adf', deterministics: 'trend', lags: 4, ...sales });
    expectSame(
      [result.statistic?.value, result.p_value],
      [-4.720134919863978, 0.0006445484372085811],
    );
  });

  it.each([
    ['constant', undefined, 'walk', 0.8033226603577603, 0.00716],
    ['trend', undefined, 'walk', 0.06520877443533885, 0.36],
    ['constant', 5, 'sales', 1.2526105044787776, 0.0007],
    ['trend', 5, 'sales', 0.03149681219384387, 0.85],
  ] as const)(
    'tests for stationarity about a %s (lags %s) as kpss, with p beyond its table',
    async (about, lags, value, statistic, p) => {
      const result = await ask({
        method: 'kpss',
        about,
        ...(lags === undefined ? {} : { lags }),
        ...walk,
        value,
      });
      expectSame([result.statistic?.value], [statistic]);
      expect(Math.abs((result.p_value ?? NaN) - p) / p).toBeLessThan(0.1);
    },
  );

  it('tests for a trend by Mann and Kendall, with the slope of Sen', async () => {
    const result = await ask({ method: 'mann_kendall', ...walk });
    expectSame(
      [result.statistic?.value, result.p_value, effectOf(result, "Kendall's τ")],
      [-2.7661149604250856, 0.0056728532556473, -0.223091993603885],
    );
    expectSame(
      [result.estimate?.value, result.estimate?.ci?.low, result.estimate?.ci?.high],
      [-0.17222222222222225, -0.3060606060606061, -0.05576923076923081],
    );
    expect(result.sentence).toBe(
      'The values of walk tend to fall: median slope −0.172 a month, 95% CI [−0.306, −0.056] (p = .006, Kendall’s τ = −.22).',
    );
    const byYear = await ask({ method: 'mann_kendall', ...walk, time: 'year' });
    expectSame([byYear.estimate?.value], [-0.17222222222222225]);
  });
});

describe('components', () => {
  it('decomposes as stl with a periodic season', async () => {
    const result = await ask({
      method: 'stl',
      seasonal_window: 'periodic',
      robust: false,
      ...sales,
    });
    expectSame(
      rowsOf(result, 'Season').map((row) => row[2]),
      [
        -11.365818477342845, -18.157561417338858, -6.865969811889111, -2.392334411775984,
        3.997966442891382, 9.552257874472987, 16.023209306118595, 12.563048084295326,
        0.102886862472053, -7.499780373468739, -17.102449427568747, 21.144545738340277,
      ],
    );
    const rows = rowsOf(result, 'Components');
    expectSame(
      [0, 35, 71].map((i) => rows[i]?.[2]),
      [134.517310590407, 167.669161293439, 197.939309397378],
    );
    expectSame(
      [0, 35, 71].map((i) => rows[i]?.[4]),
      [-3.15149211306419, -2.81370703177922, -1.68385513571781],
    );
    expectSame(
      [effectOf(result, 'strength of the season'), effectOf(result, 'strength of the trend')],
      [0.934894299357142, 0.971282637124742],
    );
    expect(result.sentence).toBe(
      'sales has a clear season of 12 values (strength .93): lowest in February (−18.2), highest in December (+21.1); its trend goes from 135 to 198 (strength .97).',
    );
  });

  it('decomposes as robust stl with a season that moves', async () => {
    const rows = rowsOf(
      await ask({ method: 'stl', seasonal_window: 7, robust: true, ...sales }),
      'Components',
    );
    expectSame(
      [0, 35, 71].map((i) => rows[i]?.[3]),
      [-11.1461059406933, 19.8451369600664, 21.2386595598224],
      1e-8,
    );
    expectSame(
      [0, 35, 71].map((i) => rows[i]?.[2]),
      [134.018563508789, 167.601119153616, 198.762533928858],
      1e-8,
    );
  });

  it.each([
    ['ANN', 'walk', -323.2806931219195, { 'α, level': 0.0668312575343395 }],
    ['AAdN', 'walk', -320.4575495545768, { 'φ, damping': 0.98 }],
    ['AAA', 'sales', -238.941162257105, { 'γ, season': 1e-4 }],
    ['ANA', 'sales', -262.095787534627, { 'α, level': 0.449086729300877 }],
  ] as const)(
    'fits %s with the largest likelihood',
    async (form, value, likelihood, parameters) => {
      const result = await ask({ method: 'ets', form, horizon: 3, log: false, ...walk, value });
      expect(effectOf(result, 'log-likelihood')).toBeGreaterThan(
        likelihood - 1e-9 * Math.abs(likelihood),
      );
      expect(effectOf(result, 'log-likelihood')).toBeLessThan(
        likelihood + 1e-6 * Math.abs(likelihood),
      );
      for (const [name, wanted] of Object.entries(parameters))
        expect(Math.abs(effectOf(result, name) - wanted) / wanted).toBeLessThan(1e-5);
    },
  );

  it('forecasts by the form of least AICc, at the months that follow', async () => {
    const result = await ask({ method: 'ets', form: 'auto', horizon: 2, log: false, ...sales });
    expect(result.procedure.name).toBe('Exponential smoothing, ETS(A,A,A)');
    expect(rowsOf(result, 'Forecast').map(([month]) => month)).toEqual([
      '2024-01-01',
      '2024-02-01',
    ]);
    expect(
      rowsOf(result, 'Forecast').every(
        ([, value, low, high]) => Number(low) < Number(value) && Number(value) < Number(high),
      ),
    ).toBe(true);
    expect(result.picture).toMatchObject({
      kind: 'series',
      x_name: 'month',
      lines: [{ name: 'sales' }, { name: 'fitted' }, { name: 'forecast' }],
    });
  });

  it('forecasts logarithms back in their own units', async () => {
    const result = await ask({ method: 'ets', form: 'AAN', horizon: 1, log: true, ...sales });
    const [row] = rowsOf(result, 'Forecast');
    expect(Number(row?.[1])).toBeGreaterThan(150);
    expect(Number(row?.[3]) - Number(row?.[1])).toBeGreaterThan(
      Number(row?.[1]) - Number(row?.[2]),
    );
  });
});

describe('spacing', () => {
  const without = (...months: readonly string[]): string =>
    csvOf(lines.filter((line) => !months.some((month) => line.startsWith(month))));

  it('says from when to when, how far apart, and what is missing', async () => {
    const { table: holes } = await tests.admit(without('2019-03', '2019-04', '2021-11'));
    const result = await ask({ method: 'overview', ...walk }, holes);
    expect(result.sentence).toBe(
      'walk has 69 values from 2018-01-01 to 2023-12-01, one a month, with 3 missing in 2 gaps. The first 12 values have a median of 22.0, the last 12 one of 12.3.',
    );
    expect(rowsOf(result, 'Gaps')).toEqual([
      ['2019-02-01', '2019-05-01', 2],
      ['2021-10-01', '2021-12-01', 1],
    ]);
    expect(result.assumptions[0]).toMatchObject({ verdict: 'doubtful' });
    expect(result.procedure.variant).toBe(
      'values as they are; rolling figures of 12 values, whatever time lies between them',
    );
    const even = await ask({ method: 'overview', ...walk, gaps: 'linear' }, holes);
    expect(even.procedure.variant).toBe('values as they are; rolling figures of 12 values');
    await expect(
      ask({ method: 'stl', seasonal_window: 'periodic', robust: false, ...sales }, holes),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fix: "Choose in 'gaps' what to put there: 'linear', 'previous' or 'zero'." },
    });
    const filled = await ask(
      { method: 'stl', seasonal_window: 'periodic', robust: false, ...sales, gaps: 'linear' },
      holes,
    );
    expect(
      rowsOf(filled, 'Components')
        .slice(14, 16)
        .map(([month]) => month),
    ).toEqual(['2019-03-01', '2019-04-01']);
    expect(rowsOf(filled, 'Components')).toHaveLength(72);
  });

  it('rolls figures over the values', async () => {
    const rows = rowsOf(
      await ask({ method: 'overview', ...sales, window: 3 }),
      'Rolling figures of 3 values',
    );
    expect(rows[0]?.slice(2)).toEqual([null, null]);
    const [a = NaN, b = NaN, c = NaN] = lines.map((line) => Number(line.split(',')[1]));
    expectSame([rows[2]?.[2]], [(a + b + c) / 3]);
  });

  it('says where a table has the last values alone', async () => {
    const { table: long } = await tests.admit(
      `day,v\n${Array.from({ length: 2200 }, (_, i) => `${new Date(Date.UTC(2018, 0, 1 + i)).toISOString().slice(0, 10)},${(i % 7) + i / 100}`).join('\n')}\n`,
    );
    const daily = { value: 'v', time: 'day' } as const;
    const rolling = await ask({ method: 'overview', ...daily, window: 7 }, long);
    const parts = await ask(
      { method: 'stl', seasonal_window: 'periodic', robust: false, period: 7, ...daily },
      long,
    );
    const ends = (result: typeof rolling, title: string) =>
      [0, -1].map((place) => rowsOf(result, title).at(place)?.slice(0, 2));
    const last = ['2024-01-09', (2199 % 7) + 21.99];
    expect(ends(rolling, 'Rolling figures of 7 values, the last 500 of 2200')).toEqual([
      ['2022-08-28', (1700 % 7) + 17],
      last,
    ]);
    expect(ends(parts, 'Components, the last 2000 of 2200')).toEqual([
      ['2018-07-20', (200 % 7) + 2],
      last,
    ]);
  });

  it('brings rows of many moments to one value for each unit', async () => {
    const csv = `at,v\n${Array.from({ length: 240 }, (_, i) => `${new Date(Date.UTC(2024, 1, 26, i)).toISOString().slice(0, 19)},${i}`).join('\n')}\n`;
    const { table: hours } = await tests.admit(csv);
    const overview = { method: 'overview', value: 'v', time: 'at', window: 2 } as const;
    expect((await ask(overview, hours)).sentence).toBe(
      'v has 240 values from 2024-02-26T00:00:00 to 2024-03-06T23:00:00, one an hour, without gaps. The first 2 values have a median of 0.5, the last 2 one of 238.5.',
    );
    const days = rowsOf(
      await ask({ ...overview, every: 'day', aggregate: 'sum' }, hours),
      'Rolling figures of 2 values',
    );
    expect(days.map((row) => row.slice(0, 2))).toEqual(
      Array.from({ length: 10 }, (_, d) => [
        new Date(Date.UTC(2024, 1, 26 + d)).toISOString().slice(0, 10),
        24 * (24 * d) + 276,
      ]),
    );
    await expect(ask({ ...overview, every: 'week' }, hours)).rejects.toThrow(
      "'v' has 2 values here; a series needs at least three.",
    );
  });

  it('doubts that series which share their moments are one that is evenly spaced', async () => {
    const csv = `at,sensor,v\n${Array.from({ length: 90 }, (_, i) => `${new Date(Date.UTC(2024, 1, 26, 0, 10 * Math.floor(i / 3))).toISOString().slice(0, 19)},s${i % 3},${(i * 37) % 23}`).join('\n')}\n`;
    const { table: pooled } = await tests.admit(csv);
    const overview = { method: 'overview', value: 'v', time: 'at', window: 2 } as const;
    expect((await ask(overview, pooled)).assumptions).toEqual([
      {
        name: 'evenly spaced',
        verdict: 'doubtful',
        said: '60 of 90 values are at the same moment as another. Where they are several series, ask each apart (by); otherwise one value for each hour, day or month (every).',
      },
    ]);
    const apart = { ...overview, view: { filter: "sensor = 's1'" } };
    expect((await ask(apart, pooled)).assumptions).toMatchObject([{ verdict: 'holds' }]);
  });

  it.each([
    [
      'several rows at one moment',
      'd,v\n2024-01-01,1\n2024-01-01,2\n2024-01-02,3\n2024-01-03,9\n2024-01-04,5\n',
      { method: 'autocorrelation' },
      "One row is at the same moment of 'd' as another.",
    ],
    [
      'an uneven season',
      'd,v\n2024-01-01,1\n2024-01-03,2\n2024-01-04,3\n2024-01-09,9\n2024-02-04,5\n2024-02-05,1\n2024-02-06,2\n',
      { method: 'stl', period: 2, seasonal_window: 'periodic', robust: false },
      "30 values of 'v' are missing",
    ],
    [
      'a constant',
      'd,v\n2024-01-01,2\n2024-01-02,2\n2024-01-03,2\n2024-01-04,2\n',
      { method: 'mann_kendall' },
      "All values of 'v' are equal.",
    ],
    [
      'too short a series',
      'd,v\n2024-01-01,2\n2024-01-02,3\n2024-01-03,2\n2024-01-04,2\n',
      { method: 'ets', form: 'AAA', period: 4, horizon: 2, log: false },
      'cannot be fitted to 4',
    ],
    [
      'what follows exactly',
      'd,v\n2024-01-01,1\n2024-01-02,2\n2024-01-03,3\n2024-01-04,4\n2024-01-05,5\n2024-01-06,6\n2024-01-07,7\n2024-01-08,8\n',
      { method: 'adf', deterministics: 'constant', lags: 1 },
      'follow exactly',
    ],
    [
      // Each change is the last value less the last change: the regression has no error.
      'what its level and last change predict exactly',
      'd,v\n2024-01-01,1\n2024-01-02,1\n2024-01-03,2\n2024-01-04,3\n2024-01-05,5\n2024-01-06,8\n2024-01-07,13\n2024-01-08,21\n2024-01-09,34\n2024-01-10,55\n',
      { method: 'adf', deterministics: 'constant', lags: 1 },
      'follow exactly',
    ],
  ] as const)('refuses %s', async (_name, csv, input, message) => {
    const { table: odd } = await tests.admit(csv);
    await expect(ask({ value: 'v', time: 'd', ...input }, odd)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
    });
  });
});
