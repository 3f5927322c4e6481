import type { TestResult } from '@columnist/contract';
import { openCodeRunner, type Language } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectOf, expectSame, rowsOf } from '../testing-figures.ts';
import { askMethod, type OfTable } from '../testing-methods.ts';

/** Responses that are a number and these; R answers of these alone, as differences are exact. */
const differences = [3, 17, 8, 29, 11, 40, 2, 35, 14, 22];
const after = (start: bigint) => (k: number) => String(start + BigInt(k));
const decimals = (start: string, places: number) => (k: number) =>
  `${start}.${String(k).padStart(places, '0')}`;
const far: readonly (readonly [string, number, number, (k: number) => string])[] = [
  ['at 0', 0, 1, String],
  ['from 10^15 on', 1e15, 1, after(10n ** 15n)],
  ['from 8 · 10^15 on', 8e15, 1, after(8n * 10n ** 15n)],
  ['from 10^18 on', 1e18, 1, after(10n ** 18n)],
  ['below 0', -1e18, 1, after(-(10n ** 18n))],
  ['from 10^30 on', 1e30, 1, after(10n ** 30n)],
  ['from 10^9 on, in millionths', 1e9, 1e6, decimals('1000000000', 6)],
  ['from 10^9 on, in ten millionths', 1e9, 1e7, decimals('1000000000', 7)],
  ['from 10^6 on, in thousand millionths', 1e6, 1e9, decimals('1000000', 9)],
];

let tests: TestEngine;
const runner = openCodeRunner();
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => {
  runner.close();
  await tests.close();
});

async function asker(write: (k: number) => string) {
  const rows = differences.map((k, i) => `${'ab'[i % 2]},${i},${write(k)}`).join('\n');
  const { table } = await tests.admit(`g,t,v\n${rows}\n`);
  const ask = async (
    of: OfTable,
    given: Readonly<Record<string, unknown>>,
  ): Promise<TestResult> => {
    const result = await askMethod(tests.engine, table, of, given);
    if (result === null) throw new Error('No matrix is asked for.');
    return result;
  };
  return { table, ask };
}
const factorial = { method: 'factorial_anova', value: 'v', factors: ['g'], covariates: ['t'] };

describe.each(far)('a response %s', (_, start, perUnit, write) => {
  const expectPlaces = (found: readonly (string | number | null | undefined)[], ks: number[]) =>
    // Two units of the last digit that a double has there.
    expectSame(
      found,
      ks.map((k) => start + k / perUnit),
      start === 0 ? 1e-12 : 3e-16,
    );

  it('has the figures of its differences', async () => {
    const { ask } = await asker(write);
    const result = await ask('fitRegression', {
      method: 'linear',
      formula: 'v ~ g',
      means: ['g'],
      predict: [{ g: 'b' }],
      folds: 2,
    });
    // R: k <- c(3, 17, ...); g <- factor(rep(c("a", "b"), 5)); summary(fit <- lm(k ~ g))
    expectSame(
      [result.statistic?.value, result.p_value, ...result.df],
      [19.41021126760564, 0.002269395964144262, 1, 8],
      1e-12,
    );
    expectSame(
      [
        effectOf(result, 'R²'),
        effectOf(result, 'adjusted R²'),
        effectOf(result, 'residual standard deviation') * perUnit,
        // 20 · log of the unit: AIC and BIC are of the density of the values.
        effectOf(result, 'AIC') + 20 * Math.log(perUnit),
        effectOf(result, 'BIC') + 20 * Math.log(perUnit),
      ],
      [
        0.7081379664718352, 0.6716552122808146, 7.536577472566707, 72.54269840822241,
        73.45045368720454,
      ],
      1e-12,
    );
    const [intercept = [], slope = []] = rowsOf(result, 'Coefficients');
    expectSame(
      slope.slice(1, 5).map((figure) => Number(figure) * perUnit),
      [21, 4.766550115125193, 10.0083157238634186, 31.9916842761366],
      1e-12,
    );
    // coef(fit)[2] * sd(as.numeric(g)) / sd(k)
    expectSame(
      slope.slice(5),
      [4.405702131057621, 0.002269395964144256, 0.8415093383152891],
      1e-12,
    );
    expectSame([Number(intercept[2]) * perUnit], [3.370459909270543], 1e-12);
    expectPlaces(
      [intercept[1], intercept[3], intercept[4]],
      [7.6, -0.1722944883177311, 15.37229448831773],
    );
    const [terms = [], residuals = []] = rowsOf(result, 'Terms');
    expectSame(
      [Number(terms[1]) * perUnit ** 2, ...terms.slice(2), Number(residuals[1]) * perUnit ** 2],
      [1102.5, 1, 19.41021126760564, 0.002269395964144262, 0.7081379664718352, 454.4],
      1e-12,
    );
    // emmeans: 7.6 and 28.6; predict(fit, data.frame(g = "b"), interval = "prediction")
    expectPlaces(
      rowsOf(result, 'Estimated marginal means of g').map((row) => row[1]),
      [7.6, 28.6],
    );
    expect(rowsOf(result, 'Differences of g').map((row) => Number(row[2]) * perUnit)).toEqual([
      expect.closeTo(21, 9),
    ]);
    expectPlaces(
      rowsOf(result, 'Predictions')[0]?.slice(1) ?? [],
      [28.6, 20.82770551168228, 36.37229448831773, 9.561844372975496, 47.63815562702452],
    );
    // cooks.distance(fit), residuals(fit)
    expectSame(
      rowsOf(result, 'Rows of most influence')
        .slice(0, 3)
        .flatMap((row) => [row[0], Number(row[3]) * perUnit, row[5]]),
      [2, -11.6, 0.370158450704225, 6, 11.4, 0.3575044014084507, 10, -6.6, 0.1198283450704227],
      1e-12,
    );
    // The parts of scikit-learn’s KFold(2, shuffle=True, random_state=1), by least squares of the
    // other rows.
    expectSame(
      rowsOf(result, 'Predicted from the others, in 2 parts (seed 1)').flatMap((row) => [
        Number(row[3]) * perUnit,
        Number(row[4]) * perUnit,
        row[5],
      ]),
      [
        8.69554483629404, 8.05, 0.7948657080846447, 11.233877335986897, 10.2, 0.6981150129174241,
        10.04521030143222, 9.125, 0.7434499898301637,
      ],
      1e-12,
    );
  });

  it('has the robust errors and the tests of several terms of its differences', async () => {
    const { ask } = await asker(write);
    const robust = await ask('fitRegression', {
      method: 'linear',
      formula: 'v ~ g + t',
      errors: 'hc3',
    });
    // R: sandwich::vcovHC(lm(k ~ g + t), type = "HC3")
    expectSame(
      [robust.statistic?.value, robust.p_value],
      [6.538012448461203, 0.02503059080239459],
      1e-12,
    );
    expectSame(
      rowsOf(robust, 'Coefficients').map((row) => Number(row[2]) * perUnit),
      [4.706063464652098, 5.957814662739649, 1.154883351492935],
      1e-12,
    );
    for (const type of [1, 2, 3]) {
      const result = await ask('compareGroups', { ...factorial, sums_of_squares: type });
      // R: drop1(lm(k ~ t + g), test = "F"), anova()
      expectSame(
        [result.statistic?.value, result.p_value, ...result.df],
        [17.17340067340067, 0.004327015238624087, 1, 7],
        1e-12,
      );
      const [, , residuals = []] = rowsOf(result, 'Terms');
      expectSame(
        [
          Number(rowsOf(result, 'Terms')[1]?.[1]) * perUnit ** 2,
          Number(residuals[1]) * perUnit ** 2,
        ],
        [989.1878787878786, 403.2],
        1e-12,
      );
      expectPlaces(
        rowsOf(result, 'Estimated marginal means of g').map((row) => row[1]),
        [8, 28.2],
      );
    }
  });
});

describe.each<Language>(['R', 'Python'])('%s code of a response far from 0', (language) => {
  it.for<readonly [OfTable, Readonly<Record<string, unknown>>]>([
    ['fitRegression', { method: 'linear', formula: 'v ~ g + t' }],
    ['fitRegression', { method: 'linear', formula: 'v ~ g + t', errors: 'hc3' }],
    ['compareGroups', { ...factorial, sums_of_squares: 2 }],
  ])('gives the figures of %s %j', async ([of, given], { skip }) => {
    const { table, ask } = await asker(after(10n ** 15n));
    await tests.engine.exportRows(
      table,
      { forSpreadsheets: false },
      join(runner.folder, 'data.csv'),
    );
    const result = await ask(of, given);
    const ending =
      language === 'R'
        ? 'cat("\nfound:", sprintf("%.17g", result$p.value))\n'
        : 'print("found:", repr(float(result)))\n';
    const code = language === 'R' ? result.code.r : result.code.python;
    expect(code).toContain(
      '# the intercept, means and predictions alone. Add 1000000000000020 to these.',
    );
    const output = await runner.run(language, `${code}${ending}`, skip);
    expectSame([/found: (\S+)\s*$/.exec(output)?.[1]], [result.p_value ?? NaN], 1e-9);
  });
});

describe('a response of many digits that nothing is left of', () => {
  it.each([
    ['whole numbers', (i: number) => String(10n ** 15n + BigInt(3 * i)), [1e15, 3]],
    ['decimals', (i: number) => (1e6 + i * 0.3).toFixed(9), [1e6, 0.3]],
    ['rounded decimals', (i: number) => (1e6 + i / 3).toFixed(8), [1e6, 1 / 3]],
  ] as const)('is fitted exactly: %s', async (_, write, wanted) => {
    const rows = Array.from({ length: 12 }, (__, i) => `${i},${write(i)}`).join('\n');
    const { table } = await tests.admit(`x,v\n${rows}\n`);
    const asked = { method: 'linear', formula: 'v ~ x' };
    const result = await askMethod(tests.engine, table, 'fitRegression', asked);
    if (result === null) throw new Error('There is no answer.');
    const found = rowsOf(result, 'Coefficients');
    wanted.forEach((estimate, i) => expect(found[i]?.[1]).toBeCloseTo(estimate, 8));
    expect(found.map((one) => one[2])).toEqual([0, 0]);
    expect(result.p_value).toBeNull();
  });
});
