import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { rounded, type Note } from '../../admission/column-notes.ts';
import { numberText } from '../canonical-text.ts';
import { PathFacts } from '../json/path-facts.ts';
import type { ValueKind } from '../source.ts';
import { formatNote, plainColumn, type Cell, type TypedColumn } from '../typed-table.ts';

/** The longest text that is a date with a time and a zone. */
const longestDate = 40;
/** A statement has at most 2,000 columns. */
const fieldsAtOnce = 300;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A column as the database declares it. */
export interface Field {
  readonly name: string;
  readonly declared: string;
  readonly isComputed: boolean;
}

/** How many values of a column are of each kind. */
export interface Kinds {
  readonly integers: number;
  readonly reals: number;
  readonly texts: number;
  readonly blobs: number;
  /** Whole numbers other than 0 and 1, and those that a 64-bit float does not hold. */
  readonly noBits: number;
  readonly inexact: number;
}

/** What the values of a column become as cells, and what is said of it. */
export interface KindOfColumn {
  readonly column: TypedColumn;
  readonly cell: (value: SQLOutputValue) => Cell;
  readonly notes: readonly Note[];
}

export function countKinds(
  database: DatabaseSync,
  table: string,
  fields: readonly Field[],
): Kinds[] {
  const kinds: Kinds[] = [];
  for (let from = 0; from < fields.length; from += fieldsAtOnce) {
    const part = fields.slice(from, from + fieldsAtOnce);
    const asked = part.flatMap(({ name }, i) => {
      const value = quoted(name);
      const isWhole = `typeof(${value}) = 'integer'`;
      return [
        [isWhole, 'integers'],
        [`typeof(${value}) = 'real'`, 'reals'],
        [`typeof(${value}) = 'text'`, 'texts'],
        [`typeof(${value}) = 'blob'`, 'blobs'],
        [`${isWhole} and ${value} not in (0, 1)`, 'noBits'],
        // SQLite compares whole numbers with floats exactly.
        [`${isWhole} and ${value} <> cast(${value} as real)`, 'inexact'],
      ].map(([is, name]) => `coalesce(sum(${is}), 0) as ${name}${i}`);
    });
    const row = database.prepare(`select ${asked.join(', ')} from ${quoted(table)}`).get() ?? {};
    part.forEach((_, i) =>
      kinds.push({
        integers: Number(row[`integers${i}`]),
        reals: Number(row[`reals${i}`]),
        texts: Number(row[`texts${i}`]),
        blobs: Number(row[`blobs${i}`]),
        noBits: Number(row[`noBits${i}`]),
        inexact: Number(row[`inexact${i}`]),
      }),
    );
  }
  return kinds;
}

/** SQLite has no dates: a column declared so is one where all its texts are ISO 8601. */
export function datedColumn(
  database: DatabaseSync,
  table: string,
  { name, declared }: Field,
  { integers, reals, texts, blobs }: Kinds,
): KindOfColumn | null {
  if (!/DATE|TIME/.test(declared) || texts === 0 || integers + reals + blobs > 0) return null;
  const facts = new PathFacts();
  const query = `select ${quoted(name)} as value from ${quoted(table)}`;
  for (const { value } of database.prepare(query).iterate()) {
    if (typeof value === 'string' && value.length > longestDate) return null;
    facts.add(typeof value === 'string' ? value : null, false);
  }
  const { column, cell, notes } = facts.column(name, false);
  return { column, notes, cell: (value) => (value === null ? null : cell(String(value))) };
}

/** A column is of the kind that all its values have. */
export function columnOf(
  { name, declared }: Field,
  { integers, reals, texts, blobs, noBits, inexact }: Kinds,
): KindOfColumn {
  const numbers = integers + reals;
  const present = numbers + texts + blobs;
  const as = (
    kind: ValueKind,
    notes: readonly Note[] = [],
    cell: KindOfColumn['cell'] = textOf,
    storage?: string,
  ): KindOfColumn => ({ column: plainColumn(name, kind, storage), cell, notes });
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
  const isLogical = /BOOL/.test(declared) && reals === 0;
  if (isLogical && noBits === 0) return as('boolean', [], booleanOf);
  if (reals === 0)
    return as('number', isLogical ? [noBoolean(name, noBits)] : [], textOf, 'BIGINT');
  if (inexact > 0) return as('number', [rounded(name, inexact)], textOf, 'DOUBLE');
  return as('number', [], textOf, integers === 0 ? 'DOUBLE' : undefined);
}

const noBoolean = (name: string, count: number): Note =>
  formatNote(
    'read_as_number',
    `It is declared as true or false, and ${count === 1 ? '1 cell is another number' : `${count} cells are other numbers`} than 0 and 1: all are kept as numbers.`,
    name,
    count,
  );

function textOf(value: SQLOutputValue): Cell {
  if (value === null) return null;
  if (typeof value === 'number') return numberText(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}

const booleanOf: KindOfColumn['cell'] = (value) =>
  value === null ? null : value === 0n ? 'false' : 'true';
