import { literal } from '../query/sql.ts';
import { missingWords, type Candidate } from './classify-values.ts';

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
}

/** DuckDB keeps up to 18 digits in 64 bits; the precision that a column reports is that of its values. */
export const decimalType = (scale: number): string => `decimal(18, ${scale})`;

/** SQL condition that a text is one of some words. (IN is planned as a join for each column, which takes seconds for a hundred.) */
export const oneOf = (text: string, words: readonly string[]): string => `list_contains([${words.map(literal).join(', ')}], ${text})`;

export interface PlainReading {
  /** The storage of a column that is plain throughout, scale included and precision not yet known for decimals. */
  readonly storage: string;
  /** SQL of a cell's value, null where it has none. */
  readonly value: string;
  /** SQL condition on that value, called v: it is written just as DuckDB writes it. Numbers with leading zeros, spaces or words are not. */
  readonly isPlain: (v: string) => string;
}

const longestWord = Math.max(...missingWords.map((word) => word.length));

/** The cheap reading of a column, exact where every cell is plain. */
export function plainReading({ field, candidate, style }: ColumnGuess): PlainReading {
  // Where the cast succeeds, digits are all that can stand between these signs; looking for them is much cheaper than writing the value.
  const written = (signs: string): string => `(${field} like '${signs}' and ${field} >= '0' and ${field} < ':')`;
  const sameText = (v: string): string => `${v}::varchar = ${field}`;
  switch (candidate) {
    case 'number':
      if (style.inexact || style.scale > 17) return { storage: 'DOUBLE', value: `try_cast(${field} as double)`, isPlain: (v) => `not isnan(${v}) and ${sameText(v)}` };
      if (style.scale === 0) return { storage: 'BIGINT', value: `try_cast(${field} as bigint)`, isPlain: sameText };
      return {
        storage: 'DECIMAL',
        value: `try_cast(${field} as ${decimalType(style.scale)})`,
        isPlain: (v) => `(${sameText(v)} or rtrim(rtrim(${v}::varchar, '0'), '.') = ${field})`,
      };
    case 'boolean':
      return { storage: 'BOOLEAN', value: `${field} = 'true'`, isPlain: () => `(${field} = 'true' or ${field} = 'false')` };
    case 'date':
      return { storage: 'DATE', value: `try_cast(${field} as date)`, isPlain: (v) => `${v} between '0001-01-01' and '9999-12-31' and (${written('____-__-__')} or ${sameText(v)})` };
    case 'timestamp':
      return { storage: 'TIMESTAMP', value: `try_cast(${field} as timestamp)`, isPlain: (v) => `${v} between '0001-01-01' and '9999-12-31' and (${written('____-__-__ __:__:__')} or ${v}::varchar = replace(${field}, 'T', ' '))` };
    case 'time':
      return { storage: 'TIME', value: `try_cast(${field} as time)`, isPlain: sameText };
    case 'timestamptz':
      return { storage: 'TIMESTAMPTZ', value: `try_cast(${field} as timestamp)`, isPlain: (v) => `${v} between '0001-01-01' and '9999-12-31' and (${written('____-__-__T__:__:__Z')} or replace(${v}::varchar, ' ', 'T') || 'Z' = ${field})` };
    case 'unknown':
      return { storage: 'VARCHAR', value: field, isPlain: () => 'false' };
    default:
      return { storage: 'VARCHAR', value: field, isPlain: () => `(strlen(${field}) > ${longestWord} or not ${oneOf(field, missingWords)})` };
  }
}
