import { z } from 'zod';
import { anyone, defineOperation } from '../operation.ts';
import { ownData } from '../audit.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { view } from '../view.ts';
import { dataset } from './dataset.ts';
import { rowsOptions } from './rows.ts';
import { sqlOptions, sqlResult, sqlText } from './sql.ts';

export const datasetsRunSqlInput = z.strictObject(sqlOptions);

export const datasetsSaveInput = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('Of the new dataset.'),
  sql: sqlText.optional().describe('A SELECT as run_sql takes it, whose rows are kept; needs Pro.'),
  id: datasetId.optional().describe('In place of sql: the dataset whose rows are kept.'),
  columns: rowsOptions.columns,
  view: view.optional(),
});

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
    output: dataset,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    notFound: true,
    audit: ownData,
    summary: 'The rows of a view, or what a SELECT answers, as a new dataset.',
    rest: { method: 'post', path: '/api/v1/datasets/save', status: 201 },
    mcp: {
      name: 'save_dataset',
      toolset: 'manage',
      about: 'all',
      title: 'Save as a dataset',
      description:
        "Keeps the rows of a view of dataset 'id', or of a SELECT in 'sql', as a new dataset.",
      example: {
        name: 'mean_fares.csv',
        sql: 'select class, avg(fare) as fare from "all.csv" group by 1',
      },
    },
  }),
};
