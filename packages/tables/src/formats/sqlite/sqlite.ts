import { AppError, fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { foundTable, openedOf, placeOf } from '../found-tables.ts';
import { leftOutOf, listSqlite, mayHaveLog, openSqlite } from './open-sqlite.ts';

/** Databases of SQLite: their tables, never their views, triggers or virtual tables. */
export const sqlite = defineFormat({
  name: 'sqlite',
  ...fileFormats.sqlite,
  recognises: ({ head }) => head.toString('latin1', 0, 16) === 'SQLite format 3\0',
  list: ({ path }) =>
    Promise.resolve([
      ...listSqlite(path).map(foundTable),
      ...leftOutOf(path).map((name) => ({
        ...foundTable({ name, rows: null, columns: null }),
        problem: 'It is a view or a virtual table, which would run what the file says.',
      })),
    ]),
  read: async ({ path }, part) => {
    const tables = listSqlite(path);
    if (part.table !== undefined && leftOutOf(path).includes(part.table))
      throw new AppError(
        'invalid_file',
        `'${part.table}' is a view or a virtual table: reading it would run what the file says.`,
        {
          fix: 'Write it as a table (create table … as select …) or as CSV, then import that.',
        },
      );
    if (tables.length === 0 && mayHaveLog(path))
      throw new AppError(
        'invalid_file',
        'This SQLite file holds no table: the database is written through a log (WAL), and all of ' +
          'it is still in the file ending in -wal.',
        {
          row: 1,
          fix: 'Close the database in its program, or run pragma wal_checkpoint there, then import it.',
        },
      );
    const place = await placeOf(tables, part);
    return openedOf(tables, place, openSqlite(path, tables[place]?.name ?? ''));
  },
});
