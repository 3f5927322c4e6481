import { regressionOptions, type TestResult } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSame, rowsOf } from '../testing-figures.ts';

const lines = (
  n: number,
  header: string,
  row: (i: number) => readonly (string | number)[],
): string => `${header}\n${Array.from({ length: n }, (_, i) => row(i).join(',')).join('\n')}\n`;
const csv = lines(40, 'late,x,z,g,n,never,same,tiny,odd,gap', (i) => [
  i < 20 ? 0 : 1,
  (i * 7) % 13,
  i,
  'abcd'[i % 4] ?? '',
  i % 4 === 1 ? 0 : 1 + ((i * 5) % 7),
  i % 4 === 0 ? 0 : (i * 5 + (i >> 2)) % 2,
  5,
  `${(i * 11) % 17}e-7`,
  (i * 3) % 2,
  i < 20 ? i % 5 : 9,
]);
const weighted = lines(16, 'y,x,zero,none,below,endless', (i) => [
  ((i * 7) % 11) + i / 4,
  i,
  i % 4,
  i % 4 === 3 ? '' : 1 + (i % 3),
  i === 6 ? -1 : 2,
  i === 9 ? 'inf' : 1.5,
]);

let tests: TestEngine;
let tables: Record<'csv' | 'weighted', TableRef>;
beforeAll(async () => {
  tests = await openTestEngine();
  tables = {
    csv: (await tests.admit(csv)).table,
    weighted: (await tests.admit(weighted)).table,
  };
});
afterAll(async () => tests.close());

const fit = (given: object, of: keyof typeof tables = 'csv'): Promise<TestResult> =>
  tests.engine.fitRegression(tables[of], regressionOptions.parse(given));

describe('a model that has no estimates says why', () => {
  it.each<[string, object, string, string]>([
    [
      'a number that divides the two values',
      { method: 'logistic', formula: 'late ~ x + z + g' },
      'z alone tells every row with late = 1 from the others, at 20: its estimate grows without end.',
      'Leave out z, or use more rows, in which they do not separate the two values.',
    ],
    [
      'a number that tells counts of 0 from the others',
      { method: 'poisson', formula: 'late ~ gap' },
      'gap alone tells rows whose late is 0 from the others, so the estimates grow without end.',
      'Leave out gap, or use more rows, in which they do not separate the counts of 0.',
    ],
    [
      'a group without the event, whichever it is compared with',
      { method: 'logistic', formula: 'never ~ x + g' },
      'All 10 rows with g = a have another value than never = 1: the odds of this group have no finite estimate.',
      'Join this group with another, leave its rows out with a view, or leave g out.',
    ],
    [
      'a group whose counts are 0',
      { method: 'poisson', formula: 'n ~ g + x' },
      'All 10 rows with g = b have a count of 0: the rate of this group has no logarithm to estimate.',
      'Join this group with another, leave its rows out with a view, or leave g out.',
    ],
    ...(['linear', 'logistic', 'poisson'] as const).map(
      (method): [string, object, string, string] => [
        `a constant outcome, ${method}`,
        { method, formula: 'same ~ x' },
        "All values of 'same' are equal in these rows: there is nothing to explain.",
        'Explain a column that varies, or choose another view.',
      ],
    ),
  ])('%s', async (_, given, message, fix) => {
    await expect(fit(given)).rejects.toMatchObject({
      code: 'invalid_input',
      message,
      details: { errors: [{ field: 'formula', message: fix }], fix },
    });
  });

  it('but takes groups of one count each, which are fitted exactly', async () => {
    const { table } = await tests.admit(
      lines(114, 'day,g', (i) => (i < 92 ? [346, 'a'] : [347, 'b'])),
    );
    const result = await tests.engine.fitRegression(
      table,
      regressionOptions.parse({ method: 'poisson', formula: 'day ~ g' }),
    );
    // Logarithms of the means, and roots of the inverse sums of the counts.
    expectSame(
      rowsOf(result, 'Coefficients').flatMap((row) => row.slice(1, 3)),
      [
        Math.log(346),
        1 / Math.sqrt(92 * 346),
        Math.log(347 / 346),
        Math.sqrt(1 / (92 * 346) + 1 / (22 * 347)),
      ],
      1e-9,
    );
  });

  it('but takes a number of small values, whose estimate is large', async () => {
    // R: coef(summary(glm(odd ~ tiny, binomial, epsilon = 1e-15)))["tiny", 1:2]; its odds ratio is
    // beyond all doubles.
    const result = await fit({ method: 'logistic', formula: 'odd ~ tiny' });
    expectSame(
      rowsOf(result, 'Coefficients')[1]?.slice(1, 3) ?? [],
      [327191.03913234407, 642058.89939484943],
      1e-9,
    );
  });
});

describe('weights', () => {
  it('of 0 and missing ones are left out, each with its reason', async () => {
    // R: summary(lm(y ~ x, weights = zero)): coef, sigma, df; of none the same.
    const zero = await fit({ method: 'linear', formula: 'y ~ x', weights: 'zero' }, 'weighted');
    expect(zero.n_used).toBe(12);
    expect(zero.n_excluded).toEqual([{ reason: 'weight 0', n: 4 }]);
    expect(zero.df).toEqual([1, 10]);
    expectSame(
      rowsOf(zero, 'Coefficients').flatMap((row) => row.slice(1, 3)),
      [6.50337837837838251, 2.1616881870694069, 0.14459459459459459, 0.2278619420739823],
      1e-9,
    );
    const none = await fit({ method: 'linear', formula: 'y ~ x', weights: 'none' }, 'weighted');
    expect(none.n_excluded).toEqual([{ reason: 'weight missing', n: 4 }]);
  });

  it.each([
    ['below', 'below 0, in row 7'],
    ['endless', 'that is infinite, in row 10'],
  ])('that are mistakes are refused by the row: %s', async (name, said) => {
    const message = `'${name}' has a weight ${said}.`;
    await expect(
      fit({ method: 'linear', formula: 'y ~ x', weights: name }, 'weighted'),
    ).rejects.toMatchObject({ code: 'invalid_input', message });
    // A description takes the same weights.
    await expect(
      tests.engine.describe(tables.weighted, {
        columns: ['y'],
        weights: name,
        quantiles: [],
        confidence_level: 0.95,
        correlations: false,
        plot: false,
      }),
    ).rejects.toMatchObject({ code: 'invalid_input', message });
  });
});

describe('infinite cells', () => {
  it('are named as such, apart from what a function has no value for', async () => {
    const plain = await fit({ method: 'linear', formula: 'y ~ endless + x' }, 'weighted');
    expect(plain.n_excluded).toEqual([{ reason: 'infinite', n: 1 }]);
    const logs = await fit({ method: 'linear', formula: 'y ~ log(x)' }, 'weighted');
    expect(logs.n_excluded).toEqual([{ reason: 'transformation not defined', n: 1 }]);
  });
});
