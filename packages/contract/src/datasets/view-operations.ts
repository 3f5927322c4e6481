import { z } from 'zod';
import { ownData } from '../audit.ts';
import { fileDownload } from '../files.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { anyone, defineOperation } from '../operation.ts';
import { view } from '../view.ts';
import { cleanedName } from '../typed-name.ts';
import { datasetsGetInput } from './dataset-operations.ts';
import { dataset } from './dataset.ts';
import { exportFormat } from './export-formats.ts';
import { rowsOptions } from './rows.ts';
import { savedView, viewExplanation } from './saved-view.ts';

const id = datasetId;
const name = cleanedName(200);
const viewName = name.describe('Name of the saved view.');
const read = anyone('read');
const analyse = anyone('analyse');

const exported = { columns: rowsOptions.columns, view: rowsOptions.view };
export const datasetsExportInput = z.strictObject({
  id,
  ...exported,
  plain: z
    .boolean()
    .default(false)
    .describe('Every text exactly as it is, also what a spreadsheet would take for a formula.'),
  format: exportFormat
    .default('csv')
    .describe(
      'parquet, arrow, xlsx, sav and dta keep types, and every text as it is; sav and dta labels ' +
        'too; r and python are a ZIP of CSV and the code that loads it.',
    ),
});
export const datasetsSaveRowsInput = z.strictObject({
  id,
  name: name.describe('Of the new dataset.'),
  ...exported,
});
export const datasetsExplainViewInput = z.strictObject({ id, view: view.prefault({}) });
export const datasetsPutViewInput = z.strictObject({ id, name: viewName, view });
export const datasetsDeleteViewInput = z.strictObject({ id, name: viewName });
export const datasetsDownloadInput = z.strictObject({ id });

/** Files to take away. */
export const exportOperations = {
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
      'gets an apostrophe before it, or as TSV, Excel, Parquet, Arrow, JSON lines, SPSS, Stata, ' +
      'or with the code that loads them in R or Python.',
    rest: {
      method: 'get',
      path: '/api/v1/datasets/{id}/export',
      answer: 'file',
      representations: ['tsv', 'xlsx', 'parquet', 'arrow', 'jsonl', 'sav', 'dta', 'zip'],
    },
  }),
  saveRows: defineOperation({
    path: 'datasets.saveRows',
    kind: 'mutation',
    input: datasetsSaveRowsInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    audit: ownData,
    summary: 'The rows of a view as a new dataset.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/save', status: 201 },
  }),
};

/** Views: what they do, and those that are kept under a name. */
export const viewOperations = {
  explainView: defineOperation({
    path: 'datasets.explainView',
    kind: 'query',
    input: datasetsExplainViewInput,
    output: viewExplanation,
    access: analyse,
    cost: 1,
    summary:
      'What a view does: in words, rows and cells it changes, and R and Python code that does the same.',
    cli: { verb: 'code', operands: [] },
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
    rest: { method: 'get', path: '/api/v1/datasets/{id}/views', cacheable: true },
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
};
