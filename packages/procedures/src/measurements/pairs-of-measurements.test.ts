import type { ComparisonOptions, TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { expectSame, rowsOf } from '../testing-figures.ts';

/**
 * Every figure of the pairs by R 4.2.2. For each pair of columns of m: t <- t.test(m[, i], m[, j],
 * paired = TRUE);
 * c(t$estimate, t$conf.int, t$statistic, t$parameter, t$p.value, NA, mean(m[, i] - m[, j]) / sd(m[,
 * i] - m[, j]));
 * the seventh is p.adjust(p, "holm").
 */
type Options = Extract<ComparisonOptions, { method: 'repeated_measures_anova' }>;

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => tests.close());

const ask = async (
  names: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  further: Partial<Options> = {},
): Promise<TestResult> => {
  const { table } = await tests.admit(
    `${[...names, 'by'].join(',')}\n${rows.map((row, i) => [...row, i % 2 === 0 ? 'f' : 'm'].join(',')).join('\n')}\n`,
  );
  return tests.engine.compareGroups(table, {
    method: 'repeated_measures_anova',
    columns: [...names],
    confidence_level: 0.95,
    ...further,
  });
};
const pairsOf = (result: TestResult) => rowsOf(result, 'Pairs of measurements');

function expectPairs(
  result: TestResult,
  wanted: readonly (readonly number[])[],
  within = 1e-9,
): void {
  const pairs = pairsOf(result);
  expect(result.tables.find(({ title }) => title === 'Pairs of measurements')?.columns).toEqual([
    'first',
    'second',
    'difference',
    '95% CI low',
    '95% CI high',
    't',
    'df',
    'p',
    'adjusted p',
    'Cohen’s d',
  ]);
  expect(pairs).toHaveLength(wanted.length);
  pairs.forEach((pair, i) => expectSame(pair.slice(2), wanted[i] ?? [], within));
}

const sleep: [number, number][] = [
  [0.7, 1.9],
  [-1.6, 0.8],
  [-0.2, 1.1],
  [-1.2, 0.1],
  [-0.1, -0.1],
  [3.4, 4.4],
  [3.7, 5.5],
  [0.8, 1.6],
  [0, 4.6],
  [2, 3.4],
];
const sleepPair = [
  -1.58, -2.45988576327698, -0.700114236723018, -4.06212768338204, 9, 0.00283289019738427,
  0.00283289019738427, -1.28455756259105,
];

const anscombe = {
  x1: [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
  x4: [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8],
  y1: [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
  y3: [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73],
};
const anscombePairs = [
  [0, -3.85924969795842, 3.85924969795842, 0, 10, 1, 1, 0],
  [
    1.49909090909091, 0.134595589556155, 2.86358622862566, 2.44792536067017, 10, 0.0343796149700373,
    0.206104706907629, 0.738077266921671,
  ],
  [
    1.5, 0.134950610956063, 2.86504938904394, 2.44841564327592, 10, 0.0343507844846049,
    0.206104706907629, 0.738225092689352,
  ],
  [
    1.49909090909091, -1.67034407348707, 4.66852589166889, 1.05387323468236, 10, 0.316738537446459,
    1, 0.317754736003594,
  ],
  [
    1.5, -1.4866899690094, 4.4866899690094, 1.11903421937294, 10, 0.289284583956903, 1,
    0.337401512111662,
  ],
  [
    0.00090909090909097, -1.4055693693396, 1.40738755115778, 0.00144017902284473, 10,
    0.998879228961776, 1, 0.000434230313610603,
  ],
];

/** Measured in two groups, some rows left out. */
const measured = Array.from({ length: 54 }, (_, i) => {
  const e = ((i * 47) % 23) / 4;
  return [
    (5 + e + (i % 2)).toFixed(2),
    (6 + e * 0.8 + ((i * 31) % 7) / 2).toFixed(2),
    (7 + e * 1.3 + ((i * 17) % 11) / 3 + (i % 2)).toFixed(2),
    (6.5 + e + ((i * 13) % 5)).toFixed(2),
  ];
}).filter((_, i) => i % 11 !== 4);
const measuredPairs = [
  [
    -1.4530612244898, -1.80360589966678, -1.10251654931281, -8.33438819585588, 48,
    6.91141326831321e-11, 2.07342398049396e-10, -1.19062688512227,
  ],
  [
    -4.52775510204082, -4.87436342684382, -4.18114677723782, -26.2649830679858, 48,
    3.9050547353936e-30, 2.34303284123616e-29, -3.75214043828368,
  ],
  [
    -2.98979591836735, -3.4048891636253, -2.5747026731094, -14.4820173788586, 48,
    3.83460989860029e-19, 1.91730494930015e-18, -2.06885962555123,
  ],
  [
    -3.07469387755102, -3.61953897001889, -2.52984878508315, -11.3465028220348, 48,
    3.45344964015709e-15, 1.38137985606283e-14, -1.62092897457641,
  ],
  [
    -1.53673469387755, -2.00958781952309, -1.06388156823201, -6.53440153227081, 48,
    3.80857271409127e-8, 7.61714542818254e-8, -0.933485933181545,
  ],
  [
    1.53795918367347, 0.986244263017292, 2.08967410432965, 5.60484060649202, 48,
    1.00058688440392e-6, 1.00058688440392e-6, 0.800691515213146,
  ],
];

describe('pairs of measurements are paired t tests', () => {
  it('of sleep, two drugs on ten people', async () => {
    const result = await ask(['a', 'b'], sleep);
    expect(pairsOf(result).map(([first, second]) => [first, second])).toEqual([['a', 'b']]);
    expectPairs(result, [sleepPair]);
  });

  it('of the same far from 0, also in groups: nothing is lost to the offset', async () => {
    const far = sleep.map((row) => row.map((value) => (1e9 + value).toFixed(1)));
    const figures = (result: TestResult): number[] =>
      rowsOf(result, 'Effects')
        .flatMap((row) => row.slice(1))
        .filter((value) => value !== null)
        .map(Number);
    for (const further of [{}, { group: 'by' }]) {
      const [near, away] = [
        await ask(['a', 'b'], sleep, further),
        await ask(['a', 'b'], far, further),
      ];
      expectPairs(away, [sleepPair]);
      expectSame(figures(away), figures(near), 1e-12);
    }
  });

  it('of four columns of Anscombe', async () => {
    const rows = anscombe.x1.map((_, i) => [
      anscombe.x1[i] ?? NaN,
      anscombe.x4[i] ?? NaN,
      anscombe.y1[i] ?? NaN,
      anscombe.y3[i] ?? NaN,
    ]);
    const result = await ask(['x1', 'x4', 'y1', 'y3'], rows);
    const [same, ...others] = pairsOf(result);
    // A difference of 0 has no size to be relative to.
    expect(same?.slice(2)).toEqual([
      0,
      expect.closeTo(-3.85924969795842, 10),
      expect.closeTo(3.85924969795842, 10),
      0,
      10,
      1,
      1,
      0,
    ]);
    others.forEach((pair, i) => expectSame(pair.slice(2), anscombePairs[i + 1] ?? [], 1e-9));
  });

  it('of four measurements, over all rows also where they belong to groups', async () => {
    expectPairs(await ask(['t1', 't2', 't3', 't4'], measured), measuredPairs);
    expectPairs(await ask(['t1', 't2', 't3', 't4'], measured, { group: 'by' }), measuredPairs);
  });

  it('names a pair that always differs by the same, without a test', async () => {
    const result = await ask(
      ['a', 'b', 'c'],
      sleep.map(([a, b]) => [a, b, a + 2]),
    );
    const pairs = pairsOf(result);
    expect(pairs[1]).toEqual(['a', 'c', -2, null, null, null, null, null, null, null]);
    expect(pairs.map(([first, second]) => [first, second])).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
    ]);
  });

  it.each([{}, { group: 'by' }])('counts rows by what they lack, %o', async (further) => {
    const rows = sleep.map(([a, b], i) => [i === 2 ? '' : (a ?? 0), i === 5 ? '' : (b ?? 0)]);
    const { n_used: used, n_excluded: left } = await ask(['a', 'b'], rows, further);
    expect([used, left]).toEqual([8, [{ reason: 'value missing', n: 2 }]]);
  });
});
