import type { Note } from '../admission/column-notes.ts';
import type { ValueKind } from './source.ts';

/**
 * A value in its canonical text: numbers as their shortest exact text, `true` and `false`, dates
 * and times in ISO 8601, texts as they are; null where it is missing.
 */
export type Cell = string | null;

/** Values that the file itself declares missing: single ones, and a range of numbers. */
export interface MissingCodes {
  readonly values: ReadonlySet<string>;
  readonly range: readonly [low: number, high: number] | null;
}

/** A column as its file declares it. */
export interface TypedColumn {
  readonly name: string;
  /** What the file says the column is, in words. */
  readonly label: string | null;
  readonly unit: string | null;
  readonly kind: ValueKind;
  /** How the database keeps it, where the file says that exactly; else found over the values. */
  readonly storage?: string;
  /**
   * Numbers that are seconds and shown as a time: a time of day where all are within one, else a
   * number of seconds.
   */
  readonly clock?: boolean;
  /** What single values mean, by their canonical text. */
  readonly valueLabels: ReadonlyMap<string, string>;
  readonly missing: MissingCodes | null;
}

/** A table that was found in a file with the types of its columns, and its rows in batches. */
export interface TypedTable {
  readonly columns: readonly TypedColumn[];
  /** Rows, where the file says how many. */
  readonly rowCount?: number | null;
  /** What of the file is not carried over, or was changed on the way. */
  readonly notes: readonly Note[];
  /** The rows from the first one on; may be asked for several times, one after the other. */
  readonly rows: () => Iterable<Cell[][]> | AsyncIterable<Cell[][]>;
  /** What was found while rows were read: of the last reading that came to its end. */
  readonly notesOfRows?: () => readonly Note[];
}

/** A table of a file that may hold several. */
export interface TableFound {
  /** What it is called in the file; '' where the file is the table. */
  readonly name: string;
  readonly rows: number | null;
  readonly columns: number | null;
}

/** Rows that are handed on at a time. */
export const batchRows = 1000;

export const formatNote = (
  code: string,
  message: string,
  column: string | null,
  count: number,
): Note => ({
  code,
  message,
  column,
  count,
  rows: [],
  examples: [],
});

/** A column of which its file says no more than name and type. */
export const plainColumn = (name: string, kind: ValueKind, storage?: string): TypedColumn => ({
  name,
  label: null,
  unit: null,
  kind,
  ...(storage === undefined ? {} : { storage }),
  valueLabels: new Map(),
  missing: null,
});
