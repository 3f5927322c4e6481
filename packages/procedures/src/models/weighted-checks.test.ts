import { regressionOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Normal quantiles over the roots of their weights 0.01, 1 and 100, about 2 + x / 2. */
const y = [
  -21.94, 6.35, 3.7, -1.76, 5.35, 2.39, 1.87, 4.38, 8.36, 4.45, 3.5, 7.05, 6.87, 11.14, 5.72, 9.76,
  6.3, 4.38, 22.31, 5.45, 3.05, -8.06, 4.48, 9.34, -1.87, 3.48, 8.07, 1.25, 10.15, 6.38, 3.71, 9.36,
  5.07, 6.2, 5.02, 3.73, 17.09, 4.5, 2.39, 24.32, 3.59, 8.68, -6.73, 2.6, 7.37, -2.23, 9.24, 5.68,
  0.56, 8.31, 4.41, 10.59, 7.69, 3.08, 13.24, 3.42, 9.37, 17.1, 2.67, 8.03,
];
const csv = `x,w,y\n${y
  .map((value, i) => [((i * 37) % 61) / 4, [0.01, 1, 100][i % 3], value].join(','))
  .join('\n')}\n`;

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

it('checks of a weighted model look at its Pearson residuals', async () => {
  const { table } = await tests.admit(csv);
  const result = await tests.engine.fitRegression(
    table,
    regressionOptions.parse({ method: 'linear', formula: 'y ~ x + w', weights: 'w' }),
  );
  // statsmodels 0.13: f = wls("y ~ x + w", d, weights=d.w).fit(); het_breuschpagan(f.wresid,
  // f.model.exog), scipy.stats.shapiro(f.wresid), durbin_watson(f.wresid). Of the plain residuals
  // W is .774 with p = 3e-8.
  expect(result.assumptions.slice(0, 3)).toEqual([
    {
      name: 'equal variances of the residuals',
      verdict: 'nothing_against',
      said: 'No difference of variances was found: Breusch–Pagan (studentized) χ² = 1.46, p = .481.',
    },
    {
      name: 'normal residuals',
      verdict: 'nothing_against',
      said: 'No departure from a normal distribution was found: Shapiro–Wilk W = .998, p > .999.',
    },
    {
      name: 'residuals independent in the order of the rows',
      verdict: 'nothing_against',
      said: 'Durbin–Watson: 2.45, near 2 where neighbours do not depend on each other.',
    },
  ]);
  expect(result.recommendation).toBeNull();
  // f.wresid and f.fittedvalues.
  const picture = result.pictures?.find(
    ({ checks }) => checks === 'equal variances of the residuals',
  )?.picture;
  if (picture?.kind !== 'points') throw new Error('The residuals are drawn as points.');
  expect([picture.x_name, picture.y_name]).toEqual(['fitted', 'weighted residual']);
  [2.0741324643537724, 6.702672293099658, 3.622962926140406].forEach((value, i) =>
    expect(picture.x[i]).toBeCloseTo(value, 10),
  );
  [-2.4014132464353777, -0.3526722930996584, 0.7703707385959362].forEach((value, i) =>
    expect(picture.y[i]).toBeCloseTo(value, 10),
  );
});

it.each(['hc0', 'hc1', 'hc2', 'hc3'])(
  'weights may be of any size, with errors %s',
  async (errors) => {
    const rows = '1.2,.5,1;2.9,1.4,2;2.1,2.2,1;4.8,3.1,3;4.0,4.3,1;6.7,5.2,2;5.9,6.6,1;8.3,7.1,1';
    const fit = async (size: string): Promise<(number | null)[]> => {
      const lines = rows.split(';').map((row) => `${row}${size}`);
      const { table } = await tests.admit(`y,x,w\n${lines.join('\n')}\n`);
      const { statistic, p_value, tables } = await tests.engine.fitRegression(
        table,
        regressionOptions.parse({ method: 'linear', formula: 'y ~ x', weights: 'w', errors }),
      );
      const errorsOf = tables[0]?.rows.map((row) => Number(row[2])) ?? [];
      return [statistic?.value ?? null, p_value, ...errorsOf];
    };
    const known = await fit('');
    expect(known.every((value) => typeof value === 'number' && value > 0)).toBe(true);
    const near = known.map((value) => expect.closeTo(value ?? NaN, 12));
    expect(await fit('.0E+100')).toEqual(near);
    expect(await fit('.0E-100')).toEqual(near);
  },
);
