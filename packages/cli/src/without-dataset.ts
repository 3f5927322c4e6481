import {
  AppError,
  mostSqlDatasets,
  operations,
  parseInput,
  type Operation,
} from '@columnist/contract';
import { withEngine } from './local-table.ts';
import type { Command } from './read-command.ts';
import { readingOf } from './reading-options.ts';
import type { Surroundings } from './surroundings.ts';

type Answering = (
  input: Command['input'],
  options: Command['options'],
  around: Surroundings,
) => Promise<unknown>;

const { runSql, calculatePower } = operations.datasets;

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
    const page = await engine.runSql({ sql, limit, offset: 0, explain }, tables);
    if (page.total === null && !explain)
      say(`Only the first ${limit} rows: --limit shows up to 1000, as do limit and offset in SQL.`);
    return page;
  });
