import { detectDialect } from './detect-dialect.ts';
import type { StatedDialect } from './field-dialect.ts';
import { splitRecord, type FieldDialect } from './field-dialect.ts';
import { findStructure } from './find-structure.ts';
import { readAllRecords } from './read-records.ts';
import type { TextLine } from './text-lines.ts';

/** Signs that comments begin with, where a space or a rule follows. */
const signs = ['#', '//', '--', '%', '!', ';'] as const;
/** Lines that are looked at to know comments from rows. */
const mostLines = 400;

/**
 * What comment lines begin with; null where there are none. Comments are above the table, or lines
 * that begin with '#' and do not have the number of fields that rows have.
 */
export function findComment(lines: readonly TextLine[], stated: StatedDialect): string | null {
  const present = lines.filter(({ text }) => text.trim() !== '');
  const first = present[0]?.text ?? '';
  const above = signs.find(
    (sign) =>
      first.startsWith(sign) &&
      (/^[\s!#*=-]/.test(first.slice(sign.length)) || (sign === '#' && /^#\w+[ :=]/.test(first))) &&
      present.some(({ text }) => !text.startsWith(sign)) &&
      (sign === '#' || !present.some(({ text }) => !text.startsWith(sign) && text.includes(sign))),
  );
  if (above !== undefined) return above;
  const marked = present.slice(0, mostLines).filter(({ text }) => text.startsWith('#'));
  if (marked.length === 0 || marked.length > 0.5 * Math.min(mostLines, present.length)) return null;
  if (!marked.every(({ text }) => /^#(?:[\s#]|$)/.test(text))) return null;
  const rows = present.slice(0, mostLines).filter(({ text }) => !text.startsWith('#'));
  const { dialect, width } = detectDialect(rows, stated);
  return width > 1 && marked.every(({ text }) => splitRecord(text, dialect).fields.length !== width)
    ? '#'
    : null;
}

/** What comes before the names in such a line of a log. */
const namesAhead = /^#\s*(?:fields|columns)\b:?\s*/i;
const mostBelowNames = 3;

/**
 * The last comment above the table where it holds the names: it has as many fields as the rows, and
 * the first row holds values. Logs have one of names that says so, and others below it.
 */
export function namesInComment(
  lines: readonly TextLine[],
  content: readonly TextLine[],
  dialect: FieldDialect,
  width: number,
): TextLine | undefined {
  const top = content.find(({ text }) => text.trim() !== '');
  if (width < 2 || top === undefined) return undefined;
  const above = lines.filter(({ number, text }) => number < top.number && text.trim() !== '');
  const named = above
    .slice(-mostBelowNames)
    .filter(({ text }) => namesAhead.test(text))
    .map((line) => ({ ...line, text: line.text.replace(namesAhead, '') }));
  const last = [...named, ...above.slice(-1)].find(
    ({ text }) => splitRecord(text, dialect).fields.length === width,
  );
  if (last === undefined) return undefined;
  const { start, headerRows, doubtful } = findStructure(
    readAllRecords(content.slice(0, mostLines), dialect, null, true),
    width,
  );
  return start === 0 && (headerRows === 0 || doubtful) ? last : undefined;
}
