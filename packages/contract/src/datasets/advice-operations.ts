import { z } from 'zod';
import { datasetId } from '../methods/dataset-id.ts';
import { methodDescription } from '../methods/describe-method.ts';
import { methods, withNotes } from '../methods/registry.ts';
import { anyone, defineOperation } from '../operation.ts';
import { datasetComparison, driftOptions } from './drift.ts';
import { answerId, explanationAsked } from './explanation.ts';
import { ledger } from './ledger.ts';
import { powerOptions, powerResult } from './power.ts';
import { recommendOptions, recommendation } from './recommendation.ts';

const id = datasetId;
const analyse = anyone('analyse');

export const datasetsCompareDatasetsInput = z.strictObject({ id, ...driftOptions });
export const datasetsRecommendTestInput = z.strictObject({ id, ...recommendOptions });
export const datasetsDescribeMethodInput = z.strictObject({
  method: z.string().min(1).max(100).describe("Its name, for example 'welch_t'."),
});
export const datasetsExplainInput = z.strictObject({
  answer_id: answerId.optional(),
  method: datasetsDescribeMethodInput.shape.method
    .optional()
    .describe("In place of answer_id: the name of a method, such as 'welch_t'."),
});
export const datasetsListTestsInput = z.strictObject({ id });

/** What is asked before a statistical test and after it. */
export const adviceOperations = {
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
      toolset: 'statistics',
      about: 'all',
      title: 'Compare two datasets or versions',
      description:
        "How dataset 'id' has moved from 'other' (such as last month's), or from its own " +
        'earlier version: columns added, removed and retyped; for each shared column the population stability index ' +
        'with a verdict (alike, moved, changed), a test (Kolmogorov–Smirnov or chi-square, p ' +
        'adjusted by Holm), counts by bin, mean and missing values before and after. Needs Pro.',
    },
  }),
  recommendTest: defineOperation({
    path: 'datasets.recommendTest',
    kind: 'query',
    input: datasetsRecommendTestInput,
    output: recommendation,
    access: analyse,
    tier: 'paid',
    cost: 1,
    summary: 'Which test compares two columns, why, and what was rejected. Pro.',
    cli: { verb: 'recommend', operands: [] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/recommendation' },
    mcp: {
      name: 'recommend_test',
      toolset: 'statistics',
      about: 'one',
      title: 'Recommend a test',
      description:
        "Names the right test to compare 'value' by 'by', why, and which were rejected; pass " +
        "its 'options' to the named operation. Runs no test. Needs Pro.",
      example: { value: 'body_mass_g', by: 'species' },
    },
  }),
  calculatePower: defineOperation({
    path: 'datasets.calculatePower',
    kind: 'query',
    input: powerOptions.meta({ type: 'object' }),
    output: powerResult,
    access: analyse,
    tier: 'paid',
    cost: 1,
    summary: 'Power, sample size or detectable effect of a design. Pro.',
    cli: { verb: 'power', operands: ['method'] },
    rest: { method: 'post', path: '/api/v1/power' },
    mcp: {
      name: 'calculate_power',
      toolset: 'statistics',
      about: 'one',
      title: 'Calculate power',
      description:
        'Plans a study without data: give two of n, effect and power (alpha 0.05 unless ' +
        `given), get the third. Methods: ${withNotes(methods.calculatePower)}. Needs Pro.`,
      example: { method: 'two_sample_t', effect: 0.5, power: 0.8 },
    },
  }),
  describeMethod: defineOperation({
    path: 'datasets.describeMethod',
    kind: 'query',
    input: datasetsDescribeMethodInput,
    output: methodDescription,
    access: anyone('read'),
    cost: 0,
    summary: 'What a statistical method asks and takes: every parameter, and an example.',
    rest: { method: 'get', path: '/api/v1/methods/{method}', cacheable: true },
  }),
  explain: defineOperation({
    path: 'datasets.explain',
    kind: 'query',
    input: datasetsExplainInput,
    output: explanationAsked,
    access: anyone('read'),
    cost: 0,
    notFound: true,
    summary:
      'How an earlier answer of this account was computed: question, rows used and left out, view, ' +
      'method, code in R and Python. Answers are known for 30 days, the last 500.',
    cli: { verb: 'explain', operands: ['answer_id'] },
    rest: { method: 'get', path: '/api/v1/answers/{answer_id}' },
    mcp: {
      name: 'explain',
      brief: true,
      toolset: 'statistics',
      about: 'one',
      title: 'Explain an answer or a method',
      description:
        "How an earlier answer was computed, by its 'answer_id': rows used and left out, view, " +
        "method, R and Python code. Or every parameter of a statistical 'method'.",
      example: { method: 'stl' },
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
    rest: { method: 'get', path: '/api/v1/datasets/{id}/tests', cacheable: true },
  }),
};
