import { splitRecord, type FieldDialect } from './field-dialect.ts';
import type { TextLine } from './text-lines.ts';

export interface RawRecord {
  /** Line on which it begins, 1-based. */
  readonly line: number;
  readonly lines: number;
  readonly text: string;
  readonly fields: string[];
  /** False where quotes are out of order. */
  readonly sound: boolean;
  /** A quoted field goes on beyond the lines that could be looked at. */
  readonly cut?: true;
  /** A field goes on below its line, which ends in a backslash. */
  readonly escapedEnd?: true;
}

/** The record without the NUL bytes that it holds. */
export const withoutNul = (record: RawRecord): RawRecord =>
  record.text.includes('\0')
    ? {
        ...record,
        text: record.text.replaceAll('\0', ''),
        fields: record.fields.map((field) => field.replaceAll('\0', '')),
      }
    : record;

/** A record that is cut off may begin this many lines before the end of a sample. */
const cutLines = 100;

/**
 * The record that begins with `first`. A field that is open at the end of its line goes on in the
 * lines that `ahead`
 * gives, unless it never closes in order there: then its quote is a stray, and the record is this
 * line alone, unsound.
 * Also, where strays are known of, if every line that it would swallow whole is a record by itself.
 */
export function readRecord(
  first: TextLine,
  ahead: (n: number) => TextLine | null,
  dialect: FieldDialect,
  expected: number | null,
  strays = true,
): RawRecord {
  const alone = splitRecord(first.text, dialect);
  const single = {
    line: first.number,
    lines: 1,
    text: first.text,
    fields: alone.fields,
    sound: !alone.open && !alone.odd,
  };
  if (!alone.open) return readOnAfterBackslash(first, ahead, dialect, expected) ?? single;
  if (dialect.quote === null) return single;
  let text = first.text;
  let end = first.end;
  let wholeLines = 0;
  for (let n = 0; ; n++) {
    const next = ahead(n);
    if (next === null) return { ...single, sound: false, cut: true };
    text += end + next.text;
    end = next.end;
    if (next.text.includes(dialect.quote)) {
      const joined = splitRecord(text, dialect);
      if (joined.odd) return { ...single, sound: false };
      if (!joined.open) {
        const swallows = strays && n > 0 && wholeLines === n;
        if (swallows || (expected !== null && joined.fields.length !== expected))
          return { ...single, sound: false };
        return { line: first.number, lines: n + 2, text, fields: joined.fields, sound: true };
      }
    }
    if (expected !== null && expected > 1) {
      const itself = splitRecord(next.text, dialect);
      if (!itself.open && !itself.odd && itself.fields.length === expected) wholeLines += 1;
    }
  }
}

/** An odd number of backslashes is before the line end, which therefore is text. */
const endsInBackslash = (text: string): boolean => /(?<!\\)(?:\\\\)*\\$/.test(text);
/** Lines of one such record. */
const mostEscaped = 200;

/**
 * The record that begins with `first`, too short by itself, where its line end is escaped as MySQL
 * writes it, and it has all fields together with the lines below; else null.
 */
function readOnAfterBackslash(
  first: TextLine,
  ahead: (n: number) => TextLine | null,
  dialect: FieldDialect,
  expected: number | null,
): RawRecord | null {
  if (expected === null || !endsInBackslash(first.text)) return null;
  if (splitRecord(first.text, dialect).fields.length >= expected) return null;
  let [text, last] = [first.text, first];
  for (let n = 0; endsInBackslash(last.text); n++) {
    const next = ahead(n);
    if (next === null || n > mostEscaped) return null;
    text += last.end + next.text;
    last = next;
  }
  const { fields, open, odd } = splitRecord(text, dialect);
  if (open || odd || fields.length !== expected) return null;
  return {
    line: first.number,
    lines: last.number - first.number + 1,
    text,
    fields: fields.map((field) => field.replaceAll(/\\(?=[\r\n])/g, '')),
    sound: true,
    escapedEnd: true,
  };
}

/** A line without text; but one that holds delimiters alone is a record of empty fields. */
export const isBlank = (text: string, { delimiter }: FieldDialect): boolean =>
  text.trim() === '' && (delimiter.startsWith(' ') || !text.includes(delimiter));

/**
 * All records of some lines; blank lines are none. Where the text goes on below the lines, a record
 * that does too is left out.
 */
export function readAllRecords(
  lines: readonly TextLine[],
  dialect: FieldDialect,
  expected: number | null,
  goesOn = false,
): RawRecord[] {
  const records: RawRecord[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (line === undefined) break;
    if (isBlank(line.text, dialect)) {
      at += 1;
      continue;
    }
    const record = readRecord(line, (n) => lines[at + 1 + n] ?? null, dialect, expected);
    if (goesOn && record.cut === true && lines.length - at < cutLines) break;
    records.push(record);
    at += record.lines;
  }
  return records;
}
