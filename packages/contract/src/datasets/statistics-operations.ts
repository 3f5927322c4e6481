import type { AnyMethod } from '../methods/define-method.ts';
import { listed, methods, withNotes } from '../methods/registry.ts';
import { inputOf } from '../methods/options-of-methods.ts';
import { anyone, defineOperation } from '../operation.ts';
import { association } from './association.ts';
import { testResult } from './test-result.ts';

const analyse = anyone('analyse');

/** Of these methods, those that every plan has. */
const freeOf = (some: readonly AnyMethod[]): string[] =>
  some.filter(({ tier }) => tier === 'free').map(({ method }) => method);

export const datasetsAssociationInput = inputOf(methods.association);
export const datasetsCompareGroupsInput = inputOf(methods.compareGroups);
export const datasetsTestDistributionInput = inputOf(methods.testDistribution);
export const datasetsFitRegressionInput = inputOf(methods.fitRegression);
export const datasetsTimeSeriesInput = inputOf(methods.timeSeries);
export const datasetsStructureInput = inputOf(methods.structure);

/** The procedures of statistics, each a family of methods. */
export const statisticsOperations = {
  association: defineOperation({
    path: 'datasets.association',
    kind: 'query',
    input: datasetsAssociationInput,
    output: association,
    access: analyse,
    tier: 'paid',
    freeMethods: freeOf(methods.association),
    cost: 1,
    summary:
      'Whether columns go together: correlations of every pair of number columns; Pro: ' +
      'Kendall, partial, contingency tables, agreement, reliability.',
    cli: { verb: 'test', operands: ['method'] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/association' },
    mcp: {
      name: 'analyze_association',
      toolset: 'statistics',
      about: 'one',
      title: 'Analyze association',
      description:
        `Whether columns go together. ${listed('correlations')}: all pairs of the number ` +
        `'columns', or 'x' and 'y'. With Pro, two columns 'x' and 'y': ${listed('numbers', '; ')}; ` +
        `${listed('number_and_groups', '; ')}; ${listed('categories')} (categories); ` +
        `${listed('agreement')} (the same categories twice); ${listed('items')}.`,
      example: { method: 'chi_square', x: 'species', y: 'island' },
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
      'Whether groups or measurements differ: t tests, ranks, analyses of variance with post ' +
      'hoc pairs, equivalence, variances, proportions. Pro.',
    cli: { verb: 'test', operands: ['method'] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/compare' },
    mcp: {
      name: 'compare_groups',
      toolset: 'statistics',
      about: 'one',
      title: 'Compare groups',
      description:
        `Whether groups differ. 'value' by 'group': ${listed('two_groups')}; ` +
        `${listed('several_groups')}, with post hoc pairs; variances: ` +
        `${listed('spread')}. One column: ${listed('one_column')}. Paired: ` +
        `${listed('two_measurements')} with 'other'; ${listed('several_measurements')} with ` +
        `'columns'. Several factors: ${listed('several_factors')} with 'factors' and ` +
        `'covariates'. Proportions of 'success' in 'event': ${listed('proportions')}. ` +
        "Name two in 'groups' where the column has more. Ask recommend_test if unsure. Needs Pro.",
      example: { method: 'welch_t', value: 'body_mass_g', group: 'sex' },
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
    cli: { verb: 'test', operands: ['method'] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/distribution' },
    mcp: {
      name: 'test_distribution',
      toolset: 'statistics',
      about: 'one',
      title: 'Test a distribution',
      description:
        `How a column is distributed. Normality of a number 'column': ` +
        `${listed('normality')}. Against a given distribution: ${listed('fit')}; two groups: ` +
        `${listed('fit_of_groups')}. Counts of a category column against expected shares: ` +
        `${listed('fit_of_counts')}. In the order of rows: ${listed('order')}. Outliers: ` +
        `${listed('outliers')}. Needs Pro.`,
      example: { method: 'shapiro_wilk', column: 'body_mass_g' },
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
    cli: { verb: 'regress', operands: ['formula'] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/regression' },
    mcp: {
      name: 'fit_regression',
      toolset: 'statistics',
      about: 'one',
      title: 'Fit a regression',
      description:
        `What explains a column, by a formula as in R. ${listed('models')}. Terms: +, :, *, ` +
        `^, I(x^2), log(x), factor(x), -1; text columns are groups. 'predict' takes values ` +
        `of the explaining columns, 'folds' cross-validates. Needs Pro.`,
      example: { method: 'linear', formula: 'body_mass_g ~ flipper_length_mm + sex' },
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
    cli: { verb: 'series', operands: ['method'] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/time-series' },
    mcp: {
      name: 'analyze_time_series',
      toolset: 'statistics',
      about: 'one',
      title: 'Analyze a time series',
      description:
        `What number column 'value' does over 'time'. ${withNotes(methods.timeSeries)}. 'every' ` +
        `resamples (day, month …) by 'aggregate'; 'gaps' says what fills them. Needs Pro.`,
      example: {
        method: 'mann_kendall',
        value: 'sales',
        time: 'date',
        every: 'month',
        aggregate: 'sum',
      },
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
    cli: { verb: 'structure', operands: ['method'] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/structure' },
    mcp: {
      name: 'find_structure',
      toolset: 'statistics',
      about: 'one',
      title: 'Find structure',
      description: `What number 'columns' are made of. ${withNotes(methods.structure)}. Needs Pro.`,
      example: { method: 'principal_components', columns: ['body_mass_g', 'flipper_length_mm'] },
    },
  }),
};
