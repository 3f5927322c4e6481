import { literal } from '../database/sql.ts';
import type { Candidate } from './classify-values.ts';

/** How the numbers of a sample are written. */
export interface NumberStyle {
  /** Most digits after the point. */
  readonly scale: number;
  /** Some have an exponent or are infinite. */
  readonly inexact: boolean;
}

export interface ColumnGuess {
  readonly name: string;
  readonly field: string;
  readonly candidate: Candidate;
  readonly style: NumberStyle;
  /** Words that mean a missing value if the column is text. */
  readonly missing: readonly string[];
}

/**
 * DuckDB keeps up to 18 digits in 64 bits; the precision that a column reports is that of its
 * values.
 */
export const decimalType = (scale: number): string => `decimal(18, ${scale})`;

/**
 * SQL condition that a text is one of some words. (IN is planned as a join for each column, which
 * takes seconds for a hundred.)
 */
export const oneOf = (text: string, words: readonly string[]): string =>
  `list_contains([${words.map(literal).join(', ')}], ${text})`;

/**
 * SQL of the text of a trimmed cell that the database casts to its type: of a moment with a zone it
 * wants seconds (10:00:00+02:00 for 10:00+02:00).
 */
export const castable = (text: string, candidate: Candidate): string =>
  candidate === 'timestamptz'
    ? String.raw`regexp_replace(${text}, '([ T][0-9]{2}:[0-9]{2})(Z|[+-])', '\1:00\2')`
    : text;

export interface PlainReading {
  /**
   * The storage of a column that is plain throughout, scale included and precision not yet known
   * for decimals.
   */
  readonly storage: string;
  /** SQL of a cell's value, null where it has none. */
  readonly value: string;
  /**
   * SQL condition on that value, called v, and its cell: the cell is empty or written just as
   * DuckDB writes the value.
   * Numbers with leading zeros, spaces or words are not. What most cells meet is first, and
   * what costs less.
   */
  readonly isPlain: (v: string) => string;
}

/** The cheap reading of a column, exact where every cell is plain. */
export function plainReading({ field, candidate, style, missing }: ColumnGuess): PlainReading {
  const sameText = (v: string): string => `${field} is not distinct from ${v}::varchar`;
  const either = (usual: string, other: string): string =>
    `case when ${usual} then true else ${other} end`;
  // Where the cast succeeds and the year is not before 1, digits are all that can be between
  // these signs; looking for them is much cheaper than writing the value.
  const written = (v: string, signs: string): string =>
    `${field} like '${signs}' and ${field} >= '0001' and ${v} is not null`;
  const inEra = (v: string): string => `${v} between '0001-01-01' and '9999-12-31'`;
  switch (candidate) {
    case 'number':
      if (style.inexact || style.scale > 17)
        return {
          storage: 'DOUBLE',
          value: `try_cast(${field} as double)`,
          isPlain: (v) => either(`${field} is null`, `isfinite(${v}) and ${v}::varchar = ${field}`),
        };
      if (style.scale === 0)
        return { storage: 'BIGINT', value: `try_cast(${field} as bigint)`, isPlain: sameText };
      return {
        storage: 'DECIMAL',
        value: `try_cast(${field} as ${decimalType(style.scale)})`,
        isPlain: (v) => either(sameText(v), `rtrim(rtrim(${v}::varchar, '0'), '.') = ${field}`),
      };
    case 'boolean':
      return { storage: 'BOOLEAN', value: `${field} = 'true'`, isPlain: sameText };
    case 'date':
      return {
        storage: 'DATE',
        value: `try_cast(${field} as date)`,
        isPlain: (v) =>
          either(
            written(v, '____-__-__'),
            `${field} is null or ${inEra(v)} and ${v}::varchar = ${field}`,
          ),
      };
    case 'timestamp':
      return {
        storage: 'TIMESTAMP',
        value: `try_cast(${field} as timestamp)`,
        isPlain: (v) =>
          either(
            // The database takes 24:00 for the next midnight.
            `${written(v, '____-__-__ __:__:__')} and substr(${field}, 12, 2) < '24'`,
            `${field} is null or ${inEra(v)} and ${v}::varchar = replace(${field}, 'T', ' ')`,
          ),
      };
    case 'time':
      return {
        storage: 'TIME',
        value: `try_cast(${field} as time)`,
        isPlain: (v) => `(${sameText(v)} and (${v} is null or ${v} < time '24:00:00'))`,
      };
    case 'timestamptz':
      return {
        storage: 'TIMESTAMPTZ',
        value: `try_cast(${field} as timestamp)`,
        isPlain: (v) =>
          either(
            `${written(v, '____-__-__T__:__:__Z')} and substr(${field}, 12, 2) < '24'`,
            `${field} is null or ${inEra(v)} and replace(${v}::varchar, ' ', 'T') || 'Z' = ${field}`,
          ),
      };
    case 'unknown':
      return { storage: 'VARCHAR', value: field, isPlain: () => `${field} is null` };
    default:
      return {
        storage: 'VARCHAR',
        value: field,
        isPlain: () =>
          missing.length === 0
            ? 'true'
            : `(${missing.map((word) => `${field} is distinct from ${literal(word)}`).join(' and ')})`,
      };
  }
}
