import { z } from 'zod';
import { cell } from '../cell.ts';
import { columnType } from './dataset.ts';
import { answerIdGiven } from './provenance.ts';

/** Characters of a statement. */
export const longestSql = 20_000;
/** Datasets that one statement may read. */
export const mostSqlDatasets = 20;

export const sqlText = z
  .string()
  .min(1)
  .max(longestSql)
  .describe(
    'One SELECT as DuckDB reads it: joins, CTEs, windows. Tables are datasets by name or id, in ' +
      'double quotes where a name has a dot or a space.',
  );

export const sqlOptions = {
  sql: sqlText,
  limit: z.int().min(1).max(1000).default(100),
  cursor: z.string().max(200).optional().describe('The next_cursor of the page before.'),
  explain: z.boolean().default(false).describe('Answer the plan instead of rows.'),
};

/** What a worker answers of a statement. */
export const sqlPage = z.object({
  columns: z.array(z.object({ name: z.string(), type: columnType })),
  items: z.array(z.array(cell)).describe('One array a row, in the order of columns.'),
  offset: z.int(),
  total: z.int().nullable().describe('Rows there are, where this page has the last of them.'),
  plan: z.string().nullable().describe('As the engine draws it.'),
  plan_steps: z
    .array(
      z.object({
        depth: z.int().describe('Steps are below the one that takes their rows.'),
        text: z.string(),
        rows: z.int().nullable().describe('As estimated.'),
      }),
    )
    .nullable()
    .describe('The plan in words, the last step first.'),
});
export type SqlPage = z.infer<typeof sqlPage>;

export const sqlResult = sqlPage
  .extend({
    answer_id: answerIdGiven,
    datasets: z
      .array(z.object({ id: z.uuid(), name: z.string(), version: z.int() }))
      .describe('What was read, in the state of these versions.'),
    engine_version: z.string(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'SqlResult' });
export type SqlResult = z.infer<typeof sqlResult>;
