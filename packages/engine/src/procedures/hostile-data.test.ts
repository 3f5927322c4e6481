import {
  AppError,
  associationOptions,
  comparisonOptions,
  distributionTestOptions,
  regressionOptions,
  structureOptions,
  testResult,
  timeSeriesOptions,
  type TestResult,
} from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../index.ts';
import { openTestEngine, type TestEngine } from '../testing.ts';

const rows = (lines: readonly string[]): string => `x,y,z,g,h,k\n${lines.join('\n')}\n`;
/** Numbers x, y, z; groups g (two), h (several) and k (the same values as g). */
const tables: Readonly<Record<string, string>> = {
  'one row': rows(['1,2,3,a,p,a']),
  'two rows': rows(['1,2,3,a,p,b', '2,5,1,b,q,a']),
  'three rows': rows(['1,2,3,a,p,a', '2,5,1,b,q,b', '4,4,4,a,r,b']),
  constants: rows(Array.from({ length: 8 }, (_, i) => `5,5,5,${'ab'[i % 2]},${'pqr'[i % 3]},a`)),
  'constant within groups': rows(
    Array.from(
      { length: 12 },
      (_, i) => `${i % 2},${i % 3},${i % 2},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
  'one group still': rows(
    Array.from(
      { length: 12 },
      (_, i) =>
        `${i % 2 === 0 ? 7 : i},${i},${i * i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ba'[i % 2]}`,
    ),
  ),
  'all but two missing': rows(
    Array.from({ length: 9 }, (_, i) =>
      i === 3 || i === 4 ? `${i},${2 * i},${i * i},${'ab'[i % 2]},${'pq'[i % 2]},a` : ',,,,,',
    ),
  ),
  'nearly all missing in one': rows(
    Array.from(
      { length: 9 },
      (_, i) => `${i === 5 ? 4 : ''},${i},${i * i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
  infinities: rows(
    Array.from(
      { length: 10 },
      (_, i) =>
        `${['Infinity', '-Infinity'][i] ?? i},${i * i},${(i * 7) % 5},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[(i * i) % 2]}`,
    ),
  ),
  'a large offset': rows(
    Array.from(
      { length: 12 },
      (_, i) =>
        `${1_000_000_000_000_000 + ((i * 7) % 12)},${900_000_000_000_000 + ((i * 5) % 11)},${i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[(i * i + 1) % 2]}`,
    ),
  ),
  'huge and tiny': rows(
    Array.from(
      { length: 10 },
      (_, i) =>
        `${(i % 4) + 1}e${i % 2 === 0 ? 300 : -300},${i + 1}e-200,${i + 1}e200,${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
  'all tied': rows(
    Array.from(
      { length: 14 },
      (_, i) =>
        `${i % 2},${(i + 1) % 2},${i % 2},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[(i + 1) % 2]}`,
    ),
  ),
  'a line': rows(
    Array.from(
      { length: 12 },
      (_, i) => `${i},${2 * i},${3 * i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
  'far apart': rows(
    Array.from(
      { length: 60 },
      (_, i) =>
        `${i % 2 === 0 ? i / 1e6 : 1e6 + i / 1e6},${i % 2 === 0 ? 1e6 + i : i},${i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
};

const level = { confidence_level: 0.95 };
const by = (group: string) => ({ value: 'x', group, ...level });
/** What each method is asked; the schema fills in the rest. */
const asked: Readonly<Record<string, Record<string, unknown>>> = {
  welch_t: by('g'),
  student_t: by('g'),
  mann_whitney: by('g'),
  permutation: by('g'),
  tost: { ...by('g'), low: -1, high: 1 },
  anova: by('h'),
  welch_anova: by('h'),
  kruskal_wallis: by('h'),
  levene: by('h'),
  brown_forsythe: by('h'),
  bartlett: by('h'),
  fligner_killeen: by('h'),
  one_sample_t: { value: 'x', mu: 2 },
  paired_t: { value: 'x', other: 'y' },
  wilcoxon_signed_rank: { value: 'x', other: 'y' },
  tost_paired: { value: 'x', other: 'y', low: -1, high: 1 },
  tost_one_sample: { value: 'x', low: 0, high: 3 },
  friedman: { columns: ['x', 'y', 'z'] },
  one_proportion: { event: 'g', success: 'a' },
  proportions: { event: 'g', success: 'a', group: 'h' },
  factorial_anova: { value: 'x', factors: ['g', 'h'], covariates: ['y'] },
  repeated_measures_anova: { columns: ['x', 'y', 'z'], group: 'g' },
  shapiro_wilk: { column: 'x' },
  anderson_darling: { column: 'x' },
  lilliefors: { column: 'x' },
  jarque_bera: { column: 'x' },
  dagostino_k2: { column: 'x' },
  kolmogorov_smirnov: { column: 'x', distribution: { name: 'normal', mean: 1, sd: 2 } },
  kolmogorov_smirnov_two_sample: { column: 'x', group: 'g' },
  chi_square_goodness_of_fit: { column: 'h' },
  autocorrelation: { column: 'x', lags: 2 },
  grubbs: { column: 'x' },
  z_score_outliers: { column: 'x' },
  tukey_outliers: { column: 'x' },
  mahalanobis_outliers: { columns: ['x', 'y'] },
  kendall: { x: 'x', y: 'y' },
  partial: { x: 'x', y: 'y', given: ['z'] },
  point_biserial: { x: 'x', y: 'g' },
  correlation_ratio: { x: 'x', y: 'h' },
  chi_square: { x: 'g', y: 'h' },
  fisher_exact: { x: 'g', y: 'h' },
  mcnemar: { x: 'g', y: 'k' },
  cohen_kappa: { x: 'g', y: 'k' },
  cronbach_alpha: { columns: ['x', 'y', 'z'] },
};
/** Models, over the order of the rows where a series is asked of. */
const models: Readonly<Record<string, Record<string, unknown>>> = {
  linear: { formula: 'x ~ y * g', means: ['g'] },
  logistic: { formula: 'g ~ x + y' },
  poisson: { formula: 'y ~ x' },
  overview: { value: 'x', time: 'y' },
  autocorrelation: { value: 'x' },
  adf: { value: 'x', deterministics: 'trend' },
  kpss: { value: 'x' },
  mann_kendall: { value: 'x', time: 'y' },
  stl: { value: 'x', period: 2, robust: true },
  ets: { value: 'x', period: 2 },
  principal_components: { columns: ['x', 'y', 'z'], color_by: 'h' },
  k_means: { columns: ['x', 'y'] },
  little_mcar: { columns: ['x', 'y', 'z'] },
};

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const told: ReadonlySet<string> = new Set([
  'invalid_input',
  'wrong_column_type',
  'too_complex',
  'unknown_column',
]);

async function ask(
  table: TableRef,
  method: string,
  options: Record<string, unknown>,
): Promise<TestResult | null> {
  const given = { method, ...options };
  const regression = regressionOptions.safeParse(given);
  if (regression.success) return tests.engine.fitRegression(table, regression.data);
  const series = timeSeriesOptions.safeParse(given);
  if (series.success) return tests.engine.timeSeries(table, series.data);
  const structure = structureOptions.safeParse(given);
  if (structure.success) return tests.engine.structure(table, structure.data);
  const comparison = comparisonOptions.safeParse(given);
  if (comparison.success) return tests.engine.compareGroups(table, comparison.data);
  const distribution = distributionTestOptions.safeParse(given);
  if (distribution.success) return tests.engine.testDistribution(table, distribution.data);
  const found = await tests.engine.association(table, associationOptions.parse(given));
  return 'matrix' in found ? null : found;
}

describe.each(Object.entries(tables))('%s', (_, csv) => {
  test('every method answers with numbers, or says what to do', async () => {
    const { table } = await tests.admit(csv);
    const wrong: string[] = [];
    for (const [method, options] of [...Object.entries(asked), ...Object.entries(models)]) {
      try {
        const result = await ask(table, method, options);
        const words =
          result === null
            ? ''
            : [result.sentence, result.apa, ...result.assumptions.map(({ said }) => said)].join(
                ' ',
              );
        if (
          result !== null &&
          (!testResult.safeParse(result).success ||
            /NaN|undefined|Infinity/.test(words) ||
            (result.p_value !== null && !(result.p_value >= 0 && result.p_value <= 1)))
        )
          wrong.push(`${method}: p ${result.p_value}, ${words}`);
      } catch (error) {
        if (
          !(error instanceof AppError) ||
          !told.has(error.code) ||
          /NaN|undefined/.test(error.message)
        )
          wrong.push(`${method}: ${String(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});

test('every method that needs a dataset is asked here', () => {
  const known = [
    ...comparisonOptions.options,
    ...distributionTestOptions.options,
    ...associationOptions.options,
  ]
    .map(({ shape }) => shape.method.value)
    .filter((method) => method !== 'pearson' && method !== 'spearman');
  expect(Object.keys(asked).toSorted()).toEqual(known.toSorted());
  expect(Object.keys(models).toSorted()).toEqual(
    [...regressionOptions.options, ...timeSeriesOptions.options, ...structureOptions.options]
      .map(({ shape }) => shape.method.value)
      .toSorted(),
  );
});
