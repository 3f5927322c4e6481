import { distributionTestOptions } from '@columnist/contract';
import type {
  AssociationTestOptions,
  ComparisonOptions,
  DistributionTestOptions,
  PowerOptions,
  RegressionOptions,
  StructureOptions,
  TestResult,
  TimeSeriesOptions,
} from '@columnist/contract';
import { ofSample, openCodeRunner, sampled, type Language } from '@columnist/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import type { TableRef } from '../index.ts';
import { normalityProcedures } from './registry.ts';
import { openTestEngine, type TestEngine } from '../testing.ts';

const dayOf = (i: number): string =>
  new Date(Date.UTC(2024, 1, 1 + i + (i > 20 ? 3 : 0), 6)).toISOString().slice(0, 19);
const monthOf = (i: number): string => new Date(Date.UTC(2020, i, 1)).toISOString().slice(0, 10);
/** Ties, missing cells, an unusual name, numbers of different decimals, few and several groups. */
const csv = `g,h,y,z,"it's",i1,i2,i3,note,day,month\n${Array.from({ length: 48 }, (_, i) => [['a', 'b', "c'd"][i % 3], i % 2 === 0, i % 11 === 0 ? '' : ((i * 37) % 29) + (i % 3) * 4 + 0.25, ((i * 7.3) % 13).toFixed(3), ['yes', 'no', 'yes', 'maybe'][i % 4], 1 + ((i * 5) % 4), 1 + ((i * 5 + (i % 3)) % 4), 1 + ((i * 5 + (i % 2)) % 4), i < 30 ? 'x' : 'y', dayOf(i), monthOf(i)].join(',')).join('\n')}\n,true,3,4,yes,1,1,2,x,${dayOf(48)},${monthOf(48)}\n`;

let tests: TestEngine;
let table: TableRef;
let folder: string;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
  folder = await mkdtemp(join(tmpdir(), 'columnist-code-'));
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(folder, 'data.csv'));
});
const runner = openCodeRunner();
afterAll(async () => {
  runner.close();
  await tests.close();
  await rm(folder, { recursive: true });
});

const level = { confidence_level: 0.95 } as const;
const two = { ...level, alternative: 'two_sided' } as const;
const yg = { value: 'y', group: 'g', ...level } as const;

const comparisons: readonly [string, ComparisonOptions][] = [
  ['welch_t', { method: 'welch_t', value: 'y', group: 'h', ...two }],
  [
    'student_t, one-sided',
    {
      method: 'student_t',
      value: 'y',
      group: 'g',
      groups: ["c'd", 'a'],
      ...level,
      alternative: 'greater',
    },
  ],
  [
    'mann_whitney, exact',
    {
      method: 'mann_whitney',
      value: 'z',
      group: 'g',
      groups: ['a', 'b'],
      view: { filter: 'z > 0', derive: [{ name: 'w', expression: 'z * 2' }] },
      ...two,
    },
  ],
  ['mann_whitney, ties', { method: 'mann_whitney', value: 'y', group: 'h', ...two }],
  [
    'permutation, exact',
    {
      method: 'permutation',
      value: 'y',
      group: 'h',
      view: { filter: "g = 'a' and z < 10" },
      seed: 1,
      ...two,
    },
  ],
  ['tost', { method: 'tost', value: 'z', group: 'h', low: -3, high: 3, ...level }],
  ['anova', { method: 'anova', ...yg }],
  [
    'welch_anova of a view',
    {
      method: 'welch_anova',
      ...yg,
      view: { impute: [{ columns: ['y'], method: 'median', by: ['h'] }] },
    },
  ],
  ['kruskal_wallis', { method: 'kruskal_wallis', ...yg, adjust: 'holm' }],
  ['levene', { method: 'levene', ...yg }],
  ['brown_forsythe', { method: 'brown_forsythe', ...yg }],
  ['bartlett', { method: 'bartlett', ...yg }],
  ['fligner_killeen', { method: 'fligner_killeen', ...yg }],
  ['one_sample_t', { method: 'one_sample_t', value: 'y', mu: 15.5, ...two }],
  ['paired_t', { method: 'paired_t', value: 'y', other: 'z', ...level, alternative: 'greater' }],
  ['wilcoxon, paired', { method: 'wilcoxon_signed_rank', value: 'y', other: 'z', mu: 0, ...two }],
  ['wilcoxon, ties and zeros', { method: 'wilcoxon_signed_rank', value: 'i1', mu: 2, ...two }],
  ['tost_paired', { method: 'tost_paired', value: 'i1', other: 'i2', low: -1, high: 1, ...level }],
  ['tost_one_sample', { method: 'tost_one_sample', value: 'z', low: 4, high: 9, ...level }],
  ['friedman', { method: 'friedman', columns: ['i1', 'i2', 'i3', 'z'], ...level }],
  ['one_proportion', { method: 'one_proportion', event: "it's", success: 'yes', p: 0.4, ...two }],
  [
    'proportions, two, one-sided',
    {
      method: 'proportions',
      event: "it's",
      success: 'yes',
      group: 'h',
      correct: true,
      ...level,
      alternative: 'less',
    },
  ],
  [
    'proportions, three',
    { method: 'proportions', event: "it's", success: 'yes', group: 'g', correct: true, ...two },
  ],
];
const distributions: readonly [string, DistributionTestOptions][] = [
  ...Object.entries(normalityProcedures).flatMap(([method, { samples }]) =>
    Object.entries(samples).map(([name, options]): [string, DistributionTestOptions] => [
      name === 'usual' ? method : `${method}, ${name}`,
      distributionTestOptions.parse({ method, ...options }),
    ]),
  ),
  ['grubbs', { method: 'grubbs', column: 'y', ...level }],
  [
    'kolmogorov_smirnov, exact',
    {
      method: 'kolmogorov_smirnov',
      column: 'z',
      distribution: { name: 'uniform', min: 0, max: 13 },
      ...level,
    },
  ],
  [
    'kolmogorov_smirnov, ties',
    {
      method: 'kolmogorov_smirnov',
      column: 'i1',
      distribution: { name: 'normal', mean: 3, sd: 1 },
      ...level,
    },
  ],
  [
    'kolmogorov_smirnov, exponential',
    {
      method: 'kolmogorov_smirnov',
      column: 'z',
      distribution: { name: 'exponential', rate: 0.2 },
      ...level,
    },
  ],
  [
    'kolmogorov_smirnov_two_sample',
    {
      method: 'kolmogorov_smirnov_two_sample',
      column: 'z',
      group: 'h',
      view: { filter: "g != 'a'" },
      ...level,
    },
  ],
  ['goodness of fit', { method: 'chi_square_goodness_of_fit', column: "it's", ...level }],
  [
    'goodness of fit, given shares',
    {
      method: 'chi_square_goodness_of_fit',
      column: "it's",
      expected: { yes: 2, no: 1, maybe: 1 },
      ...level,
    },
  ],
  ['autocorrelation', { method: 'autocorrelation', column: 'z', lags: 3, ...level }],
  ['z scores', { method: 'z_score_outliers', column: 'y', threshold: 1.5, ...level }],
  ['fences', { method: 'tukey_outliers', column: 'y', k: 0.3, ...level }],
  ['mahalanobis', { method: 'mahalanobis_outliers', columns: ['y', 'z'], alpha: 0.2, ...level }],
];
const associations: readonly [string, AssociationTestOptions][] = [
  ['kendall, ties', { method: 'kendall', x: 'y', y: 'i1', ...two }],
  [
    'kendall, exact',
    {
      method: 'kendall',
      x: 'z',
      y: 'w',
      view: { derive: [{ name: 'w', expression: 'z * z - 7.1 * z' }], filter: 'z != 0' },
      ...level,
      alternative: 'greater',
    },
  ],
  ['partial', { method: 'partial', x: 'i1', y: 'i2', given: ['y', 'z'], ...level }],
  ['point_biserial', { method: 'point_biserial', x: 'y', y: 'h', ...level }],
  ['correlation_ratio', { method: 'correlation_ratio', x: 'y', y: 'g', ...level }],
  ['chi_square, two by two', { method: 'chi_square', x: 'h', y: 'note', correct: true, ...level }],
  ['chi_square', { method: 'chi_square', x: 'g', y: "it's", correct: true, ...level }],
  ['fisher_exact', { method: 'fisher_exact', x: 'h', y: 'note', ...two }],
  [
    'mcnemar',
    {
      method: 'mcnemar',
      x: 'i1',
      y: 'i2',
      variant: 'corrected',
      view: { filter: 'i1 <= 2 and i2 <= 2' },
      ...level,
    },
  ],
  [
    'mcnemar, exact',
    {
      method: 'mcnemar',
      x: 'i1',
      y: 'i2',
      variant: 'exact',
      view: { filter: 'i1 > 2 and i2 > 2' },
      ...level,
    },
  ],
  ['mcnemar, several', { method: 'mcnemar', x: 'i1', y: 'i3', variant: 'uncorrected', ...level }],
  ['cohen_kappa', { method: 'cohen_kappa', x: 'i1', y: 'i2', ...level }],
  ['cronbach_alpha', { method: 'cronbach_alpha', columns: ['i1', 'i2', 'i3'], ...level }],
];

const fitted = { seed: 1, ...level } as const;
const least = { method: 'linear', errors: 'classical', sums_of_squares: 2, ...fitted } as const;
const regressions: readonly [string, RegressionOptions][] = [
  ['linear', { ...least, formula: 'y ~ z * g + I(i1^2)' }],
  ['linear, marginal means', { ...least, formula: 'y ~ z + g * h', means: ['g', 'g:h'] }],
  ['linear, HC3', { ...least, formula: "log(y) ~ z + `it's`", errors: 'hc3' }],
  ['linear, weights, no intercept', { ...least, formula: 'y ~ z + i1 - 1', weights: 'i2' }],
  [
    'linear of a view',
    {
      ...least,
      formula: 'y ~ w + factor(i1)',
      view: { derive: [{ name: 'w', expression: 'z * 2 + i2' }], filter: 'z > 1' },
    },
  ],
  ['logistic', { method: 'logistic', formula: 'h ~ y + z', ...fitted }],
  ['poisson', { method: 'poisson', formula: 'i1 ~ z + h', ...fitted }],
];

const overTime = { aggregate: 'mean', gaps: 'keep', ...level } as const;
const monthly = { value: 'z', time: 'month', ...overTime } as const;
const series: readonly [string, TimeSeriesOptions][] = [
  ['autocorrelation', { method: 'autocorrelation', lags: 6, ...monthly }],
  ['autocorrelation of rows', { method: 'autocorrelation', lags: 3, value: 'i1', ...overTime }],
  [
    'autocorrelation of weeks',
    {
      method: 'autocorrelation',
      lags: 2,
      value: 'z',
      time: 'day',
      every: 'week',
      ...overTime,
      aggregate: 'sum',
    },
  ],
  [
    'autocorrelation of filled days',
    {
      method: 'autocorrelation',
      lags: 5,
      value: 'z',
      time: 'day',
      every: 'day',
      ...overTime,
      gaps: 'linear',
    },
  ],
  [
    'autocorrelation of filled moments',
    { method: 'autocorrelation', lags: 5, value: 'z', time: 'day', ...overTime, gaps: 'previous' },
  ],
  [
    'autocorrelation of quarters',
    {
      method: 'autocorrelation',
      lags: 2,
      value: 'z',
      time: 'month',
      every: 'quarter',
      ...overTime,
      aggregate: 'max',
    },
  ],
  ['adf', { method: 'adf', deterministics: 'constant', ...monthly }],
  ['adf, trend and lags', { method: 'adf', deterministics: 'trend', lags: 2, ...monthly }],
  ['adf, none', { method: 'adf', deterministics: 'none', lags: 1, ...monthly }],
  ['kpss', { method: 'kpss', about: 'constant', ...monthly }],
  ['kpss, trend', { method: 'kpss', about: 'trend', lags: 3, ...monthly }],
  ['mann_kendall', { method: 'mann_kendall', ...monthly }],
  ['stl', { method: 'stl', seasonal_window: 'periodic', robust: false, ...monthly }],
  ['stl, robust', { method: 'stl', seasonal_window: 7, robust: true, period: 6, ...monthly }],
  ['overview', { method: 'overview', window: 3, ...monthly }],
];
const structures: readonly [string, StructureOptions][] = [
  [
    'principal_components',
    { method: 'principal_components', columns: ['y', 'z', 'i1', 'i2'], scale: true, ...level },
  ],
  [
    'principal_components, own units',
    { method: 'principal_components', columns: ['y', 'z', 'i1'], scale: false, ...level },
  ],
  ['k_means', { method: 'k_means', columns: ['y', 'z'], k: 3, scale: true, seed: 1, ...level }],
];
const factors: readonly [string, ComparisonOptions][] = [
  ...([1, 2, 3] as const).map((type): [string, ComparisonOptions] => [
    `factorial_anova, type ${type}`,
    {
      method: 'factorial_anova',
      value: 'y',
      factors: ['g', 'h'],
      covariates: ['z'],
      sums_of_squares: type,
      ...level,
    },
  ]),
  [
    'repeated_measures_anova',
    { method: 'repeated_measures_anova', columns: ['i1', 'i2', 'i3', 'z'], ...level },
  ],
  [
    'repeated_measures_anova of groups',
    { method: 'repeated_measures_anova', columns: ['i1', 'i2', 'z'], group: 'g', ...level },
  ],
  [
    'repeated_measures_anova of two',
    { method: 'repeated_measures_anova', columns: ['i1', 'z'], ...level },
  ],
];

/** Of what SciPy has no such form. */
const rAlone: ReadonlySet<string> = new Set(['wilcoxon, ties and zeros']);

const languages: readonly Language[] = ['R', 'Python'];

/** Runs code that ends with a line "found: figure" and gives the figure; skips the test where a package of the code is missing, and names it. */
async function figureOf(
  language: Language,
  code: string,
  { skip }: TestContext,
): Promise<{ readonly value: number; readonly output: string }> {
  const output = await runner.run(language, code, { folder, skip });
  return { value: Number(/found: (\S+)\s*$/.exec(output)?.[1]), output };
}

/** What is printed at the end of the code of a result. */
const ending: Readonly<Record<Language, string>> = {
  R: 'value <- if (is.list(result) && !is.null(result$p.value)) result$p.value else if (is.list(result)) result$statistic else result\ncat("\\nfound:", sprintf("%.17g", value))\n',
  Python:
    'found = result.pvalue if hasattr(result, "pvalue") else result[1] if hasattr(result, "__len__") else result\nprint("found:", repr(float(found)))\n',
};

async function expectSame(
  language: Language,
  name: string,
  found: TestResult,
  context: TestContext,
): Promise<void> {
  if (language === 'Python' && rAlone.has(name)) context.skip('SciPy has no such form');
  const shown =
    found.statistic?.name === 'outliers' || found.statistic?.name === 'KPSS'
      ? found.statistic.value
      : (found.estimate?.value ?? found.effects[0]?.value ?? found.groups[0]?.mean);
  const wanted =
    (found.statistic?.name === 'KPSS' ? null : found.p_value) ??
    (found.procedure.method === 'k_means' ? found.effects[1]?.value : shown) ??
    NaN;
  const { value, output } = await figureOf(
    language,
    `${language === 'R' ? found.code.r : found.code.python}${ending[language]}`,
    context,
  );
  // SciPy before 1.12 has Shapiro and Wilk's W in single precision.
  expect(value / wanted, `${output}\nwanted: ${wanted}`).toBeCloseTo(
    1,
    name === 'shapiro_wilk' && language === 'Python' ? 4 : 7,
  );
}

describe.each(languages)(
  `the %s code that comes with a result gives its figure (${ofSample})`,
  (language) => {
    test.for(sampled(comparisons, 9))('compare_groups: %s', async ([name, input], context) =>
      expectSame(language, name, await tests.engine.compareGroups(table, input), context),
    );
    test.for(sampled(distributions, 10))('test_distribution: %s', async ([name, input], context) =>
      expectSame(language, name, await tests.engine.testDistribution(table, input), context),
    );
    test.for(sampled(regressions, 3))('fit_regression: %s', async ([name, input], context) =>
      expectSame(language, name, await tests.engine.fitRegression(table, input), context),
    );
    test.for(sampled(factors, 3))('compare_groups: %s', async ([name, input], context) =>
      expectSame(language, name, await tests.engine.compareGroups(table, input), context),
    );
    test.for(sampled(series, 6))('analyze_time_series: %s', async ([name, input], context) =>
      expectSame(language, name, await tests.engine.timeSeries(table, input), context),
    );
    test.for(sampled(structures, 2))('find_structure: %s', async ([name, input], context) =>
      expectSame(language, name, await tests.engine.structure(table, input), context),
    );
    test.for(sampled(associations, 6))(
      'analyze_association: %s',
      async ([name, input], context) => {
        const found = await tests.engine.association(table, input);
        if ('matrix' in found) throw new Error('It is a test.');
        await expectSame(language, name, found, context);
      },
    );
  },
);

describe.each(languages)('the %s code that comes with a design gives its figure', (language) => {
  const usual = { alternative: 'two_sided' } as const;
  test.for<[string, PowerOptions]>([
    ['size of two samples', { method: 'two_sample_t', effect: 0.5, power: 0.8, ...usual }],
    ['power of pairs', { method: 'paired_t', n: 20, effect: 0.5, alternative: 'greater' }],
    ['effect of one sample', { method: 'one_sample_t', n: 30, power: 0.9, ...usual }],
    ['size of an analysis of variance', { method: 'anova', groups: 4, effect: 0.25, power: 0.8 }],
    ['power of two proportions', { method: 'two_proportions', n: 80, effect: 0.4, ...usual }],
    ['power of one proportion', { method: 'one_proportion', n: 50, effect: 0.3, ...usual }],
    ['power of a correlation', { method: 'correlation', n: 60, effect: 0.3, ...usual }],
    ['size of a table', { method: 'chi_square', df: 3, effect: 0.3, power: 0.8 }],
  ])('calculate_power: %s', async ([, input], context) => {
    const found = await tests.engine.calculatePower(input);
    const name =
      found.solved === 'effect'
        ? {
            two_sample_t: 'd',
            one_sample_t: 'd',
            paired_t: 'd',
            anova: 'f',
            two_proportions: 'h',
            one_proportion: 'h',
            correlation: 'r',
            chi_square: 'w',
          }[input.method]
        : found.solved === 'n' && input.method === 'chi_square'
          ? 'N'
          : found.solved;
    const wanted = found[found.solved];
    const code =
      language === 'R'
        ? `${found.code.r}cat("\\nfound:", sprintf("%.17g", result$${name}))\n`
        : `${found.code.python}print("found:", repr(float(result)))\n`;
    const { value, output } = await figureOf(language, code, context);
    // Both search for the size and the effect with four digits.
    expect(value / wanted, `${output}\nwanted: ${wanted}`).toBeCloseTo(1, 3);
  });
});
