import { z } from 'zod';
import { fileDownload, uploadedFile } from '../files.ts';
import { anyone, defineOperation } from '../operation.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { cell, view } from '../view.ts';
import { aggregateOptions, aggregation } from './aggregation.ts';
import { association, associationOptions } from './association.ts';
import { dataset } from './dataset.ts';
import { comparisonOptions } from './comparison.ts';
import { describeOptions, description } from './description.ts';
import { datasetComparison, driftOptions } from './drift.ts';
import { distributionTestOptions } from './distribution-test.ts';
import { frequencies, frequenciesOptions } from './frequencies.ts';
import { ledger } from './ledger.ts';
import { powerOptions, powerResult } from './power.ts';
import { datasetVersion, importPreview, readingOptions, versionComparison } from './reading.ts';
import { recommendOptions, recommendation } from './recommendation.ts';
import { regressionOptions } from './regression.ts';
import { savedView, viewExplanation } from './saved-view.ts';
import { overview, pictures, rows, rowsOptions } from './rows.ts';
import { workbenchOperations } from './workbench-operations.ts';
import { testResult } from './test-result.ts';

const id = z.uuid({ error: 'A dataset id is a UUID; list the datasets to find it.' }).describe('Dataset id.');
const name = z.string().trim().min(1).max(200);

export const datasetsListInput = z.strictObject({ ...pageInput, q: z.string().max(200).optional().describe('Part of the name, any case.') });
export const datasetsGetInput = z.strictObject({ id });
export const datasetsCreateInput = z.strictObject({
  file: uploadedFile,
  review: z.boolean().optional().describe('Keep the dataset as a draft until it is committed; drafts are removed after a day.'),
  ...readingOptions,
});
export const datasetsCommitInput = z.strictObject({ id });
export const datasetsRereadInput = z.strictObject({ id, ...readingOptions });
export const datasetsAddVersionInput = z.strictObject({
  id,
  file: uploadedFile,
  mode: z.enum(['replace', 'append']).optional().describe('replace (the default): the file is the whole dataset from now on. append: its rows follow those that are there; the columns must have the same names.'),
  ...readingOptions,
});
const version = z.int().min(1).describe('Number of the version.');
export const datasetsVersionInput = z.strictObject({ id, version });
export const datasetsCompareVersionsInput = z.strictObject({ id, from: version, to: version });
export const datasetsRenameInput = z.strictObject({ id, name });
export const datasetsRowsInput = z.strictObject({ id, ...rowsOptions });
export const datasetsAnalyzeInput = z.strictObject({ id, ...describeOptions });
export const datasetsFrequenciesInput = z.strictObject({ id, ...frequenciesOptions });
export const datasetsAggregateInput = z.strictObject({ id, ...aggregateOptions });
// Each method's own schema with the dataset it is asked of: a union keeps its members' types only where they are named one by one.
const [a, c, d, r] = [associationOptions.options, comparisonOptions.options, distributionTestOptions.options, regressionOptions.options];
export const datasetsAssociationInput = z.discriminatedUnion('method', [
  a[0].extend({ id }), a[1].extend({ id }), a[2].extend({ id }), a[3].extend({ id }), a[4].extend({ id }),
  a[5].extend({ id }), a[6].extend({ id }), a[7].extend({ id }), a[8].extend({ id }), a[9].extend({ id }),
  a[10].extend({ id }),
]).meta({ type: 'object' });
export const datasetsCompareGroupsInput = z.discriminatedUnion('method', [
  c[0].extend({ id }), c[1].extend({ id }), c[2].extend({ id }), c[3].extend({ id }), c[4].extend({ id }),
  c[5].extend({ id }), c[6].extend({ id }), c[7].extend({ id }), c[8].extend({ id }), c[9].extend({ id }),
  c[10].extend({ id }), c[11].extend({ id }), c[12].extend({ id }), c[13].extend({ id }), c[14].extend({ id }),
  c[15].extend({ id }), c[16].extend({ id }), c[17].extend({ id }), c[18].extend({ id }), c[19].extend({ id }),
]).meta({ type: 'object' });
export const datasetsTestDistributionInput = z.discriminatedUnion('method', [
  d[0].extend({ id }), d[1].extend({ id }), d[2].extend({ id }), d[3].extend({ id }), d[4].extend({ id }),
  d[5].extend({ id }), d[6].extend({ id }), d[7].extend({ id }), d[8].extend({ id }), d[9].extend({ id }),
  d[10].extend({ id }), d[11].extend({ id }), d[12].extend({ id }),
]).meta({ type: 'object' });
export const datasetsFitRegressionInput = z.discriminatedUnion('method', [r[0].extend({ id }), r[1].extend({ id }), r[2].extend({ id })]).meta({ type: 'object' });
export const datasetsCompareDatasetsInput = z.strictObject({ id, ...driftOptions });
export const datasetsRecommendTestInput = z.strictObject({ id, ...recommendOptions });
export const datasetsListTestsInput = z.strictObject({ id });
const exported = { columns: rowsOptions.columns, view: rowsOptions.view };
export const datasetsExportInput = z.strictObject({ id, ...exported, plain: z.boolean().default(false).describe('Every text exactly as it is, also what a spreadsheet would take for a formula.') });
export const datasetsSaveRowsInput = z.strictObject({ id, name: name.describe('Of the new dataset.'), ...exported });
export const datasetsExplainViewInput = z.strictObject({ id, view: view.default({}) });
const viewName = z.string().trim().min(1).max(200).describe('Name of the saved view.');
export const datasetsPutViewInput = z.strictObject({ id, name: viewName, view });
export const datasetsDeleteViewInput = z.strictObject({ id, name: viewName });
export const datasetsPicturesInput = z.strictObject({ id, view: view.optional() });
export const datasetsOverviewInput = z.strictObject({ id, view: view.optional() });
export const datasetsDownloadInput = z.strictObject({ id });
export const datasetsStatisticsInput = z.union([
  z.strictObject({ dataset_id: id, ...describeOptions }),
  z.strictObject({
    data: z.record(z.string().min(1).max(1000), z.array(cell).max(1_000_000)).describe('Columns: name to values, all of one length.'),
    ...describeOptions,
  }),
  z.strictObject({ file: uploadedFile, ...describeOptions }),
]);
const read = anyone('read');
const analyse = anyone('analyse');

export const datasetsOperations = {
  list: defineOperation({
    path: 'datasets.list', kind: 'query', input: datasetsListInput, output: pageOf(dataset), access: read, cost: 0,
    summary: 'Your datasets, newest first.',
    rest: { method: 'get', path: '/api/v1/datasets', list: true },
    mcp: {
      name: 'list_datasets', title: 'List datasets',
      description: 'Lists the datasets of this account, newest first, with size, rows and columns. Start here to find a dataset id. Use q to search by name.',
    },
  }),
  get: defineOperation({
    path: 'datasets.get', kind: 'query', input: datasetsGetInput, output: dataset, access: read, cost: 0,
    summary: 'One dataset: its columns, types, how it was read.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}' },
    mcp: {
      name: 'get_dataset', title: 'Get dataset',
      description: 'Gives one dataset: every column with its type, missing and distinct counts and range, and how the file was read. Call it before an analysis to learn the exact column names.',
    },
  }),
  create: defineOperation({
    path: 'datasets.create', kind: 'mutation', input: datasetsCreateInput, output: dataset, access: anyone('write'), cost: 0,
    summary: 'Upload a CSV file.',
    rest: { method: 'post', path: '/api/v1/datasets', status: 201, body: 'multipart' },
  }),
  commit: defineOperation({
    path: 'datasets.commit', kind: 'mutation', input: datasetsCommitInput, output: dataset, access: anyone('write'), cost: 0,
    summary: 'Make a draft a dataset that stays.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/commit' },
  }),
  preview: defineOperation({
    path: 'datasets.preview', kind: 'query', input: datasetsGetInput, output: importPreview, access: anyone('rows'), cost: 0,
    summary: 'How the first lines of the file became rows, and what was detected why.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/preview' },
  }),
  reread: defineOperation({
    path: 'datasets.reread', kind: 'mutation', input: datasetsRereadInput, output: dataset, access: anyone('write'), cost: 0,
    summary: 'Read the file again as stated: a new version of the dataset; a draft is changed in place.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/reread' },
  }),
  addVersion: defineOperation({
    path: 'datasets.addVersion', kind: 'mutation', input: datasetsAddVersionInput, output: dataset, access: anyone('write'), cost: 0,
    summary: 'Replace the data of a dataset, or append rows to it; the version before stays restorable.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/versions', status: 201, body: 'multipart' },
  }),
  listVersions: defineOperation({
    path: 'datasets.listVersions', kind: 'query', input: datasetsGetInput, output: z.array(datasetVersion), access: read, cost: 0,
    summary: 'The versions of a dataset, newest first.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/versions' },
  }),
  compareVersions: defineOperation({
    path: 'datasets.compareVersions', kind: 'query', input: datasetsCompareVersionsInput, output: versionComparison, access: read, cost: 0,
    summary: 'Columns that two versions do not share or hold differently.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/versions/compare' },
  }),
  restoreVersion: defineOperation({
    path: 'datasets.restoreVersion', kind: 'mutation', input: datasetsVersionInput, output: dataset, access: anyone('write'), cost: 0,
    summary: 'Make an earlier version the current one.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/versions/{version}/restore' },
  }),
  repairs: defineOperation({
    path: 'datasets.repairs', kind: 'query', input: datasetsDownloadInput, output: fileDownload, access: anyone('rows'), cost: 1,
    summary: 'CSV of every line that was repaired, rejected or set aside: its number, why, its text and how it was read.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/repairs', answer: 'file' },
  }),
  rename: defineOperation({
    path: 'datasets.rename', kind: 'mutation', input: datasetsRenameInput, output: dataset, access: anyone('write'), cost: 0,
    summary: 'Rename a dataset.',
    rest: { method: 'patch', path: '/api/v1/datasets/{id}' },
  }),
  delete: defineOperation({
    path: 'datasets.delete', kind: 'mutation', input: datasetsGetInput, output: z.void(), access: anyone('write'), cost: 0,
    summary: 'Delete a dataset; it can be restored for ten seconds.',
    rest: { method: 'delete', path: '/api/v1/files/datasets/{id}', aliases: ['/api/v1/datasets/{id}'], status: 204 },
  }),
  restore: defineOperation({
    path: 'datasets.restore', kind: 'mutation', input: datasetsGetInput, output: dataset, access: anyone('write'), cost: 0,
    summary: 'Undo a deletion within ten seconds.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/restore' },
  }),
  rows: defineOperation({
    path: 'datasets.rows', kind: 'query', input: datasetsRowsInput, output: rows, access: anyone('rows'), cost: 1,
    summary: 'Rows of a view, sorted and filtered by the server.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/rows' },
    mcp: {
      name: 'get_rows', title: 'Get rows',
      description: 'Reads rows of a dataset, filtered and sorted by a view. For figures over many rows use describe_columns, get_frequencies or analyze_association instead of reading rows.',
    },
  }),
  analyze: defineOperation({
    path: 'datasets.analyze', kind: 'query', input: datasetsAnalyzeInput, output: description, access: analyse, cost: 1,
    summary: 'Description of columns, and the correlations of the number columns.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/analyze' },
    mcp: {
      name: 'describe_columns', title: 'Describe columns',
      description: 'Exact descriptive statistics of each column: counts, mean with interval, quantiles, spread, shape, top values, outliers; text lengths, time gaps, shares. Name the columns you need; set correlations to false for a shorter answer.',
    },
  }),
  frequencies: defineOperation({
    path: 'datasets.frequencies', kind: 'query', input: datasetsFrequenciesInput, output: frequencies, access: analyse, cost: 1,
    summary: 'How often each value of a column occurs.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/frequencies' },
    mcp: {
      name: 'get_frequencies', title: 'Get frequencies',
      description: 'Counts how often each value of one column occurs, with shares and cumulative shares, most frequent first or in order of value.',
    },
  }),
  aggregate: defineOperation({
    path: 'datasets.aggregate', kind: 'query', input: datasetsAggregateInput, output: aggregation, access: analyse, cost: 1,
    summary: 'Statistics of groups of rows, or a pivot table.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/aggregate' },
    mcp: {
      name: 'aggregate_groups', title: 'Aggregate groups',
      description: "Any descriptive statistic by groups. Example: group_by ['class', 'bin(age, [0, 18, 120])'], aggregates [{ statistic: 'mean', of: 'fare', name: 'mean_fare' }, { statistic: 'count' }], having 'count >= 5', sort [{ column: 'mean_fare', direction: 'descending' }]. across makes one group the columns of a pivot table.",
    },
  }),
  association: defineOperation({
    path: 'datasets.association', kind: 'query', input: datasetsAssociationInput, output: association, access: analyse, tier: 'paid', freeMethods: ['pearson', 'spearman'], cost: 1,
    summary: 'Whether columns go together: correlations of every pair of number columns; Pro: Kendall, partial, contingency tables, agreement, reliability.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/association' },
    mcp: {
      name: 'analyze_association', title: 'Analyze association',
      description: "Whether columns go together. pearson, spearman: all pairs of the number 'columns'. With Pro, two columns 'x' and 'y': kendall; partial (holding 'given' constant); point_biserial (y has two values); correlation_ratio (x by the groups of y); chi_square, fisher_exact (categories); mcnemar, cohen_kappa (the same categories twice); cronbach_alpha (items in 'columns'). Example: method 'chi_square', x 'species', y 'island'.",
    },
  }),
  compareGroups: defineOperation({
    path: 'datasets.compareGroups', kind: 'query', input: datasetsCompareGroupsInput, output: testResult, access: analyse, tier: 'paid', cost: 1,
    summary: 'Whether groups or measurements differ: t tests, ranks, analyses of variance with post hoc pairs, equivalence, variances, proportions. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/compare' },
    mcp: {
      name: 'compare_groups', title: 'Compare groups',
      description: "Whether groups differ. 'value' by 'group': welch_t (default for two), student_t, mann_whitney, permutation, tost (equivalence); welch_anova (default for more), anova, kruskal_wallis, each with post hoc pairs; variances: levene, brown_forsythe, bartlett, fligner_killeen. One column: one_sample_t, wilcoxon_signed_rank, tost_one_sample. Paired: paired_t, wilcoxon_signed_rank, tost_paired with 'other'; friedman with 'columns'. Proportions of 'success' in 'event': one_proportion, proportions. Example: method 'welch_t', value 'body_mass_g', group 'sex'. Name two in 'groups' where the column has more. Ask recommend_test if unsure. Needs Pro.",
    },
  }),
  testDistribution: defineOperation({
    path: 'datasets.testDistribution', kind: 'query', input: datasetsTestDistributionInput, output: testResult, access: analyse, tier: 'paid', cost: 1,
    summary: 'How a column is distributed: normality, goodness of fit, outliers. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/distribution' },
    mcp: {
      name: 'test_distribution', title: 'Test a distribution',
      description: "How a column is distributed. Normality of a number 'column': shapiro_wilk (default, 3 to 5000 values), anderson_darling, lilliefors, jarque_bera, dagostino_k2. Against a given distribution: kolmogorov_smirnov; two groups: kolmogorov_smirnov_two_sample. Counts of a category column against expected shares: chi_square_goodness_of_fit. In the order of rows: autocorrelation (Ljung–Box). Outliers: grubbs, z_score_outliers, tukey_outliers, mahalanobis_outliers ('columns'). Needs Pro.",
    },
  }),
  fitRegression: defineOperation({
    path: 'datasets.fitRegression', kind: 'query', input: datasetsFitRegressionInput, output: testResult, access: analyse, tier: 'paid', cost: 1,
    summary: 'What explains a column: linear, logistic and Poisson regression by a formula. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/regression' },
    mcp: {
      name: 'fit_regression', title: 'Fit a regression',
      description: "What explains a column, by a formula as in R. linear (a number; weights, HC0 to HC3 errors, tests of terms of type 1, 2 or 3), logistic (one of two values), poisson (counts). Terms: +, :, *, ^, I(x^2), log(x), factor(x), -1; text columns are groups. 'predict' takes values of the explaining columns, 'folds' cross-validates. Example: method 'linear', formula 'body_mass_g ~ flipper_length_mm + sex'. Needs Pro.",
    },
  }),
  compareDatasets: defineOperation({
    path: 'datasets.compareDatasets', kind: 'query', input: datasetsCompareDatasetsInput, output: datasetComparison, access: analyse, tier: 'paid', cost: 1,
    summary: 'How a dataset differs from another, or from its earlier version: columns, and how each is distributed. Pro.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/drift' },
    mcp: {
      name: 'compare_datasets', title: 'Compare two datasets or versions',
      description: "How dataset 'id' has moved from 'other' (a dataset of the same columns, such as last month's), or from its own earlier version where 'other' is left out: columns added, removed and retyped; for each shared column the population stability index with a verdict (alike, moved, changed), a test (Kolmogorov–Smirnov or chi-square, p adjusted by Holm), counts by bin, mean and missing values before and after. Needs Pro.",
    },
  }),
  recommendTest: defineOperation({
    path: 'datasets.recommendTest', kind: 'query', input: datasetsRecommendTestInput, output: recommendation, access: analyse, cost: 1,
    summary: 'Which test compares two columns, why, and what was rejected.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/recommendation' },
    mcp: {
      name: 'recommend_test', title: 'Recommend a test',
      description: "Names the right test to compare 'value' by 'by' (any two columns), why, and which were rejected. 'options' of the answer are ready to be passed to the named operation. Runs no test: it looks at types, group sizes, spread and shape.",
    },
  }),
  calculatePower: defineOperation({
    path: 'datasets.calculatePower', kind: 'query', input: powerOptions.meta({ type: 'object' }), output: powerResult, access: analyse, cost: 1,
    summary: 'Power, sample size or detectable effect of a design.',
    rest: { method: 'post', path: '/api/v1/power' },
    mcp: {
      name: 'calculate_power', title: 'Calculate power',
      description: "Plans a study, without data: give two of n, effect and power (alpha is 0.05 unless given) and get the third. Methods: two_sample_t, one_sample_t, paired_t (effect d), anova (f, groups), two_proportions, one_proportion (h), correlation (r), chi_square (w, df). Example: method 'two_sample_t', effect 0.5, power 0.8.",
    },
  }),
  listTests: defineOperation({
    path: 'datasets.listTests', kind: 'query', input: datasetsListTestsInput, output: ledger, access: analyse, cost: 0,
    summary: 'Every distinct test run on a dataset, with p-values adjusted for all of them.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/tests' },
  }),
  pictures: defineOperation({
    path: 'datasets.pictures', kind: 'query', input: datasetsPicturesInput, output: pictures, access: analyse, cost: 1,
    summary: 'The small picture of every column under a view.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/pictures' },
  }),
  overview: defineOperation({
    path: 'datasets.overview', kind: 'query', input: datasetsOverviewInput, output: overview, access: analyse, cost: 1,
    summary: 'Missing values, complete and duplicate rows.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/overview' },
  }),
  download: defineOperation({
    path: 'datasets.download', kind: 'query', input: datasetsDownloadInput, output: fileDownload, access: anyone('rows'), cost: 1,
    summary: 'The file exactly as it was uploaded.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/file', answer: 'file' },
  }),
  export: defineOperation({
    path: 'datasets.export', kind: 'query', input: datasetsExportInput, output: fileDownload, access: anyone('rows'), cost: 1,
    summary: 'The rows of a view as CSV; text that a spreadsheet would take for a formula gets an apostrophe before it.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/export', answer: 'file' },
  }),
  saveRows: defineOperation({
    path: 'datasets.saveRows', kind: 'mutation', input: datasetsSaveRowsInput, output: dataset, access: anyone('write'), cost: 0,
    summary: 'The rows of a view as a new dataset.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/save', status: 201 },
  }),
  explainView: defineOperation({
    path: 'datasets.explainView', kind: 'query', input: datasetsExplainViewInput, output: viewExplanation, access: analyse, cost: 1,
    summary: 'What a view does: in words, rows and cells it changes, and R and Python code that does the same.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/view' },
    mcp: {
      name: 'explain_view', title: 'Explain view',
      description: 'Checks a view and says what it does: rows kept, cells changed by each part, resulting columns, and R and Python code that does the same. Use it to try a view, or to hand over reproducible code.',
    },
  }),
  listViews: defineOperation({
    path: 'datasets.listViews', kind: 'query', input: datasetsGetInput, output: z.array(savedView), access: read, cost: 0,
    summary: 'The saved views of a dataset; any call takes one as { saved: name }.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/views' },
  }),
  putView: defineOperation({
    path: 'datasets.putView', kind: 'mutation', input: datasetsPutViewInput, output: savedView, access: anyone('write'), cost: 0,
    summary: 'Save a view under a name, in place of what had that name.',
    rest: { method: 'put', path: '/api/v1/datasets/{id}/views/{name}' },
  }),
  deleteView: defineOperation({
    path: 'datasets.deleteView', kind: 'mutation', input: datasetsDeleteViewInput, output: z.void(), access: anyone('write'), cost: 0,
    summary: 'Forget a saved view.',
    rest: { method: 'delete', path: '/api/v1/datasets/{id}/views/{name}', status: 204 },
  }),
  statistics: defineOperation({
    path: 'datasets.statistics', kind: 'query', input: datasetsStatisticsInput, output: description, access: analyse, cost: 1,
    summary: 'Statistics of a dataset, of values sent along, or of a CSV file sent as the body. Nothing sent is stored.',
    rest: { method: 'post', path: '/api/v1/statistics', body: 'csv' },
  }),
  ...workbenchOperations,
};
