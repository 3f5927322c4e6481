import { AppError } from '@columnist/contract';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Note } from '../../admission/column-notes.ts';
import { numberText } from '../canonical-text.ts';
import {
  batchRows,
  formatNote,
  plainColumn,
  type Cell,
  type TableFound,
  type TypedColumn,
  type TypedTable,
} from '../typed-table.ts';
import type { ValueKind } from '../source.ts';
import { PathFacts } from '../json/path-facts.ts';
import { asDamaged, openDatabase, withDatabase } from './open-database.ts';

const mostTables = 10_000;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The tables of an SQLite database with their rows; views and virtual tables are left out. */
export const listSqlite = (path: string): TableFound[] =>
  withDatabase(path, (database) =>
    namesOf(database, ['table']).map((name) => ({
      name,
      rows: Number(database.prepare(`select count(*) as n from ${quoted(name)}`).get()?.['n'] ?? 0),
      columns: fieldsOf(database, name).length,
    })),
  );

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

interface Field {
  readonly name: string;
  readonly declared: string;
  readonly isComputed: boolean;
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

/** How many values of a column are of each kind. */
interface Kinds {
  readonly integers: number;
  readonly reals: number;
  readonly texts: number;
  readonly blobs: number;
}

/**
 * Opens a table of an SQLite database. A column is of the kind that all its values have, for
 * SQLite keeps values of any kind in any column. Throws invalid_file.
 */
export function openSqlite(path: string, table: string): TypedTable {
  return withDatabase(path, (database) => {
    if (!namesOf(database, ['table']).includes(table))
      throw new AppError('invalid_file', `The database has no table '${table.slice(0, 100)}'.`, {
        fix: 'Name one of its tables; views and virtual tables are not read.',
      });
    const all = fieldsOf(database, table);
    const fields = all.filter(({ isComputed }) => !isComputed);
    const kinds = countKinds(database, table, fields);
    const found = fields.map(
      (field, i) =>
        datedColumn(database, table, field, kinds[i] ?? none) ?? columnOf(field, kinds[i] ?? none),
    );
    return {
      columns: found.map(({ column }) => column),
      notes: [
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
      rows: () =>
        rowsOf(
          path,
          table,
          fields,
          found.map(({ cell }) => cell),
        ),
    };
  });
}

const none: Kinds = { integers: 0, reals: 0, texts: 0, blobs: 0 };

function countKinds(database: DatabaseSync, table: string, fields: readonly Field[]): Kinds[] {
  const kinds: Kinds[] = [];
  // A statement has at most 2,000 columns.
  for (let from = 0; from < fields.length; from += 400) {
    const part = fields.slice(from, from + 400);
    const asked = part.flatMap(({ name }, i) =>
      ['integer', 'real', 'text', 'blob'].map(
        (kind) => `coalesce(sum(typeof(${quoted(name)}) = '${kind}'), 0) as ${kind}${i}`,
      ),
    );
    const row = database.prepare(`select ${asked.join(', ')} from ${quoted(table)}`).get() ?? {};
    part.forEach((_, i) =>
      kinds.push({
        integers: Number(row[`integer${i}`]),
        reals: Number(row[`real${i}`]),
        texts: Number(row[`text${i}`]),
        blobs: Number(row[`blob${i}`]),
      }),
    );
  }
  return kinds;
}

/** SQLite has no dates: a column declared so is one where all its texts are ISO 8601. */
function datedColumn(
  database: DatabaseSync,
  table: string,
  { name, declared }: Field,
  { integers, reals, texts, blobs }: Kinds,
): ReturnType<typeof columnOf> | null {
  if (!/DATE|TIME/.test(declared) || texts === 0 || integers + reals + blobs > 0) return null;
  const facts = new PathFacts();
  const query = `select ${quoted(name)} as value from ${quoted(table)}`;
  for (const { value } of database.prepare(query).iterate())
    facts.add(typeof value === 'string' ? value : null, false);
  const { column, cell, notes } = facts.column(name, false);
  return { column, notes, cell: (value) => (value === null ? null : cell(String(value))) };
}

type ToCell = (value: SQLOutputValue) => Cell;

function columnOf(
  { name, declared }: Field,
  { integers, reals, texts, blobs }: Kinds,
): { column: TypedColumn; cell: ToCell; notes: Note[] } {
  const numbers = integers + reals;
  const present = numbers + texts + blobs;
  const as = (
    kind: ValueKind,
    notes: Note[] = [],
    cell: ToCell = textOf,
    storage?: string,
  ): { column: TypedColumn; cell: ToCell; notes: Note[] } => ({
    column: plainColumn(name, kind, storage),
    cell,
    notes,
  });
  if (blobs > 0) {
    const why = `${blobs === 1 ? '1 cell holds bytes' : `${blobs} cells hold bytes`}, kept as text in base 64.`;
    return as('text', [formatNote('kept_as_text', why, name, blobs)]);
  }
  if (present === 0) return as('text');
  if (texts > 0 && numbers > 0) {
    const [few, kind] =
      texts < numbers ? [texts, 'text among numbers'] : [numbers, 'a number among texts'];
    const why = `${few === 1 ? `1 cell is ${kind}` : `${few} cells are ${kind.replace(/^a number/, 'numbers')}`}: the column is kept as text.`;
    return as('text', [formatNote('kept_as_text', why, name, few)]);
  }
  if (texts > 0) return as('text');
  if (/BOOL/.test(declared) && reals === 0) return as('boolean', [], booleanOf);
  if (reals === 0) return as('number', [], textOf, 'BIGINT');
  return as('number', [], textOf, integers === 0 ? 'DOUBLE' : undefined);
}

function textOf(value: SQLOutputValue): Cell {
  if (value === null) return null;
  if (typeof value === 'number') return numberText(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}

const booleanOf: ToCell = (value) => (value === null ? null : value === 0n ? 'false' : 'true');

function* rowsOf(
  path: string,
  table: string,
  fields: readonly Field[],
  cells: readonly ToCell[],
): Generator<Cell[][]> {
  const database = openDatabase(path);
  try {
    const statement = database.prepare(
      `select ${fields.map(({ name }) => quoted(name)).join(', ')} from ${quoted(table)}`,
    );
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    let batch: Cell[][] = [];
    for (const row of statement.iterate()) {
      const values: readonly SQLOutputValue[] = Array.isArray(row) ? row : [];
      batch.push(cells.map((cell, i) => cell(values[i] ?? null)));
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
