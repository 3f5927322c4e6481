import { deflateRawSync, inflateRawSync } from 'node:zlib';

const gaps = '\u0001missing ';

/** What sets are kept under whose number of missing values of a column was answered. */
export const gapsIn = (column: string): string => gaps + column;

/** The same with a column by another name. */
export const renamed = (column: string, nameOf: (name: string) => string): string =>
  column.startsWith(gaps) ? gapsIn(nameOf(column.slice(gaps.length))) : nameOf(column);

/**
 * A set of rows whose figures of a column were answered, as kinds of rows in ascending order; the
 * column '' is for counts of rows.
 */
export interface AnsweredSet {
  readonly column: string;
  readonly kinds: readonly number[];
  /**
   * Columns whose products with this one were summed over the set, as in a correlation; figures of
   * the column alone where left out.
   */
  readonly with?: readonly string[];
  /**
   * Whether quantiles or other single values of the column were answered, beside its sums; of what
   * earlier releases kept, they may have been.
   */
  readonly ordered?: boolean;
  /**
   * Whether sums of the column were answered, as means and variances are; of what earlier releases
   * kept, they may have been.
   */
  readonly summed?: boolean;
  /**
   * Which of the values of the column that many rows have are in the set, hashed; '' means all
   * others. Left out where the column has none.
   */
  readonly values?: readonly string[];
}

/**
 * What was answered before about a version: rows that were always answered about together are one
 * kind, numbered from 0.
 */
export interface Answered {
  readonly kindOfRow: Int32Array;
  readonly sets: readonly AnsweredSet[];
}

/**
 * Rows by what an answer would tell apart, and its sets. `valued` has the kinds with a value, by
 * column.
 */
export interface Asked extends Answered {
  readonly valued: ReadonlyMap<string, readonly number[]>;
  /** Columns of which whole sets of rows may well have one value. */
  readonly uniform: ReadonlySet<string>;
  /**
   * Of columns in which many rows have a common value, the kinds of rows about which a sum tells, as
   * those with common values can be counted: those with values that fewer than 5 rows have, and those
   * with another than the most frequent one.
   */
  readonly rare: ReadonlyMap<string, readonly (readonly number[])[]>;
}

export const packKinds = (kinds: Int32Array): string =>
  deflateRawSync(Buffer.from(kinds.buffer, kinds.byteOffset, kinds.byteLength)).toString('base64');

export function unpackKinds(text: string): Int32Array {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'));
  return Int32Array.from({ length: bytes.length / Int32Array.BYTES_PER_ELEMENT }, (_, i) =>
    bytes.readInt32LE(i * Int32Array.BYTES_PER_ELEMENT),
  );
}
