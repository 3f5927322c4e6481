import { cutAt, type Extent } from './rulings.ts';

/** How the fields of a line are distinguished. */
export interface FieldDialect {
  readonly delimiter: string;
  /** Runs of the delimiter count as one, as in tables aligned with spaces. */
  readonly repeated: boolean;
  readonly quote: string | null;
  /**
   * What is before a quote that belongs to the text: the quote itself (RFC 4180) or a
   * backslash.
   */
  readonly escape: string | null;
  /** Every line is one quoted field that holds the record. */
  readonly wrapped?: boolean;
  /** Every line begins and ends with the delimiter, as tables drawn with bars do. */
  readonly framed?: boolean;
  /** Fields are filled up with spaces to the width of a ruling below the names. */
  readonly padded?: boolean;
  /** The extents of the columns, where a ruling draws them and no sign separates them. */
  readonly extents?: readonly Extent[] | undefined;
}

export interface Split {
  readonly fields: string[];
  /** Places of the fields that stood in quotes. */
  readonly quoted: ReadonlySet<number>;
  /** A quoted field is open where the text ends. */
  readonly open: boolean;
  /** There is text after a closing quote. */
  readonly odd: boolean;
}

const none: ReadonlySet<number> = new Set();

/**
 * Splits one record as its dialect says, without repairing anything. Spaces outside the quotes of a
 * field do not belong to it.
 */
export function splitRecord(text: string, dialect: FieldDialect): Split {
  if (dialect.framed === true) {
    const split = splitRecord(unframe(text), { ...dialect, framed: false });
    return { ...split, fields: split.fields.map((field) => field.trim()) };
  }
  if (dialect.padded === true) {
    const split = splitRecord(text, { ...dialect, padded: false });
    return {
      ...split,
      fields: split.fields.map((field, j) => (split.quoted.has(j) ? field : field.trim())),
    };
  }
  if (dialect.extents !== undefined) {
    const fields = cutAt(text, dialect.extents) ?? [text.trim()];
    return { fields, quoted: none, open: false, odd: false };
  }
  const { delimiter, quote, escape, repeated, wrapped } = dialect;
  const inner = wrapped === true ? (unwrapRow(text) ?? text) : text;
  const line = repeated ? inner.trim() : inner;
  if (quote === null || !line.includes(quote)) {
    const fields = escape === '\\' ? splitEscaped(line, delimiter) : line.split(delimiter);
    return {
      fields: repeated ? fields.filter((field) => field !== '') : fields,
      quoted: none,
      open: false,
      odd: false,
    };
  }
  const fields: string[] = [];
  const quoted = new Set<number>();
  const skipsSpace = !delimiter.startsWith(' ');
  let at = 0;
  let odd = false;
  for (;;) {
    let begin = at;
    if (skipsSpace) while (line[begin] === ' ') begin += 1;
    if (line[begin] !== quote) {
      const end =
        escape === '\\' ? nextUnescaped(line, delimiter, at) : line.indexOf(delimiter, at);
      const field = line.slice(at, end === -1 ? undefined : end);
      fields.push(escape === '\\' ? field.replaceAll(`\\${delimiter}`, delimiter) : field);
      if (end === -1) return { fields, quoted, open: false, odd };
      at = end + delimiter.length;
    } else {
      quoted.add(fields.length);
      const { value, end } = readQuoted(line, begin + 1, quote, escape);
      if (end === -1) return { fields: [...fields, value], quoted, open: true, odd };
      let after = end;
      if (skipsSpace) while (line[after] === ' ') after += 1;
      if (after >= line.length) return { fields: [...fields, value], quoted, open: false, odd };
      if (line.startsWith(delimiter, after)) {
        fields.push(value);
        at = after + delimiter.length;
      } else {
        odd = true;
        const next = line.indexOf(delimiter, after);
        fields.push(value + line.slice(end, next === -1 ? undefined : next));
        if (next === -1) return { fields, quoted, open: false, odd };
        at = next + delimiter.length;
      }
    }
    if (repeated) while (line.startsWith(delimiter, at)) at += delimiter.length;
  }
}

/** The record that a line in quotes holds; null where the line is not one quoted field. */
export function unwrapRow(text: string): string | null {
  const found = /^"((?:[^"]|"")*)"([,;\t|]*)$/.exec(text.trim());
  return found === null ? null : (found[1] ?? '').replaceAll('""', '"');
}

const bar = '|';
const rule = /^\s*(?:[|+][-=:+| ]*--[-=:+| ]*[|+]|-{3,})\s*$/;

/** Whether a line only draws a part of the frame: +----+, |:--|--:| or ----. */
export const isRule = (text: string): boolean => rule.test(text);

/** A line without the bars at both of its ends. */
export function unframe(text: string): string {
  const line = text.trim();
  return line.length > 1 && line.startsWith(bar) && line.endsWith(bar) ? line.slice(1, -1) : text;
}

/** The place of the next delimiter without a backslash before it; -1 where there is none. */
function nextUnescaped(line: string, delimiter: string, from: number): number {
  let at = line.indexOf(delimiter, from);
  while (at !== -1 && isEscaped(line, from, at, '\\')) at = line.indexOf(delimiter, at + 1);
  return at;
}

function splitEscaped(line: string, delimiter: string): string[] {
  if (!line.includes(`\\${delimiter}`)) return line.split(delimiter);
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const end = nextUnescaped(line, delimiter, at);
    fields.push(
      line.slice(at, end === -1 ? undefined : end).replaceAll(`\\${delimiter}`, delimiter),
    );
    if (end === -1) return fields;
    at = end + delimiter.length;
  }
}

/**
 * The text of a quoted field from after its opening quote, and the place after its closing quote,
 * -1 where it never closes.
 */
function readQuoted(
  line: string,
  from: number,
  quote: string,
  escape: string | null,
): { value: string; end: number } {
  let value = '';
  let at = from;
  for (;;) {
    const next = line.indexOf(quote, at);
    if (next === -1) return { value: value + line.slice(at), end: -1 };
    if (escape === quote && line[next + 1] === quote) {
      value += line.slice(at, next + 1);
      at = next + 2;
    } else if (escape !== null && escape !== quote && isEscaped(line, at, next, escape)) {
      value += unescaped(line.slice(at, next - 1), escape) + quote;
      at = next + 1;
    } else return { value: value + unescaped(line.slice(at, next), escape), end: next + 1 };
  }
}

/** Of two backslashes side by side the first says that the second is text. */
const unescaped = (text: string, escape: string | null): string =>
  escape === '\\' ? text.replaceAll('\\\\', '\\') : text;

/** An odd number of escapes is before the quote. */
function isEscaped(line: string, from: number, quoteAt: number, escape: string): boolean {
  let count = 0;
  while (quoteAt - count - 1 >= from && line[quoteAt - count - 1] === escape) count += 1;
  return count % 2 === 1;
}

/** A record as RFC 4180 writes it, with commas unless another sign is named. */
export const writeRecord = (fields: readonly string[], delimiter = ','): string =>
  fields
    .map((field) =>
      /[",\r\n]|^ | $/.test(field) ||
      field.includes(delimiter) ||
      (field === '' && fields.length === 1)
        ? `"${field.replaceAll('"', '""')}"`
        : field,
    )
    .join(delimiter);

/** What a person may state about a file; the rest is detected. */
export interface StatedDialect {
  readonly delimiter?: string | undefined;
  readonly quote?: string | null | undefined;
  readonly escape?: string | null | undefined;
}
