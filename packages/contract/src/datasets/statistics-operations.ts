import { z } from 'zod';
import { anyone, defineOperation } from '../operation.ts';
import { association, associationOptions } from './association.ts';
import { comparisonOptions } from './comparison.ts';
import { distributionTestOptions } from './distribution-test.ts';
import { datasetComparison, driftOptions } from './drift.ts';
import { ledger } from './ledger.ts';
import { powerOptions, powerResult } from './power.ts';
import { recommendOptions, recommendation } from './recommendation.ts';
import { regressionOptions } from './regression.ts';
import { structureOptions } from './structure.ts';
import { testResult } from './test-result.ts';
import { timeSeriesOptions } from './time-series.ts';

const id = z
  .uuid({ error: 'A dataset id is a UUID; list the datasets to find it.' })
  .describe('Dataset id.');
const analyse = anyone('analyse');

// Each method's own schema with the dataset it is asked of: a union keeps its members' types only where they are named one by one.
const [a, c, d, r, t, f] = [
  associationOptions.options,
  comparisonOptions.options,
  distributionTestOptions.options,
  regressionOptions.options,
  timeSeriesOptions.options,
  structureOptions.options,
];
export const datasetsAssociationInput = z
  .discriminatedUnion('method', [
    a[0].extend({ id }),
    a[1].extend({ id }),
    a[2].extend({ id }),
    a[3].extend({ id }),
    a[4].extend({ id }),
    a[5].extend({ id }),
    a[6].extend({ id }),
    a[7].extend({ id }),
    a[8].extend({ id }),
    a[9].extend({ id }),
    a[10].extend({ id }),
  ])
  .meta({ type: 'object' });
export const datasetsCompareGroupsInput = z
  .discriminatedUnion('method', [
    c[0].extend({ id }),
    c[1].extend({ id }),
    c[2].extend({ id }),
    c[3].extend({ id }),
    c[4].extend({ id }),
    c[5].extend({ id }),
    c[6].extend({ id }),
    c[7].extend({ id }),
    c[8].extend({ id }),
    c[9].extend({ id }),
    c[10].extend({ id }),
    c[11].extend({ id }),
    c[12].extend({ id }),
    c[13].extend({ id }),
    c[14].extend({ id }),
    c[15].extend({ id }),
    c[16].extend({ id }),
    c[17].extend({ id }),
    c[18].extend({ id }),
    c[19].extend({ id }),
    c[20].extend({ id }),
    c[21].extend({ id }),
  ])
  .meta({ type: 'object' });
export const datasetsTestDistributionInput = z
  .discriminatedUnion('method', [
    d[0].extend({ id }),
    d[1].extend({ id }),
    d[2].extend({ id }),
    d[3].extend({ id }),
    d[4].extend({ id }),
    d[5].extend({ id }),
    d[6].extend({ id }),
    d[7].extend({ id }),
    d[8].extend({ id }),
    d[9].extend({ id }),
    d[10].extend({ id }),
    d[11].extend({ id }),
    d[12].extend({ id }),
  ])
  .meta({ type: 'object' });
export const datasetsFitRegressionInput = z
  .discriminatedUnion('method', [r[0].extend({ id }), r[1].extend({ id }), r[2].extend({ id })])
  .meta({ type: 'object' });
export const datasetsTimeSeriesInput = z
  .discriminatedUnion('method', [
    t[0].extend({ id }),
    t[1].extend({ id }),
    t[2].extend({ id }),
    t[3].extend({ id }),
    t[4].extend({ id }),
    t[5].extend({ id }),
    t[6].extend({ id }),
  ])
  .meta({ type: 'object' });
export const datasetsStructureInput = z
  .discriminatedUnion('method', [f[0].extend({ id }), f[1].extend({ id }), f[2].extend({ id })])
  .meta({ type: 'object' });
export const datasetsCompareDatasetsInput = z.strictObject({ id, ...driftOptions });
export const datasetsRecommendTestInput = z.strictObject({ id, ...recommendOptions });
export const datasetsListTestsInput = z.strictObject({ id });

/** The procedures of statistics, each a family of methods. */
export const statisticsOperations = {
  association: defineOperation({
    path: 'datasets.association',
    kind: 'query',
    input: datasetsAssociationInput,
    output: association,
    access: analyse,
    tier: 'paid',
    freeMethods: ['pearson', 'spearman'],
    cost: 1,
    summary:
      'Whether columns go together: correlations of every pair of number columns; Pro: Kendall, partial, contingency tables, agreement, reliability.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/association' },
    mcp: {
      name: 'analyze_association',
      title: 'Analyze association',
      description:
        "Whether columns go together. pearson, spearman: all pairs of the number 'columns'. With Pro, two columns 'x' and 'y': kendall; partial (holding 'given' constant); point_biserial (y has two values); correlation_ratio (x by the groups of y); chi_square, fisher_exact (categories); mcnemar, cohen_kappa (the same categories twice); cronbach_alpha (items in 'columns'). Example: method 'chi_square', x 'species', y 'island'.",
    },
  }),
  compareGroups: defineOperation({
    path: 'datasets.compareGroups',
    kind: 'query',
    input: datasetsCompareGroupsInput,
    output: testResult,
    access: analyse,
    tier: 'paid',
    cost: 1,
    summary:
      'Whether groups or measurements differ: t tests, ranks, analyses of variance with post hoc pairs, equivalence, variances, proportions. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/compare' },
    mcp: {
      name: 'compare_groups',
      title: 'Compare groups',
      description:
        "Whether groups differ. 'value' by 'group': welch_t (default for two), student_t, mann_whitney, permutation, tost (equivalence); welch_anova (default for more), anova, kruskal_wallis, each with post hoc pairs; variances: levene, brown_forsythe, bartlett, fligner_killeen. One column: one_sample_t, wilcoxon_signed_rank, tost_one_sample. Paired: paired_t, wilcoxon_signed_rank, tost_paired with 'other'; friedman, repeated_measures_anova with 'columns'. Several factors: factorial_anova with 'factors' and 'covariates'. Proportions of 'success' in 'event': one_proportion, proportions. Example: method 'welch_t', value 'body_mass_g', group 'sex'. Name two in 'groups' where the column has more. Ask recommend_test if unsure. Needs Pro.",
    },
  }),
  testDistribution: defineOperation({
    path: 'datasets.testDistribution',
    kind: 'query',
    input: datasetsTestDistributionInput,
    output: testResult,
    access: analyse,
    tier: 'paid',
    cost: 1,
    summary: 'How a column is distributed: normality, goodness of fit, outliers. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/distribution' },
    mcp: {
      name: 'test_distribution',
      title: 'Test a distribution',
      description:
        "How a column is distributed. Normality of a number 'column': shapiro_wilk (default, 3 to 5000 values), anderson_darling, lilliefors, jarque_bera, dagostino_k2. Against a given distribution: kolmogorov_smirnov; two groups: kolmogorov_smirnov_two_sample. Counts of a category column against expected shares: chi_square_goodness_of_fit. In the order of rows: autocorrelation (Ljung–Box). Outliers: grubbs, z_score_outliers, tukey_outliers, mahalanobis_outliers ('columns'). Needs Pro.",
    },
  }),
  fitRegression: defineOperation({
    path: 'datasets.fitRegression',
    kind: 'query',
    input: datasetsFitRegressionInput,
    output: testResult,
    access: analyse,
    tier: 'paid',
    cost: 1,
    summary: 'What explains a column: linear, logistic and Poisson regression by a formula. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/regression' },
    mcp: {
      name: 'fit_regression',
      title: 'Fit a regression',
      description:
        "What explains a column, by a formula as in R. linear (a number; weights, HC0 to HC3 errors, tests of terms of type 1, 2 or 3), logistic (one of two values), poisson (counts). Terms: +, :, *, ^, I(x^2), log(x), factor(x), -1; text columns are groups. 'predict' takes values of the explaining columns, 'folds' cross-validates. Example: method 'linear', formula 'body_mass_g ~ flipper_length_mm + sex'. Needs Pro.",
    },
  }),
  timeSeries: defineOperation({
    path: 'datasets.timeSeries',
    kind: 'query',
    input: datasetsTimeSeriesInput,
    output: testResult,
    access: analyse,
    tier: 'paid',
    cost: 1,
    summary:
      'What a column does over time: spacing and gaps, autocorrelation, unit roots, trend, season, forecast. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/time-series' },
    mcp: {
      name: 'analyze_time_series',
      title: 'Analyze a time series',
      description:
        "What number column 'value' does over 'time'. overview (spacing, gaps, rolling figures), autocorrelation (ACF, PACF, Ljung–Box), adf (unit root), kpss (stationarity), mann_kendall (trend with Sen's slope), stl (season and trend), ets (forecast with intervals). 'every' resamples (day, month …) by 'aggregate'; 'gaps' says what fills them. Example: method 'stl', value 'sales', time 'date', every 'month', aggregate 'sum'. Needs Pro.",
    },
  }),
  structure: defineOperation({
    path: 'datasets.structure',
    kind: 'query',
    input: datasetsStructureInput,
    output: testResult,
    access: analyse,
    tier: 'paid',
    cost: 1,
    summary:
      'What a table is made of: principal components, clusters of rows, values missing together. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/structure' },
    mcp: {
      name: 'find_structure',
      title: 'Find structure',
      description:
        "What number 'columns' are made of. principal_components (variance, loadings, scores), k_means (clusters of rows with silhouettes; 'k', or the best of several where left out), little_mcar (whether values are missing at random, with the patterns of missing values). Example: method 'principal_components', columns ['a', 'b', 'c']. Needs Pro.",
    },
  }),
  compareDatasets: defineOperation({
    path: 'datasets.compareDatasets',
    kind: 'query',
    input: datasetsCompareDatasetsInput,
    output: datasetComparison,
    access: analyse,
    tier: 'paid',
    cost: 1,
    summary:
      'How a dataset differs from another, or from its earlier version: columns, and how each is distributed. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/drift' },
    mcp: {
      name: 'compare_datasets',
      title: 'Compare two datasets or versions',
      description:
        "How dataset 'id' has moved from 'other' (a dataset of the same columns, such as last month's), or from its own earlier version where 'other' is left out: columns added, removed and retyped; for each shared column the population stability index with a verdict (alike, moved, changed), a test (Kolmogorov–Smirnov or chi-square, p adjusted by Holm), counts by bin, mean and missing values before and after. Needs Pro.",
    },
  }),
  recommendTest: defineOperation({
    path: 'datasets.recommendTest',
    kind: 'query',
    input: datasetsRecommendTestInput,
    output: recommendation,
    access: analyse,
    cost: 1,
    summary: 'Which test compares two columns, why, and what was rejected.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/recommendation' },
    mcp: {
      name: 'recommend_test',
      title: 'Recommend a test',
      description:
        "Names the right test to compare 'value' by 'by', why, and which were rejected; pass its 'options' to the named operation. Runs no test.",
    },
  }),
  calculatePower: defineOperation({
    path: 'datasets.calculatePower',
    kind: 'query',
    input: powerOptions.meta({ type: 'object' }),
    output: powerResult,
    access: analyse,
    cost: 1,
    summary: 'Power, sample size or detectable effect of a design.',
    rest: { method: 'post', path: '/api/v1/power' },
    mcp: {
      name: 'calculate_power',
      title: 'Calculate power',
      description:
        "Plans a study, without data: give two of n, effect and power (alpha is 0.05 unless given) and get the third. Methods: two_sample_t, one_sample_t, paired_t (effect d), anova (f, groups), two_proportions, one_proportion (h), correlation (r), chi_square (w, df). Example: method 'two_sample_t', effect 0.5, power 0.8.",
    },
  }),
  listTests: defineOperation({
    path: 'datasets.listTests',
    kind: 'query',
    input: datasetsListTestsInput,
    output: ledger,
    access: analyse,
    cost: 0,
    summary: 'Every distinct test run on a dataset, with p-values adjusted for all of them.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/tests' },
  }),
};
