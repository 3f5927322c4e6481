import { timeSeriesOptions, type TestResult } from '@columnist/contract';
import { openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../testing-figures.ts';

/** Values of every unit from the first to the last, as pandas resample has them. */
let tests: TestEngine;
const runner = openCodeRunner();
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => {
  runner.close();
  await tests.close();
});

type Row = readonly [moment: string, value: number];
const from = (start: string, step: (date: Date, i: number) => void, values: readonly number[]) => {
  const rows = values.map((value, i): Row => {
    const date = new Date(`${start}Z`);
    step(date, i);
    return [date.toISOString().slice(0, 19), value];
  });
  const isDates = rows.every(([at]) => at.endsWith('T00:00:00'));
  return rows.map(([at, value]): Row => [isDates ? at.slice(0, 10) : at, value]);
};
const days = (apart: number) => (date: Date, i: number) =>
  void date.setUTCDate(date.getUTCDate() + apart * i);
const months = (apart: number) => (date: Date, i: number) =>
  void date.setUTCMonth(date.getUTCMonth() + apart * i);
const hours = (apart: number) => (date: Date, i: number) =>
  void date.setUTCHours(date.getUTCHours() + apart * i);
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
const csvOf = (rows: readonly Row[]): string =>
  `t,v\n${rows.map((row) => row.join(',')).join('\n')}\n`;

async function ask(rows: readonly Row[], asked: Readonly<Record<string, unknown>>) {
  const { table } = await tests.admit(csvOf(rows));
  return tests.engine.timeSeries(
    table,
    timeSeriesOptions.parse({
      value: 'v',
      time: 't',
      ...('method' in asked ? asked : { method: 'overview', window: 2, ...asked }),
    }),
  );
}
const valuesOf = (result: TestResult) =>
  rowsOf(result, 'Rolling figures of 2 values').map((row) => row.slice(0, 2));

const everyOther = from('2024-01-01T00:00:00', days(2), [10, 20, 30, 40]);
const sparse: readonly Row[] = ['01', '03', '08', '10', '15'].map((day) => [`2024-01-${day}`, 1]);
const zeros = (rows: readonly Row[], whole: readonly string[]): Row[] =>
  whole.map((at) => [at, rows.find(([one]) => one === at)?.[1] ?? 0]);
const daily = (start: string, n: number): string[] =>
  from(`${start}T00:00:00`, days(1), upTo(n)).map(([at]) => at);

describe('one value for each unit', () => {
  it.each([
    [
      'every other day',
      everyOther,
      { every: 'day', aggregate: 'sum', gaps: 'zero' },
      zeros(everyOther, daily('2024-01-01', 7)),
      'v has 7 values from 2024-01-01 to 2024-01-07, one a day, with 3 missing in 3 gaps.',
    ],
    [
      'Saturdays',
      from('2024-01-06T00:00:00', days(7), upTo(18)),
      { every: 'day', gaps: 'zero' },
      zeros(from('2024-01-06T00:00:00', days(7), upTo(18)), daily('2024-01-06', 120)),
      'v has 120 values from 2024-01-06 to 2024-05-04, one a day, with 102 missing in 17 gaps.',
    ],
    [
      'quarters',
      from('2023-01-01T00:00:00', months(3), [3, 6, 9, 12, 15, 18, 21]),
      { every: 'month', gaps: 'linear' },
      from(
        '2023-01-01T00:00:00',
        months(1),
        upTo(19).map((i) => i + 2),
      ),
      'v has 19 values from 2023-01-01 to 2024-07-01, one a month, with 12 missing in 6 gaps.',
    ],
    [
      'three hours',
      from('2024-03-29T21:00:00', hours(3), [3, 6, 9]),
      { every: 'hour', gaps: 'linear' },
      [
        ['2024-03-29T21:00:00', 3],
        ['2024-03-29T22:00:00', 4],
        ['2024-03-29T23:00:00', 5],
        ['2024-03-30T00:00:00', 6],
        ['2024-03-30T01:00:00', 7],
        ['2024-03-30T02:00:00', 8],
        ['2024-03-30T03:00:00', 9],
      ],
      'v has 7 values from 2024-03-29T21:00:00 to 2024-03-30T03:00:00, one an hour, with 4 missing in 2 gaps',
    ],
    [
      'midnights',
      from('2024-03-29T00:00:00', days(1), [24, 48, 72]),
      { every: 'hour', gaps: 'linear' },
      from(
        '2024-03-29T00:00:00',
        hours(1),
        upTo(49).map((i) => i + 23),
      ),
      'v has 49 values from 2024-03-29T00:00:00 to 2024-03-31T00:00:00, one an hour, with 46 missing in 2 gaps',
    ],
    [
      'events at no common distance',
      sparse,
      { every: 'day', aggregate: 'count', gaps: 'zero' },
      zeros(sparse, daily('2024-01-01', 15)),
      'v has 15 values from 2024-01-01 to 2024-01-15, one a day, 10 of them without rows.',
    ],
    [
      'months by the week',
      from('2024-01-01T00:00:00', months(1), [1, 6, 10]),
      { every: 'week', gaps: 'linear' },
      from('2024-01-01T00:00:00', days(7), [1, 2.25, 3.5, 4.75, 6, 7, 8, 9, 10]),
      'v has 9 values from 2024-01-01 to 2024-02-26, one a week, with 6 missing in 2 gaps.',
    ],
  ] as const)('fills %s', async (_name, rows, asked, values, sentence) => {
    const result = await ask(rows, asked);
    expect(valuesOf(result)).toEqual(values);
    expect(result.sentence.slice(0, sentence.length)).toBe(sentence);
  });

  it.for([
    ['days', everyOther, { every: 'day', aggregate: 'sum', gaps: 'zero' }, 100 / 7],
    [
      'hours of midnights',
      from('2024-03-29T00:00:00', days(1), [24, 48, 90]),
      { every: 'hour', gaps: 'previous' },
      (24 * 24 + 24 * 48 + 90) / 49,
    ],
    [
      'months of quarters',
      from('2023-01-01T00:00:00', months(3), [3, 6, 12]),
      { every: 'month', gaps: 'zero' },
      3,
    ],
    [
      'weeks of months',
      from('2024-01-01T00:00:00', months(1), [1, 6, 10]),
      { every: 'week', gaps: 'linear' },
      51.5 / 9,
    ],
    [
      'quarters of years',
      from('2020-05-01T00:00:00', months(12), [4, 8, 6]),
      { every: 'quarter', gaps: 'zero' },
      2,
    ],
    ['counts', sparse, { every: 'day', aggregate: 'count' }, 1 / 3],
  ] as const)('has code that fills %s', async ([_name, rows, asked, mean], { skip }) => {
    const found = await ask(rows, asked);
    expect(found.groups?.[0]?.mean).toBeCloseTo(mean, 12);
    await writeFile(join(runner.folder, 'data.csv'), csvOf(rows));
    const r = await runner.run('R', found.code.r, skip);
    expect(Number(/\[1\] (\S+)/.exec(r)?.[1])).toBeCloseTo(mean, 5);
    const python = await runner.run('Python', `${found.code.python}\nprint("mean", result)`, skip);
    expect(Number(/mean (\S+)/.exec(python)?.[1])).toBeCloseTo(mean, 12);
  });
});

describe('the words of a series', () => {
  const ends = (first: number, last: number) =>
    from('2024-01-01T00:00:00', days(1), [first, first, last, last]);
  it.each([
    ['a fall to decimals', ends(10, 9.21), ['10.00', '9.21']],
    ['a rise to decimals', ends(4, 5.5), ['4.0', '5.5']],
    ['whole values', ends(2, 40), ['2', '40']],
    ['thousands', ends(12.25, 4321.5), ['12.3', '4,321.5']],
    ['very different values', ends(0.00123, 1500), ['0.0', '1,500.0']],
    ['what needs an exponent', ends(1e-9, 2), ['1e−9', '2']],
    ['zeros', ends(0, 0), null],
  ] as const)('have the same decimals for %s', async (_name, rows, medians) => {
    expect((await ask(rows, {})).sentence).toContain(
      medians === null
        ? 'It ends about where it began, at 0.'
        : `The first 2 values have a median of ${medians[0]}, the last 2 one of ${medians[1]}.`,
    );
  });

  it('say that days without rows count 0, and that their sum is missing', async () => {
    // 50 days; the 6 days of a fifth day of the month or so have no rows.
    const busy = from('2024-01-01T00:00:00', days(1), upTo(50)).filter((_, i) => i % 8 !== 5);
    const twice = [...busy, ...busy.slice(0, 1)];
    const counts = await ask(twice, { every: 'day', aggregate: 'count' });
    expect(valuesOf(counts)).toEqual(
      daily('2024-01-01', 50).map((at, i) => [at, i === 0 ? 2 : i % 8 === 5 ? 0 : 1]),
    );
    expect(counts.sentence).toContain(
      'v has 50 values from 2024-01-01 to 2024-02-19, one a day, 6 of them without rows.',
    );
    expect(counts.assumptions).toEqual([
      {
        name: 'evenly spaced',
        verdict: 'holds',
        said: 'One a day, none missing; 6 have no rows and count 0.',
      },
    ]);
    expect(await ask(twice, { every: 'day', aggregate: 'count', gaps: 'zero' })).toMatchObject({
      sentence: counts.sentence,
      tables: counts.tables,
    });
    const sums = await ask(twice, { every: 'day', aggregate: 'sum' });
    expect(valuesOf(sums)).toHaveLength(44);
    expect(sums.assumptions[0]?.said).toBe(
      '6 values are missing in 6 gaps and were passed over. They can be filled (gaps).',
    );
    await expect(
      ask(twice, { method: 'stl', every: 'day', aggregate: 'sum' }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: "6 values of 'v' are missing, the first after 2024-01-05.",
    });
  });

  it('count slopes and forecasts in the unit that was asked for', async () => {
    const rows = from('2024-01-01T00:00:00', days(2), [10, 22, 29, 43, 48, 63, 70, 79]);
    const asked = { every: 'day', aggregate: 'sum' } as const;
    // scipy.stats.theilslopes(y, [0, 2, …, 14]).
    const trend = await ask(rows, { ...asked, method: 'mann_kendall' });
    expect(trend.estimate).toMatchObject({
      name: 'slope a day',
      value: expect.closeTo(139 / 28, 12),
    });
    const next = await ask(rows, {
      ...asked,
      method: 'ets',
      gaps: 'linear',
      form: 'ANN',
      horizon: 2,
    });
    expect(rowsOf(next, 'Forecast').map(([at]) => at)).toEqual(['2024-01-16', '2024-01-17']);
  });
});
