import { AppError } from '@columnist/contract';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { BinaryFile, damaged } from '../binary-file.ts';
import { TextReader } from '../text-decoding.ts';
import {
  batchRows,
  formatNote,
  type Cell,
  type TableFound,
  type TypedTable,
} from '../typed-table.ts';
import {
  columnOf,
  countKinds,
  datedColumn,
  quoted,
  type Field,
  type Kinds,
} from './column-kinds.ts';
import { asDamaged, openDatabase, withDatabase } from './open-database.ts';

const mostTables = 10_000;
/** A row takes a place of two bytes on its page, the lengths of row and head, a key and a type. */
const leastOfRow = 6;

/** The tables of an SQLite database with their rows; views and virtual tables are left out. */
export function listSqlite(path: string): TableFound[] {
  const { mostRows } = beginningOf(path);
  return withDatabase(path, (database) => {
    let left = mostRows;
    return namesOf(database, ['table']).map((name) => {
      const rows = countRows(database, name, left);
      left -= rows;
      return { name, rows, columns: fieldsOf(database, name).length };
    });
  });
}

interface Beginning {
  /** Rows that the file has bytes for. */
  readonly mostRows: number;
  readonly encoding: TextEncoding;
  /** Whether its last rows may be in another file, its write-ahead log. */
  readonly hasLog: boolean;
}

/** How a database keeps its texts. */
type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';
const encodings: readonly TextEncoding[] = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'];

function beginningOf(path: string): Beginning {
  const file = new BinaryFile(path, 'SQLite');
  try {
    // Bytes 56 to 59 say the encoding; 0 is a database without tables.
    return {
      mostRows: Math.floor(file.size / leastOfRow),
      // Bytes 18 and 19: 2 is a database that is written through a log.
      hasLog: file.size >= 20 && file.bytes(18, 2).includes(2),
      encoding: (file.size >= 60 ? encodings[file.bytes(56, 4).readUInt32BE()] : null) ?? 'utf-8',
    };
  } finally {
    file.close();
  }
}

/**
 * Counts no further than `most`: pages that name the same page again and again have rows without
 * end. Throws invalid_file where there are more.
 */
function countRows(database: DatabaseSync, table: string, most: number): number {
  // An index may have fewer rows than its table.
  const counted = database.prepare(
    `select count(*) as n from (select 1 from ${quoted(table)} not indexed limit ${most + 1})`,
  );
  const rows = Number(counted.get()?.['n'] ?? 0);
  if (rows > most) throw damaged('SQLite', 'its tables have more rows than its bytes can hold');
  return rows;
}

/** Views, virtual tables and what belongs to them: named, never opened. */
export const leftOutOf = (path: string): string[] =>
  withDatabase(path, (database) => namesOf(database, ['view', 'virtual', 'shadow']));

function namesOf(database: DatabaseSync, types: readonly string[]): string[] {
  const names: string[] = [];
  for (const { name, type, schema } of database.prepare('pragma table_list').iterate()) {
    if (schema !== 'main' || typeof name !== 'string' || typeof type !== 'string') continue;
    if (!types.includes(type) || /^sqlite_/i.test(name)) continue;
    names.push(name);
    if (names.length > mostTables)
      throw new AppError('invalid_file', `The database has more than ${mostTables} tables.`, {
        fix: 'Export the table as CSV, then import it.',
      });
  }
  return names.sort();
}

function fieldsOf(database: DatabaseSync, table: string): Field[] {
  return database
    .prepare(`pragma table_xinfo(${quoted(table)})`)
    .all()
    .flatMap(({ name, type, hidden }) =>
      typeof name === 'string' && hidden !== 1
        ? [{ name, declared: String(type ?? '').toUpperCase(), isComputed: hidden === 2 }]
        : [],
    );
}

/**
 * Opens a table of an SQLite database. A column is of the kind that all its values have, for
 * SQLite keeps values of any kind in any column. Throws invalid_file.
 */
export function openSqlite(path: string, table: string): TypedTable {
  const { mostRows, encoding, hasLog } = beginningOf(path);
  return withDatabase(path, (database) => {
    if (!namesOf(database, ['table']).includes(table))
      throw new AppError('invalid_file', `The database has no table '${table.slice(0, 100)}'.`, {
        fix: 'Name one of its tables; views and virtual tables are not read.',
      });
    countRows(database, table, mostRows);
    const all = fieldsOf(database, table);
    const fields = all.filter(({ isComputed }) => !isComputed);
    const kinds = countKinds(database, table, fields);
    const found = fields.map(
      (field, i) =>
        datedColumn(database, table, field, kinds[i] ?? none) ?? columnOf(field, kinds[i] ?? none),
    );
    let text = new TextReader('utf-8');
    return {
      columns: found.map(({ column }) => column),
      notes: [
        ...(hasLog ? [logNote] : []),
        ...found.flatMap(({ notes }) => notes),
        ...all
          .filter(({ isComputed }) => isComputed)
          .map(({ name }) =>
            formatNote(
              'not_carried_over',
              `The column '${name}' is computed by the database, which runs nothing here: it is left out.`,
              null,
              1,
            ),
          ),
      ],
      rows: () => {
        text = new TextReader('utf-8');
        const plan = fields.map((field, i) => ({
          ...valueOf(field, kinds[i] ?? none, encoding, text),
          cell: found[i]?.cell ?? (() => null),
        }));
        return rowsOf(path, table, plan);
      },
      notesOfRows: () => text.notes(),
    };
  });
}

/** A database that is written through a log keeps there what is not in its file yet. */
const logNote = formatNote(
  'not_carried_over',
  'The database is written through a log (WAL): rows that are still in its file ending in -wal are ' +
    'not in this one. Close the database in its program, or run pragma wal_checkpoint there.',
  null,
  1,
);

/** Whether a database without tables may have them in its log. */
export const mayHaveLog = (path: string): boolean => beginningOf(path).hasLog;

const none: Kinds = { integers: 0, reals: 0, texts: 0, blobs: 0, noBits: 0, inexact: 0 };

/** SQL of the values of a column, and how they are read. */
interface Values {
  readonly sql: string;
  readonly read: (value: SQLOutputValue) => SQLOutputValue;
}

/**
 * Texts are read as their bytes, for the database hands out other characters in place of bytes that
 * are not UTF-8 and of halves of pairs in UTF-16. Among bytes they have a mark before them.
 */
function valueOf(
  { name }: Field,
  { texts, blobs }: Kinds,
  encoding: TextEncoding,
  text: TextReader,
): Values {
  const value = quoted(name);
  const decode = (bytes: Uint8Array): string =>
    encoding === 'utf-8' ? text.read(bytes) : utf16Of(bytes, encoding);
  if (texts === 0) return { sql: value, read: (found) => found };
  if (blobs === 0)
    return {
      sql: `case typeof(${value}) when 'text' then cast(${value} as blob) else ${value} end`,
      read: (found) => (found instanceof Uint8Array ? decode(found) : found),
    };
  return {
    sql: `case typeof(${value}) when 'text' then 't' || hex(cast(${value} as blob)) when 'blob' then 'b' || hex(${value}) else ${value} end`,
    read: (found) => {
      if (typeof found !== 'string') return found;
      const bytes = Buffer.from(found.slice(1), 'hex');
      return found.startsWith('t') ? decode(bytes) : bytes;
    },
  };
}

/** Halves of pairs stay what they are, and are counted where the cell is kept. */
function utf16Of(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  const units = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return (encoding === 'utf-16le' ? units : units.swap16()).toString('utf16le');
}

function* rowsOf(
  path: string,
  table: string,
  plan: readonly (Values & { readonly cell: (value: SQLOutputValue) => Cell })[],
): Generator<Cell[][]> {
  const database = openDatabase(path);
  try {
    const statement = database.prepare(
      `select ${plan.map(({ sql }) => sql).join(', ')} from ${quoted(table)}`,
    );
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    let batch: Cell[][] = [];
    for (const row of statement.iterate()) {
      const values: readonly SQLOutputValue[] = Array.isArray(row) ? row : [];
      batch.push(plan.map(({ read, cell }, i) => cell(read(values[i] ?? null))));
      if (batch.length === batchRows) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  } catch (error) {
    throw asDamaged(error);
  } finally {
    database.close();
  }
}
