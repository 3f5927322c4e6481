import { z } from 'zod';
import { fileDownload, uploadedFile } from '../files.ts';
import { ownData } from '../audit.ts';
import { anyone, defineOperation } from '../operation.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { view } from '../view.ts';
import { aggregateOptions, aggregation } from './aggregation.ts';
import { dataset } from './dataset.ts';
import { describeOptions, description } from './description.ts';
import { chart, chartOptions } from './chart.ts';
import { frequencies, frequenciesOptions } from './frequencies.ts';
import { inlineData } from './inline-data.ts';
import { datasetVersion, importPreview, readingOptions, versionComparison } from './reading.ts';
import { savedView, viewExplanation } from './saved-view.ts';
import { overview, pictures, rows, rowsOptions } from './rows.ts';
import { statisticsOperations } from './statistics-operations.ts';
import { workbenchOperations } from './workbench-operations.ts';

const id = z
  .uuid({ error: 'A dataset id is a UUID; list the datasets to find it.' })
  .describe('Dataset id.');
const name = z.string().trim().min(1).max(200);

export const datasetsListInput = z.strictObject({
  ...pageInput,
  q: z.string().max(200).optional().describe('Part of the name, any case.'),
});
export const datasetsGetInput = z.strictObject({ id });
export const datasetsCreateInput = z.strictObject({
  file: uploadedFile,
  review: z
    .boolean()
    .optional()
    .describe('Keep the dataset as a draft until it is committed; drafts are removed after a day.'),
  ...readingOptions,
});
export const datasetsCreateFromTextInput = z.strictObject({
  name: name.describe('With the ending .csv.'),
  csv: z.string().min(1).max(500_000).exactOptional().describe('The whole file.'),
  decimal_mark: z.enum(['.', ',']).exactOptional().describe('Of all numbers.'),
});
export const datasetsCreateFromTextOutput = z.object({
  dataset: dataset.nullable().describe('Where csv was sent.'),
  upload_url: z
    .url()
    .nullable()
    .describe('Takes one file as multipart/form-data, in the field file, without a key.'),
  expires_at: z.iso.datetime().nullable(),
});
export const datasetsCommitInput = z.strictObject({ id });
export const datasetsRereadInput = z.strictObject({ id, ...readingOptions });
export const datasetsAddVersionInput = z.strictObject({
  id,
  file: uploadedFile,
  mode: z
    .enum(['replace', 'append'])
    .optional()
    .describe(
      'replace (the default): the file is the whole dataset from now on. append: its rows ' +
        'follow those that are there; the columns must have the same names.',
    ),
  ...readingOptions,
});
const version = z.int().min(1).describe('Number of the version.');
export const datasetsVersionInput = z.strictObject({ id, version });
export const datasetsCompareVersionsInput = z.strictObject({ id, from: version, to: version });
export const datasetsDeleteInput = z.strictObject({
  id,
  confirm_name: z
    .string()
    .max(200)
    .exactOptional()
    .describe('The name of the dataset: deletes nothing if it has another.'),
});
export const datasetsRenameInput = z.strictObject({ id, name });
export const datasetsRowsInput = z.strictObject({ id, ...rowsOptions });
export const datasetsAnalyzeInput = z.strictObject({ id, ...describeOptions });
export const datasetsFrequenciesInput = z.strictObject({ id, ...frequenciesOptions });
export const datasetsAggregateInput = z.strictObject({ id, ...aggregateOptions });
const exported = { columns: rowsOptions.columns, view: rowsOptions.view };
export const datasetsExportInput = z.strictObject({
  id,
  ...exported,
  plain: z
    .boolean()
    .default(false)
    .describe('Every text exactly as it is, also what a spreadsheet would take for a formula.'),
  format: z
    .enum(['csv', 'parquet'])
    .default('csv')
    .describe('parquet keeps types, and every text as it is.'),
});
export const datasetsSaveRowsInput = z.strictObject({
  id,
  name: name.describe('Of the new dataset.'),
  ...exported,
});
export const datasetsExplainViewInput = z.strictObject({ id, view: view.prefault({}) });
const viewName = z.string().trim().min(1).max(200).describe('Name of the saved view.');
export const datasetsPutViewInput = z.strictObject({ id, name: viewName, view });
export const datasetsDeleteViewInput = z.strictObject({ id, name: viewName });
export const datasetsChartInput = z.strictObject({ id, ...chartOptions });
export const datasetsPicturesInput = z.strictObject({ id, view: view.optional() });
export const datasetsOverviewInput = z.strictObject({ id, view: view.optional() });
export const datasetsDownloadInput = z.strictObject({ id });
export const datasetsStatisticsInput = z.union([
  z.strictObject({ dataset_id: id, ...describeOptions }),
  z.strictObject({
    data: inlineData,
    ...describeOptions,
  }),
  z.strictObject({ file: uploadedFile, ...describeOptions }),
]);
const read = anyone('read');
const analyse = anyone('analyse');

export const datasetsOperations = {
  list: defineOperation({
    path: 'datasets.list',
    kind: 'query',
    input: datasetsListInput,
    output: pageOf(dataset),
    access: read,
    cost: 0,
    summary: 'Your datasets, newest first.',
    rest: { method: 'get', path: '/api/v1/datasets', list: true },
    mcp: {
      name: 'list_datasets',
      title: 'List datasets',
      description:
        'Lists the datasets of this account, newest first, with size, rows and columns. Start ' +
        'here to find a dataset id. Use q to search by name.',
    },
  }),
  get: defineOperation({
    path: 'datasets.get',
    kind: 'query',
    input: datasetsGetInput,
    output: dataset,
    access: read,
    cost: 0,
    summary: 'One dataset: its columns, types, how it was read.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}' },
    mcp: {
      name: 'get_dataset',
      title: 'Get dataset',
      description:
        'Gives one dataset: every column with its type, missing and distinct counts and range, ' +
        'and how the file was read. Call it before an analysis to learn the exact column names.',
    },
  }),
  create: defineOperation({
    path: 'datasets.create',
    kind: 'mutation',
    input: datasetsCreateInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Upload a CSV file.',
    rest: { method: 'post', path: '/api/v1/datasets', status: 201, body: 'multipart' },
  }),
  createFromText: defineOperation({
    path: 'datasets.createFromText',
    kind: 'mutation',
    input: datasetsCreateFromTextInput,
    bulk: 'csv',
    output: datasetsCreateFromTextOutput,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary:
      'A new dataset of CSV text sent as JSON; without csv, a link to upload a file by once.',
    rest: { method: 'post', path: '/api/v1/datasets/text', status: 201 },
    mcp: {
      name: 'create_dataset',
      title: 'Create a dataset',
      description:
        "Keeps CSV text as a new dataset, with a header line and at most 500,000 characters. Without csv: upload_url, which takes one file within 15 minutes: curl -F file=@big.csv URL. Example: name 'stock.csv', csv 'item,n\\npen,4\\ncup,7'.",
    },
  }),
  commit: defineOperation({
    path: 'datasets.commit',
    kind: 'mutation',
    input: datasetsCommitInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Make a draft a dataset that stays.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/commit' },
  }),
  preview: defineOperation({
    path: 'datasets.preview',
    kind: 'query',
    input: datasetsGetInput,
    output: importPreview,
    access: anyone('rows'),
    cost: 0,
    summary: 'How the first lines of the file became rows, and what was detected why.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/preview' },
  }),
  reread: defineOperation({
    path: 'datasets.reread',
    kind: 'mutation',
    input: datasetsRereadInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary:
      'Read the file again as stated: a new version of the dataset; a draft is changed in place.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/reread' },
  }),
  addVersion: defineOperation({
    path: 'datasets.addVersion',
    kind: 'mutation',
    input: datasetsAddVersionInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary:
      'Replace the data of a dataset, or append rows to it; the version before stays restorable.',
    rest: {
      method: 'post',
      path: '/api/v1/datasets/{id}/versions',
      status: 201,
      body: 'multipart',
    },
  }),
  listVersions: defineOperation({
    path: 'datasets.listVersions',
    kind: 'query',
    input: datasetsGetInput,
    output: z.array(datasetVersion),
    access: read,
    cost: 0,
    summary: 'The versions of a dataset, newest first.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/versions' },
  }),
  compareVersions: defineOperation({
    path: 'datasets.compareVersions',
    kind: 'query',
    input: datasetsCompareVersionsInput,
    output: versionComparison,
    access: read,
    cost: 0,
    summary: 'Columns that two versions do not share or hold differently.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/versions/compare' },
  }),
  restoreVersion: defineOperation({
    path: 'datasets.restoreVersion',
    kind: 'mutation',
    input: datasetsVersionInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Make an earlier version the current one.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/versions/{version}/restore' },
  }),
  deleteVersion: defineOperation({
    path: 'datasets.deleteVersion',
    kind: 'mutation',
    input: datasetsVersionInput,
    output: z.void(),
    access: anyone('write'),
    cost: 0,
    audit: { kind: 'data', said: 'Deletion of a version' },
    summary: 'Delete a version that is not the current one, with its files, for good.',
    rest: { method: 'delete', path: '/api/v1/datasets/{id}/versions/{version}', status: 204 },
  }),
  repairs: defineOperation({
    path: 'datasets.repairs',
    kind: 'query',
    input: datasetsDownloadInput,
    output: fileDownload,
    access: anyone('rows'),
    cost: 1,
    audit: { kind: 'data', said: 'Download of repaired lines' },
    summary:
      'CSV of every line that was repaired, rejected or set aside: its number, why, its text and how it was read.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/repairs', answer: 'file' },
  }),
  rename: defineOperation({
    path: 'datasets.rename',
    kind: 'mutation',
    input: datasetsRenameInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Rename a dataset.',
    rest: { method: 'patch', path: '/api/v1/datasets/{id}' },
  }),
  delete: defineOperation({
    path: 'datasets.delete',
    kind: 'mutation',
    input: datasetsDeleteInput,
    output: z.void(),
    access: anyone('write'),
    cost: 0,
    audit: { kind: 'data', said: 'Deletion of a dataset' },
    summary: 'Delete a dataset; it can be restored for ten seconds.',
    rest: {
      method: 'delete',
      path: '/api/v1/files/datasets/{id}',
      aliases: ['/api/v1/datasets/{id}'],
      status: 204,
    },
    mcp: {
      name: 'delete_dataset',
      title: 'Delete a dataset',
      destructive: true,
      required: ['confirm_name'],
      description:
        "Deletes a dataset; for ten seconds it can be taken back. 'confirm_name' must be its exact name. Only when a person asked for it.",
    },
  }),
  restore: defineOperation({
    path: 'datasets.restore',
    kind: 'mutation',
    input: datasetsGetInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: { kind: 'data', said: 'Deleted dataset taken back' },
    summary: 'Undo a deletion within ten seconds.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/restore' },
  }),
  rows: defineOperation({
    path: 'datasets.rows',
    kind: 'query',
    input: datasetsRowsInput,
    output: rows,
    access: anyone('rows'),
    cost: 1,
    summary: 'Rows of a view, sorted and filtered by the server.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/rows' },
    mcp: {
      name: 'get_rows',
      title: 'Get rows',
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
    rest: { method: 'post', path: '/api/v1/datasets/{id}/analyze' },
    mcp: {
      name: 'describe_columns',
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
    rest: { method: 'post', path: '/api/v1/datasets/{id}/frequencies' },
    mcp: {
      name: 'get_frequencies',
      title: 'Get frequencies',
      description:
        'Counts how often each value of one column occurs, with shares and cumulative shares, ' +
        'most frequent first or in order of value.',
    },
  }),
  aggregate: defineOperation({
    path: 'datasets.aggregate',
    kind: 'query',
    input: datasetsAggregateInput,
    output: aggregation,
    access: analyse,
    cost: 1,
    summary: 'Statistics of groups of rows, or a pivot table.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/aggregate' },
    mcp: {
      name: 'query_dataset',
      title: 'Query a dataset',
      description:
        "Any descriptive statistic by groups. Example: group_by ['class', 'bin(age, [0, 18, 120])'], aggregates [{ statistic: 'mean', of: 'fare', name: 'mean_fare' }, { statistic: 'count' }], having 'count >= 5', sort [{ column: 'mean_fare', direction: 'descending' }]. across makes one group the columns of a pivot table.",
    },
  }),
  ...statisticsOperations,
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
    rest: { method: 'post', path: '/api/v1/datasets/{id}/chart' },
    mcp: {
      name: 'create_chart',
      title: 'Create a chart',
      image: 'png',
      description:
        'Draws one column (histogram, bars) or two as an image, with its Vega-Lite specification.',
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
    rest: { method: 'post', path: '/api/v1/datasets/{id}/overview' },
  }),
  download: defineOperation({
    path: 'datasets.download',
    kind: 'query',
    input: datasetsDownloadInput,
    output: fileDownload,
    access: anyone('rows'),
    confirm: 'sometimes',
    cost: 1,
    audit: { kind: 'data', said: 'Download of a file' },
    summary: 'The file exactly as it was uploaded.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/file', answer: 'file' },
  }),
  export: defineOperation({
    path: 'datasets.export',
    kind: 'query',
    input: datasetsExportInput,
    output: fileDownload,
    access: anyone('rows'),
    confirm: 'sometimes',
    cost: 1,
    audit: { kind: 'data', said: 'Export of rows' },
    summary:
      'The rows of a view as CSV, in which text that a spreadsheet would take for a formula ' +
      'gets an apostrophe before it, or as Parquet.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/export', answer: 'file' },
  }),
  saveRows: defineOperation({
    path: 'datasets.saveRows',
    kind: 'mutation',
    input: datasetsSaveRowsInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'The rows of a view as a new dataset.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/save', status: 201 },
  }),
  explainView: defineOperation({
    path: 'datasets.explainView',
    kind: 'query',
    input: datasetsExplainViewInput,
    output: viewExplanation,
    access: analyse,
    cost: 1,
    summary:
      'What a view does: in words, rows and cells it changes, and R and Python code that does the same.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/view' },
  }),
  listViews: defineOperation({
    path: 'datasets.listViews',
    kind: 'query',
    input: datasetsGetInput,
    output: z.array(savedView),
    access: read,
    cost: 0,
    summary: 'The saved views of a dataset; any call takes one as { saved: name }.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/views' },
  }),
  putView: defineOperation({
    path: 'datasets.putView',
    kind: 'mutation',
    input: datasetsPutViewInput,
    output: savedView,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Save a view under a name, in place of what had that name.',
    rest: { method: 'put', path: '/api/v1/datasets/{id}/views/{name}' },
  }),
  deleteView: defineOperation({
    path: 'datasets.deleteView',
    kind: 'mutation',
    input: datasetsDeleteViewInput,
    output: z.void(),
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Forget a saved view.',
    rest: { method: 'delete', path: '/api/v1/datasets/{id}/views/{name}', status: 204 },
  }),
  statistics: defineOperation({
    path: 'datasets.statistics',
    kind: 'query',
    input: datasetsStatisticsInput,
    bulk: 'data',
    output: description,
    access: analyse,
    cost: 1,
    notFound: true,
    summary:
      'Statistics of a dataset, of values sent along, or of a CSV file sent as the body. Nothing sent is stored.',
    rest: { method: 'post', path: '/api/v1/statistics', body: 'csv' },
  }),
  ...workbenchOperations,
};
