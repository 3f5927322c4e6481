import { z } from 'zod';
import { anyone, defineOperation } from '../operation.ts';
import { sqlOptions, sqlResult } from './sql.ts';

export const datasetsRunSqlInput = z.strictObject(sqlOptions);

/** Statements over several datasets. */
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
};
