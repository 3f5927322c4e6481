import { z } from 'zod';
import { anyone, defineOperation } from '../operation.ts';
import { ownData } from '../audit.ts';
import { fileDownload } from '../files.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { view } from '../view.ts';
import { cleanedName } from '../typed-name.ts';
import { dataset } from './dataset.ts';
import { answerId } from './explanation.ts';
import { exportFormat } from './export-formats.ts';
import { rowsOptions } from './rows.ts';
import { savedView } from './saved-view.ts';
import { sqlOptions, sqlResult, sqlText } from './sql.ts';

export const datasetsRunSqlInput = z.strictObject(sqlOptions);

/** What is kept or handed out: one of sql, id and answer_id. */
const source = {
  sql: sqlText.optional().describe('A SELECT as run_sql takes it; needs Pro.'),
  id: datasetId.optional().describe('In place of sql: the dataset whose rows these are.'),
  columns: rowsOptions.columns,
  view: view.optional(),
  answer_id: answerId.optional().describe('In place of sql: an earlier answer with a table.'),
  table: z
    .string()
    .max(1000)
    .optional()
    .describe('Title of a table of that answer; its first where left out.'),
};
const plain = z
  .boolean()
  .default(false)
  .describe('CSV and TSV exactly as they are, also what a spreadsheet would take for a formula.');

export const datasetsSaveInput = z.strictObject({
  name: cleanedName(200).describe('Of the new dataset, or of the file.'),
  ...source,
  format: z
    .enum([...exportFormat.options, 'view'])
    .optional()
    .describe("A file in place of a dataset; view: saves the 'view' of 'id' for { saved: name }."),
});
export const datasetsFileInput = z.strictObject({
  name: cleanedName(200).default('answer').describe('Of the file.'),
  ...source,
  format: exportFormat.default('csv'),
  plain,
});

/** A link that hands out a file without a key. */
const fileLink = z
  .object({
    download_url: z.url().describe('GET it until it expires; no key is needed.'),
    filename: z.string(),
    row_count: z.int().nullable().describe('null where it is known only when the file is made.'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'FileLink' });

/** Statements over several datasets, and keeping what they answer. */
export const sqlOperations = {
  runSql: defineOperation({
    path: 'datasets.runSql',
    kind: 'query',
    input: datasetsRunSqlInput,
    output: sqlResult,
    access: anyone('rows'),
    tier: 'paid',
    cost: 1,
    notFound: true,
    summary:
      'The rows of one SELECT over your datasets, by name or id: joins, windows and expressions that a view cannot say. Pro.',
    cli: { verb: 'sql', operands: ['sql'] },
    rest: { method: 'post', path: '/api/v1/sql' },
    mcp: {
      name: 'run_sql',
      toolset: 'data',
      about: 'all',
      title: 'Run SQL',
      description:
        'Answers one SELECT (DuckDB) over your datasets: for joins, windows and CTEs that ' +
        'query_dataset cannot say. Reads only; no files, no functions that make tables. Needs Pro.',
      example: {
        sql: 'select class, avg(fare) as fare from "all.csv" group by class order by fare desc',
      },
    },
  }),
  save: defineOperation({
    path: 'datasets.save',
    kind: 'mutation',
    input: datasetsSaveInput,
    output: z.union([dataset, fileLink, savedView]),
    access: anyone('write'),
    confirm: 'sometimes',
    cost: 0,
    writesFiles: true,
    notFound: true,
    audit: ownData,
    summary:
      'The rows of a view, what a SELECT answers, or a table of an earlier answer as a new ' +
      'dataset; with a format as a file, by a link of 15 minutes, or as a saved view.',
    rest: { method: 'post', path: '/api/v1/datasets/save', status: 201 },
    mcp: {
      name: 'save_dataset',
      toolset: 'manage',
      about: 'all',
      title: 'Save as a dataset',
      description:
        "Keeps the rows of a view of dataset 'id', of a SELECT in 'sql', or a table of the answer " +
        "'answer_id' as a new dataset. With 'format' a file instead (download_url, for 15 minutes), or a saved view.",
      example: {
        name: 'mean_fares.csv',
        sql: 'select class, avg(fare) as fare from "all.csv" group by 1',
      },
    },
  }),
  file: defineOperation({
    path: 'datasets.file',
    kind: 'query',
    input: datasetsFileInput,
    output: fileDownload,
    access: anyone('rows'),
    confirm: 'sometimes',
    cost: 1,
    notFound: true,
    audit: { kind: 'data', said: 'Export of rows' },
    summary:
      'The rows of a view, what a SELECT answers, or a table of an earlier answer as a file in any ' +
      'format of exports.',
    rest: {
      method: 'post',
      path: '/api/v1/file',
      answer: 'file',
      representations: ['tsv', 'xlsx', 'parquet', 'arrow', 'jsonl', 'sav', 'dta', 'zip'],
    },
  }),
};
