import { z } from 'zod';
import { uploadedFile } from '../files.ts';
import { datasetId, datasetIdOr } from '../methods/dataset-id.ts';
import { anyone, defineOperation } from '../operation.ts';
import { view } from '../view.ts';
import { aggregateOptions, aggregation } from './aggregation.ts';
import { chart, chartOptions } from './chart.ts';
import { describeOptions, description } from './description.ts';
import { duplicates, duplicatesOptions } from './duplicates.ts';
import { sayGroupsOfDescription, sayTwoColumns } from './foreign-aggregates.ts';
import { frequencies, frequenciesOptions } from './frequencies.ts';
import { inlineData } from './inline-data.ts';
import { overview, pictures, rows, rowsOptions } from './rows.ts';

const id = datasetId;
const analyse = anyone('analyse');

export const datasetsRowsInput = z.strictObject({ id, ...rowsOptions });
export const datasetsAnalyzeInput = z.strictObject(
  { id, ...describeOptions },
  { error: sayGroupsOfDescription },
);
export const datasetsDuplicatesInput = z.strictObject({ id, ...duplicatesOptions });
export const datasetsFrequenciesInput = z.strictObject(
  { id, ...frequenciesOptions },
  { error: sayTwoColumns },
);
export const datasetsAggregateInput = z.strictObject({ id, ...aggregateOptions });
export const datasetsChartInput = z.strictObject({ id, ...chartOptions });
export const datasetsPicturesInput = z.strictObject({ id, view: view.optional() });
export const datasetsOverviewInput = z.strictObject({ id, view: view.optional() });
export const datasetsStatisticsInput = z.union([
  z.strictObject({
    dataset_id: datasetIdOr("Name a dataset, or send values as 'data'."),
    ...describeOptions,
  }),
  z.strictObject({
    data: inlineData,
    ...describeOptions,
  }),
  z.strictObject({ file: uploadedFile, ...describeOptions }),
]);

/** Rows, and what is computed from them column by column or by groups. */
export const rowsOperations = {
  rows: defineOperation({
    path: 'datasets.rows',
    kind: 'query',
    input: datasetsRowsInput,
    output: rows,
    access: anyone('rows'),
    cost: 1,
    summary: 'Rows of a view, sorted and filtered by the server.',
    cli: { verb: 'rows', operands: [] },
    rest: { method: 'get', path: '/api/v1/datasets/{id}/rows', cacheable: true },
    mcp: {
      name: 'get_rows',
      toolset: 'data',
      about: 'one',
      title: 'Get rows',
      brief: true,
      description:
        'Reads rows of a dataset, filtered and sorted by a view. For figures over many rows ' +
        'use describe_columns, get_frequencies or analyze_association instead of reading rows.',
    },
  }),
  analyze: defineOperation({
    path: 'datasets.analyze',
    kind: 'query',
    input: datasetsAnalyzeInput,
    output: description,
    access: analyse,
    cost: 1,
    summary: 'Description of columns, and the correlations of the number columns.',
    cli: { verb: 'describe', operands: [] },
    rest: {
      method: 'post',
      path: '/api/v1/datasets/{id}/analyze',
      representations: ['csv', 'markdown'],
    },
    mcp: {
      name: 'describe_columns',
      toolset: 'describe',
      about: 'one',
      title: 'Describe columns',
      description:
        'Exact descriptive statistics of each column: counts, mean with interval, quantiles, ' +
        'spread, shape, top values, outliers; text lengths, time gaps, shares. Name the ' +
        'columns you need; set correlations to false for a shorter answer.',
    },
  }),
  frequencies: defineOperation({
    path: 'datasets.frequencies',
    kind: 'query',
    input: datasetsFrequenciesInput,
    output: frequencies,
    access: analyse,
    cost: 1,
    summary: 'How often each value of a column occurs.',
    cli: { verb: 'frequencies', operands: ['column'] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/frequencies' },
    mcp: {
      name: 'get_frequencies',
      toolset: 'describe',
      about: 'one',
      title: 'Get frequencies',
      description:
        'Counts how often each value of one column occurs, with shares and cumulative shares, ' +
        'most frequent first or in order of value.',
    },
  }),
  duplicates: defineOperation({
    path: 'datasets.duplicates',
    kind: 'query',
    input: datasetsDuplicatesInput,
    output: duplicates,
    access: anyone('rows'),
    cost: 1,
    summary: 'Rows that are alike or nearly so, as clusters, with the step that deletes them.',
    cli: { verb: 'duplicates', operands: [] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/duplicates' },
  }),
  aggregate: defineOperation({
    path: 'datasets.aggregate',
    kind: 'query',
    input: datasetsAggregateInput,
    output: aggregation,
    access: analyse,
    cost: 1,
    summary: 'Statistics of groups of rows, or a pivot table.',
    cli: { verb: 'aggregate', operands: [] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/aggregate' },
    mcp: {
      name: 'query_dataset',
      wholeView: true,
      toolset: 'describe',
      about: 'one',
      title: 'Query a dataset',
      description:
        'Any descriptive statistic by groups; across makes one group the columns of a pivot table.',
      example: {
        group_by: ['class', 'bin(age, [0, 18, 120])'],
        aggregates: [{ statistic: 'mean', of: 'fare', name: 'mean_fare' }, { statistic: 'count' }],
        having: 'count >= 5',
        sort: [{ column: 'mean_fare', direction: 'descending' }],
      },
    },
  }),
};

/** Pictures of columns, and the look over a whole table. */
export const pictureOperations = {
  chart: defineOperation({
    path: 'datasets.chart',
    kind: 'query',
    input: datasetsChartInput,
    output: chart,
    access: analyse,
    cost: 1,
    summary:
      'A picture of one column or of two, as PNG and as a Vega-Lite specification; `Accept: ' +
      'image/png` answers the image alone.',
    cli: { verb: 'chart', operands: ['x', 'y'] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/chart', representations: ['png'] },
    mcp: {
      name: 'create_chart',
      toolset: 'describe',
      about: 'one',
      title: 'Create a chart',
      image: 'png',
      description:
        'Draws one column (histogram, bars) or two as an image; detailed adds its Vega-Lite ' +
        'specification.',
    },
  }),
  pictures: defineOperation({
    path: 'datasets.pictures',
    kind: 'query',
    input: datasetsPicturesInput,
    output: pictures,
    access: analyse,
    cost: 1,
    summary: 'The small picture of every column under a view.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/pictures' },
  }),
  overview: defineOperation({
    path: 'datasets.overview',
    kind: 'query',
    input: datasetsOverviewInput,
    output: overview,
    access: analyse,
    cost: 1,
    summary: 'Missing values, complete and duplicate rows.',
    cli: { verb: 'overview', operands: [] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/overview' },
  }),
};

/** Statistics of what is sent along. */
export const inlineOperations = {
  statistics: defineOperation({
    path: 'datasets.statistics',
    kind: 'query',
    input: datasetsStatisticsInput,
    bulk: 'data',
    output: description,
    access: analyse,
    cost: 1,
    writesFiles: true,
    notFound: true,
    summary:
      'Statistics of a dataset, of values sent along, or of a CSV file sent as the body. Nothing sent is stored.',
    rest: {
      method: 'post',
      path: '/api/v1/statistics',
      body: 'csv',
      representations: ['csv', 'markdown'],
    },
  }),
};
