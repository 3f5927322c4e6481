import {
  AppError,
  mostSqlDatasets,
  operations,
  parseInput,
  type ExportFormat,
  type Operation,
} from '@columnist/contract';
import { resolve } from 'node:path';
import { exportFormatOf } from './export-format.ts';
import { fieldsOf } from './fields.ts';
import { withEngine } from './local-table.ts';
import type { Command } from './read-command.ts';
import { readingOf } from './reading-options.ts';
import { cannotWrite } from './say-failure.ts';
import type { Surroundings } from './surroundings.ts';

/** null where the answer has been written to its file. */
type Answering = (
  input: Command['input'],
  options: Command['options'],
  around: Surroundings,
) => Promise<unknown>;

const { runSql, calculatePower } = operations.datasets;

const mostRows = fieldsOf(runSql.input).find(({ name }) => name === 'limit')?.most;

/** Where all rows of a statement are written; undefined where a page of them is the answer. */
export function wholeOf({
  input,
  options,
}: Pick<Command, 'input' | 'options'>): { to: string; format: ExportFormat } | undefined {
  const to = options['output']?.at(-1);
  const isPage = ['limit', 'explain', 'cursor'].some((name) => input[name] !== undefined);
  const isAnswer = ['format', 'table', 'server'].some((name) => options[name] !== undefined);
  if (to === undefined || isPage || isAnswer) return undefined;
  const format = exportFormatOf(to);
  return format === undefined ? undefined : { to, format };
}

/** How the engine here answers an operation that names no dataset; false where a server must. */
export function withoutDataset(operation: Operation): Answering | false {
  if (operation.path === runSql.path) return answerSql;
  if (operation.path === calculatePower.path)
    return (input, _, { signal }) =>
      withEngine(signal, ({ engine }) => engine.calculatePower(parseInput(calculatePower, input)));
  return false;
}

/** The rows of a SELECT whose tables are files. Throws invalid_sql, not_found, too_complex. */
const answerSql: Answering = (input, options, { signal, say }) =>
  withEngine(signal, async ({ engine, open }) => {
    if (mostRows !== undefined && Number(input['limit']) > mostRows)
      throw new AppError('invalid_input', `limit: Must be at most ${mostRows}.`, {
        fix: '--output rows.csv without --limit writes all rows.',
      });
    const { sql, limit, cursor, explain } = runSql.input.parse(parseInput(runSql, input));
    if (cursor !== undefined)
      throw new AppError('invalid_input', 'Files are answered without a cursor.', {
        fix: 'Write limit and offset into the statement.',
      });
    const { names } = await engine.readSql(sql);
    if (names.length > mostSqlDatasets)
      throw new AppError('too_complex', `A statement reads at most ${mostSqlDatasets} files.`, {
        fix: 'Join fewer of them.',
      });
    const tables = [];
    for (const name of names) {
      const { table, notes } = await open(name, readingOf(options, name));
      notes.forEach((note) => say(`${name}: ${note}`));
      tables.push({ name, table });
    }
    const file = wholeOf({ input, options });
    if (file !== undefined) {
      const { to, format } = file;
      const { rows, notes } = await engine
        .exportSql(sql, tables, format, resolve(to))
        .catch((error: unknown) => {
          throw cannotWrite(to, error);
        });
      say(`${rows} rows written to ${to}.`);
      notes.forEach(say);
      return null;
    }
    const page = await engine.runSql({ sql, limit, offset: 0, explain }, tables);
    if (page.total === null && !explain)
      say(
        `Only the first ${limit} rows: --limit shows up to ${mostRows}, --output rows.csv without --limit writes all.`,
      );
    return page;
  });
