import { openCodeRunner, sampled, type Language } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askMethod, type OfTable } from './testing-methods.ts';

let tests: TestEngine;
const runner = openCodeRunner();
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => {
  runner.close();
  await tests.close();
});

const table = (header: string, n: number, row: (i: number) => readonly (string | number)[]) =>
  `${header}\n${Array.from({ length: n }, (_, i) => row(i).join(',')).join('\n')}\n`;
/** A number of a size, as decimal text. */
const sized = (i: number, power: number): string => `${((i * 37) % 29) + 1}.5e${power}`;

interface Extreme {
  readonly name: string;
  readonly csv: string;
  readonly operation: OfTable;
  readonly given: Readonly<Record<string, unknown>>;
  /** SciPy before 1.12 has Shapiro and Wilk's W in single precision. */
  readonly digits?: number;
}
const symmetric = table('x', 20, (i) => [i]);
const small = table('y,g,h,x,z', 36, (i) => [
  sized(i + (i % 3), -7),
  'abc'[i % 3] ?? '',
  'xy'[(i >> 1) % 2] ?? '',
  sized(i * 5, -19),
  sized(i * 7, 30),
]);
/** Three measurements of each of 24 rows, in groups. */
const measured = (write: (value: number) => string): string =>
  table('v,w,u,g,h', 24, (i) => [
    ...[7, 11, 13].map((step) => write(((i * step) % 19) - 9 + (i % 3))),
    'abc'[i % 3] ?? '',
    'xy'[(i >> 1) % 2] ?? '',
  ]);
const places: readonly (readonly [string, string, number])[] = [
  ['near 1e-150', measured((value) => `${value}.25e-150`), 1e-150],
  ['near 1e150', measured((value) => `${value}.25e150`), 1e150],
  ['near 1e160', measured((value) => `${value}.25e160`), 1e160],
  ['near 1e12', measured((value) => String(1e12 + value)), 1],
];
const tested = (unit: number): readonly (readonly [OfTable, Record<string, unknown>])[] => [
  ['compareGroups', { method: 'welch_t', value: 'v', group: 'h' }],
  ['compareGroups', { method: 'student_t', value: 'v', group: 'h', alternative: 'less' }],
  ['compareGroups', { method: 'tost', value: 'v', group: 'h', low: -4 * unit, high: 3.5 * unit }],
  ...['anova', 'welch_anova', 'levene', 'brown_forsythe', 'bartlett'].map(
    (method) => ['compareGroups', { method, value: 'v', group: 'g' }] as const,
  ),
  ['compareGroups', { method: 'repeated_measures_anova', columns: ['v', 'w', 'u'] }],
  ['compareGroups', { method: 'repeated_measures_anova', columns: ['v', 'w', 'u'], group: 'h' }],
  ['association', { method: 'point_biserial', x: 'v', y: 'h' }],
  ['association', { method: 'correlation_ratio', x: 'v', y: 'g' }],
  ['association', { method: 'cronbach_alpha', columns: ['v', 'w', 'u'] }],
  ['testDistribution', { method: 'autocorrelation', column: 'v', lags: 3 }],
  ...['anderson_darling', 'cramer_von_mises', 'lilliefors', 'jarque_bera', 'dagostino_k2'].map(
    (method) => ['testDistribution', { method, column: 'v' }] as const,
  ),
];
const distribution = { operation: 'testDistribution' } as const;
const extremes: readonly Extreme[] = [
  {
    ...distribution,
    name: 'a skewness of exactly 0',
    csv: symmetric,
    given: { method: 'dagostino_k2', column: 'x' },
  },
  ...(['dagostino_k2', 'jarque_bera', 'shapiro_wilk'] as const).map((method) => ({
    ...distribution,
    name: `${method} of values near 1e-19`,
    csv: small,
    given: { method, column: 'x' },
    digits: 4,
  })),
  {
    ...distribution,
    name: 'two groups with many ties',
    csv: table('v,g', 40, (i) => [(i * 7) % 4, i % 3 === 0 ? 'a' : 'b']),
    given: { method: 'kolmogorov_smirnov_two_sample', column: 'v', group: 'g' },
  },
  {
    ...distribution,
    name: 'distances of columns of very different sizes',
    csv: small,
    given: { method: 'mahalanobis_outliers', columns: ['x', 'z'], alpha: 0.3 },
  },
  {
    operation: 'timeSeries',
    name: 'as many pairs that rise as that fall',
    csv: 'v\n1\n3\n3\n1\n',
    given: { method: 'mann_kendall', value: 'v' },
  },
  {
    operation: 'timeSeries',
    name: 'a series near 1e30',
    csv: small,
    given: { method: 'adf', value: 'z', lags: 2 },
  },
  {
    operation: 'association',
    name: 'a partial correlation given a column near 1e-19',
    csv: small,
    given: { method: 'partial', x: 'y', y: 'z', given: ['x'] },
  },
  ...([2, 3] as const).map((sums): Extreme => ({
    operation: 'compareGroups',
    name: `sums of squares below 1e-8, type ${sums}`,
    csv: small,
    given: { method: 'factorial_anova', value: 'y', factors: ['g', 'h'], sums_of_squares: sums },
  })),
  {
    operation: 'fitRegression',
    name: 'a linear model of columns near 1e-19 and 1e30',
    csv: small,
    given: { method: 'linear', formula: 'y ~ x + z' },
  },
  {
    operation: 'fitRegression',
    name: 'a logistic model of columns near 1e-19 and 1e30',
    csv: small,
    given: { method: 'logistic', formula: 'h ~ x + z' },
  },
  {
    operation: 'compareGroups',
    name: 'distances from medians near 1e-150',
    csv: table('v,g', 33, (i) => [`${(i * i * 13) % 997}.5e-150`, 'abc'[i % 3] ?? '']),
    given: { method: 'fligner_killeen', value: 'v', group: 'g' },
  },
  ...sampled(
    places.flatMap(([where, csv, unit]) =>
      tested(unit).map(([operation, given]): Extreme => ({
        operation,
        name: `${JSON.stringify(given)} of values ${where}`,
        csv,
        given,
        digits: 9,
      })),
    ),
    10,
  ),
];

const ending: Readonly<Record<Language, string>> = {
  R:
    'value <- if (is.list(result) && !is.null(result$p.value)) result$p.value else if ' +
    '(is.list(result)) result$statistic else result\ncat("\\nfound:", sprintf("%.17g", ' +
    'value))\n',
  Python:
    'found = result.pvalue if hasattr(result, "pvalue") else result[1] if hasattr(result, ' +
    '"__len__") else result\nprint("found:", repr(float(found)))\n',
};

describe.each(['R', 'Python'] as const)('the %s code gives the p of the answer', (language) => {
  test.for(extremes)('$name', async ({ csv, operation, given, digits = 7 }, { skip }) => {
    const { table: admitted } = await tests.admit(csv);
    await writeFile(join(runner.folder, 'data.csv'), csv);
    const found = await askMethod(tests.engine, admitted, operation, given);
    if (found === null) throw new Error('A matrix comes without code.');
    const code = language === 'R' ? found.code.r : found.code.python;
    const output = await runner.run(language, `${code}\n${ending[language]}`, skip);
    const value = Number(/found: (\S+)\s*$/.exec(output)?.[1]);
    expect(value, output).toBeCloseTo(
      found.p_value ?? found.statistic?.value ?? found.estimate?.value ?? NaN,
      digits,
    );
  });
});
