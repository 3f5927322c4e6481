import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { FieldDialect } from './field-dialect.ts';

/** A record as the second reader has it. */
export interface SecondRecord {
  readonly fields: readonly string[];
  /** Its text as it is in the file. */
  readonly raw: string;
}

/**
 * Reads the first `most` records of a text by csv-parse, a reader that shares no code with ours nor
 * with DuckDB, with the dialect that was decided. Blank lines are no records; a record may have any
 * number of fields. Null where it cannot read the text.
 */
export function readAgain(
  text: string,
  dialect: FieldDialect,
  most: number,
): SecondRecord[] | null {
  const { delimiter, quote, escape, repeated, framed, padded } = dialect;
  let read: unknown;
  try {
    read = parse(text, {
      delimiter,
      quote: quote ?? false,
      escape: escape ?? false,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: most,
      raw: true,
    });
  } catch {
    return null;
  }
  return records.parse(read).map(({ record, raw }) => ({
    fields: repeated
      ? record.filter((field) => field !== '')
      : framed === true || padded === true
        ? record.map((field) => field.trim())
        : record,
    raw: raw.replace(/\r?\n$|\r$/, ''),
  }));
}

const records = z.array(z.object({ record: z.array(z.string()), raw: z.string() }));

/**
 * Whether the two readers differ on purpose: spaces outside the quotes of a field do not belong to
 * it for us, and do for csv-parse.
 */
export function hasSpacedQuotes(raw: string, { delimiter, quote }: FieldDialect): boolean {
  if (quote === null || !raw.includes(quote)) return false;
  const sign = quote.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const between = delimiter.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`(?:^|${between}) +${sign}|${sign} +(?:${between}|$)`).test(raw);
}
