import {
  associationOptions,
  comparisonOptions,
  distributionTestOptions,
  operations,
  powerOptions,
  regressionOptions,
  structureOptions,
  timeSeriesOptions,
  type Operation,
} from '@columnist/contract';

/** The table that the methods are asked about. */
export const birds = `mass,wing,bill,kind,sex,before,after,day,gappy\n${Array.from({ length: 60 }, (_, i) => `${3000 + 37 * ((i * 17) % 60)},${i % 9 === 0 ? 'NA' : 180 + ((i * 7) % 23)},${(30 + ((i * 13) % 41) / 10).toFixed(1)},${['gentoo', 'adelie', 'chinstrap'][i % 3]},${['female', 'male'][(i * i + (i % 5)) % 2]},${['low', 'high'][i % 2]},${['low', 'high', 'high', 'low', 'low'][i % 5]},${new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10)},${i % 4 === 1 ? '' : (i * 31) % 47}`).join('\n')}\n`;

/** What each method takes beside its name; a new method adds its own here. */
type Samples<Method extends string> = Readonly<Record<Method, Readonly<Record<string, unknown>>>>;
const grouped = { value: 'mass', group: 'sex' };
const comparisons: Samples<
  (typeof comparisonOptions)['options'][number]['shape']['method']['value']
> = {
  welch_t: grouped,
  student_t: grouped,
  mann_whitney: grouped,
  permutation: grouped,
  tost: { ...grouped, low: -100, high: 100 },
  anova: { value: 'mass', group: 'kind' },
  welch_anova: { value: 'mass', group: 'kind' },
  kruskal_wallis: { value: 'mass', group: 'kind', adjust: 'bh' },
  levene: grouped,
  brown_forsythe: grouped,
  bartlett: grouped,
  fligner_killeen: grouped,
  one_sample_t: { value: 'mass', mu: 4000 },
  paired_t: { value: 'wing', other: 'bill' },
  wilcoxon_signed_rank: { value: 'wing', mu: 190 },
  tost_paired: { value: 'wing', other: 'bill', low: 100, high: 200 },
  tost_one_sample: { value: 'wing', low: 180, high: 200 },
  friedman: { columns: ['mass', 'wing', 'bill'] },
  one_proportion: { event: 'sex', success: 'male' },
  proportions: { event: 'sex', success: 'male', group: 'kind' },
  factorial_anova: { value: 'mass', factors: ['kind', 'sex'], covariates: ['wing'] },
  repeated_measures_anova: { columns: ['mass', 'wing', 'bill'], group: 'kind' },
};
const distributions: Samples<
  (typeof distributionTestOptions)['options'][number]['shape']['method']['value']
> = {
  shapiro_wilk: { column: 'mass' },
  anderson_darling: { column: 'mass' },
  lilliefors: { column: 'mass' },
  jarque_bera: { column: 'mass' },
  dagostino_k2: { column: 'mass' },
  kolmogorov_smirnov: { column: 'mass', distribution: { name: 'normal', mean: 4000, sd: 600 } },
  kolmogorov_smirnov_two_sample: { column: 'mass', group: 'sex' },
  chi_square_goodness_of_fit: { column: 'kind' },
  autocorrelation: { column: 'mass', lags: 2 },
  grubbs: { column: 'mass' },
  z_score_outliers: { column: 'mass', threshold: 1 },
  tukey_outliers: { column: 'mass' },
  mahalanobis_outliers: { columns: ['mass', 'wing'], alpha: 0.1 },
};
const regressions: Samples<
  (typeof regressionOptions)['options'][number]['shape']['method']['value']
> = {
  linear: {
    formula: 'mass ~ wing + kind',
    folds: 3,
    means: ['kind'],
    predict: [{ wing: 190, kind: 'gentoo' }],
  },
  logistic: { formula: 'sex ~ mass' },
  poisson: { formula: 'wing ~ kind' },
};
const series = { value: 'mass', time: 'day' };
const timeSeries: Samples<
  (typeof timeSeriesOptions)['options'][number]['shape']['method']['value']
> = {
  overview: { ...series, every: 'week' },
  autocorrelation: series,
  adf: series,
  kpss: { ...series, about: 'trend' },
  mann_kendall: series,
  stl: { ...series, robust: true },
  ets: { ...series, period: 7, horizon: 5 },
};
const structures: Samples<
  (typeof structureOptions)['options'][number]['shape']['method']['value']
> = {
  principal_components: { columns: ['mass', 'wing', 'bill'], color_by: 'kind' },
  k_means: { columns: ['mass', 'wing', 'bill'] },
  little_mcar: { columns: ['mass', 'wing', 'gappy'] },
};
const pair = { x: 'before', y: 'after' };
const associations: Samples<
  (typeof associationOptions)['options'][number]['shape']['method']['value']
> = {
  pearson: { columns: ['mass', 'wing'] },
  spearman: { columns: ['mass', 'wing'] },
  kendall: { x: 'mass', y: 'wing' },
  partial: { x: 'mass', y: 'wing', given: ['bill'] },
  point_biserial: { x: 'mass', y: 'sex' },
  correlation_ratio: { x: 'mass', y: 'kind' },
  chi_square: { x: 'kind', y: 'sex' },
  fisher_exact: pair,
  mcnemar: pair,
  cohen_kappa: pair,
  cronbach_alpha: { columns: ['mass', 'wing', 'bill'] },
};
const powers: Samples<(typeof powerOptions)['options'][number]['shape']['method']['value']> = {
  two_sample_t: {},
  one_sample_t: {},
  paired_t: {},
  anova: { groups: 3 },
  two_proportions: {},
  one_proportion: {},
  correlation: {},
  chi_square: { df: 2 },
};

const ofDataset = (
  operation: Operation,
  samples: Samples<string>,
  id: string,
): [string, Operation, Record<string, unknown>][] =>
  Object.entries(samples).map(([method, options]) => [
    `${operation.mcp?.name ?? ''}: ${method}`,
    operation,
    { id, method, ...options },
  ]);

/** Every method of every statistical operation, with its name and an input. */
export const methodQuestions = (id: string): [string, Operation, Record<string, unknown>][] => [
  ...ofDataset(operations.datasets.compareGroups, comparisons, id),
  ...ofDataset(operations.datasets.testDistribution, distributions, id),
  ...ofDataset(operations.datasets.fitRegression, regressions, id),
  ...ofDataset(operations.datasets.timeSeries, timeSeries, id),
  ...ofDataset(operations.datasets.structure, structures, id),
  ...ofDataset(operations.datasets.association, associations, id),
  ...Object.entries(powers).map(
    ([method, options]): [string, Operation, Record<string, unknown>] => [
      `calculate_power: ${method}`,
      operations.datasets.calculatePower,
      { method, effect: 0.3, power: 0.8, ...options },
    ],
  ),
];
