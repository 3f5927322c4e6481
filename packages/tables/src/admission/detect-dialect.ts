import { cellKind, isTypedKind } from './cell-kind.ts';
import { ColumnProfiles } from './column-profile.ts';
import { isRule, splitRecord, unframe, unwrapRow, type StatedDialect } from './field-dialect.ts';
import { judgeHeader } from './judge-header.ts';
import { readAllRecords } from './read-records.ts';
import type { Ruling } from './rulings.ts';
import type { TextLine } from './text-lines.ts';
import { candidateDialects, unused } from './candidate-dialects.ts';
import { assessDialect, judgedRecords, type AssessedDialect } from './assess-dialect.ts';

export interface DetectedDialect extends Omit<AssessedDialect, 'score'> {
  /** The delimiter of another reading that is about as likely. */
  readonly otherwise?: string;
}

/**
 * The dialect under which the lines make the most even table whose cells look most like values.
 * Stated parts are taken as they are.
 */
export function detectDialect(
  lines: readonly TextLine[],
  stated: StatedDialect = {},
): DetectedDialect {
  const wrapped =
    stated.delimiter === undefined && stated.quote === undefined ? unwrapRows(lines) : null;
  if (wrapped !== null) {
    const inner = detectDialect(wrapped, stated);
    if (inner.width > 1 && inner.even === inner.looked && inner.dialect.quote === '"')
      return { ...inner, dialect: { ...inner.dialect, wrapped: true } };
  }
  const framed = stated.delimiter === undefined ? unframeRows(lines) : null;
  if (framed !== null) {
    const inner = detectDialect(framed, { ...stated, delimiter: '|' });
    if (inner.width > 1 && inner.even === inner.looked)
      return { ...inner, dialect: { ...inner.dialect, framed: true } };
  }
  const text = lines.map((line) => line.text).join('\n');
  const found = candidateDialects(lines, text, stated).map((dialect) =>
    assessDialect(lines, dialect),
  );
  const tables = found
    .filter(({ width, score }) => width > 1 && score > 0)
    .sort((a, b) => b.score - a.score);
  const [best] = stated.delimiter === undefined ? tables : [tables[0] ?? found[0]];
  // One column: no sign of the text is a delimiter.
  const single = (): DetectedDialect =>
    assessDialect(lines, {
      delimiter: unused(text),
      repeated: false,
      quote: stated.quote === undefined ? '"' : stated.quote,
      escape: stated.escape === undefined ? '"' : stated.escape,
    });
  if (best === undefined) return single();
  if (stated.delimiter !== undefined) return best;
  const alone = standsAlone(lines, best) ?? occursOnce(lines, best) ?? isProse(lines, best);
  return alone === null
    ? withSpaces(lines, best)
    : { ...single(), ...(alone === 'unsure' ? { otherwise: best.dialect.delimiter } : {}) };
}

/** The dialect of lines from which a ruling was taken that says what separates the columns. */
export function detectRuled(
  lines: readonly TextLine[],
  ruling: Ruling | null,
  stated: StatedDialect,
): DetectedDialect {
  if (ruling === null) return detectDialect(lines, stated);
  const { delimiter, extents } = ruling.dialect;
  const read =
    extents === undefined
      ? detectDialect(lines, { ...stated, delimiter })
      : assessDialect(lines, { delimiter, repeated: true, quote: null, escape: null, extents });
  return { ...read, dialect: { ...read.dialect, padded: true } };
}

/**
 * A name without a delimiter above lines that all hold it equally often: one column whose texts
 * hold the sign, as addresses and dates do, unless the line below is one of names and the first a
 * title. Null where there is a table.
 */
function standsAlone(
  lines: readonly TextLine[],
  { dialect, width }: DetectedDialect,
): 'sure' | 'unsure' | null {
  const [first, ...rest] = lines.filter(({ text }) => text.trim() !== '').slice(0, judgedRecords);
  const [second] = rest;
  if (first === undefined || second === undefined || rest.length < 2) return null;
  if (first.number + 1 !== second.number || first.text.includes(dialect.delimiter)) return null;
  if (first.text.trim().split(/\s+/).length > 3) return null;
  const rows = rest
    .map(({ text }) => splitRecord(text, dialect))
    .filter(({ open, odd }) => !open && !odd);
  if (rows.length < rest.length || rows.some(({ fields }) => fields.length !== width)) return null;
  if (rows.some(({ quoted }) => quoted.size > 0)) return null;
  const whole = rest.filter(({ text }) => {
    const kind = cellKind(text);
    return isTypedKind(kind) && kind !== 'number';
  }).length;
  if (whole === rest.length) return 'sure';
  const cells = rows.map(({ fields }) => fields);
  const profiles = new ColumnProfiles(cells.slice(1), width);
  const { names } = judgeHeader(cells[0] ?? [], cells.slice(1), width, profiles);
  const typed = Array.from({ length: width }, (_, j) => profiles.typedKind(j)).some(
    (kind) => kind !== null,
  );
  return names && typed ? null : width === 2 ? 'unsure' : null;
}

/**
 * One line alone, below the first, holds the sign: it is a part of its text. Where it is a common
 * delimiter, the line may be the names of a table without rows, below a title.
 */
function occursOnce(
  lines: readonly TextLine[],
  { dialect: { delimiter } }: DetectedDialect,
): 'sure' | 'unsure' | null {
  const present = lines.filter(({ text }) => text.trim() !== '');
  const holding = present.filter(({ text }) => text.includes(delimiter));
  if (present.length < 3 || holding.length !== 1 || holding[0] === present[0]) return null;
  return /^[,;\t] ?$/.test(delimiter) ? 'unsure' : 'sure';
}

/** Of lines of a table most have the usual number of fields. */
const evenShare = 0.8;

/**
 * A name of a few words above lines that hold the sign now and then, always with a space after it:
 * commas of sentences. Null where the lines are even.
 */
function isProse(
  lines: readonly TextLine[],
  { dialect: { delimiter } }: DetectedDialect,
): 'unsure' | null {
  const [first, ...rest] = lines.filter(({ text }) => text.trim() !== '').slice(0, judgedRecords);
  if (first === undefined || rest.length < 3 || !/^[,;:] ?$/.test(delimiter)) return null;
  const sign = delimiter.trim();
  if (first.text.includes(sign) || first.text.trim().split(/\s+/).length > 3) return null;
  if (
    rest.some(
      ({ text }) => text.includes('"') || text.trimEnd().replaceAll(`${sign} `, '').includes(sign),
    )
  )
    return null;
  const times = Map.groupBy(rest, ({ text }) => text.split(sign).length);
  const most = Math.max(...[...times.values()].map(({ length }) => length));
  return most < evenShare * rest.length ? 'unsure' : null;
}

/** The lines without the quotes that each of them is in as a whole; null where one is not. */
function unwrapRows(lines: readonly TextLine[]): TextLine[] | null {
  const present = lines.filter(({ text }) => text.trim() !== '');
  if (present.length < 2) return null;
  const inner: TextLine[] = [];
  for (const line of present) {
    const text = unwrapRow(line.text);
    if (text === null) return null;
    inner.push({ ...line, text });
  }
  return inner;
}

/**
 * The rows of a table drawn with bars, without those at the ends of each line and without its rules;
 * null where a line with bars is not between two of them.
 */
function unframeRows(lines: readonly TextLine[]): TextLine[] | null {
  const barred = lines.filter(({ text }) => text.includes('|') && !isRule(text));
  if (barred.length < 2) return null;
  const inner: TextLine[] = [];
  for (const line of barred) {
    const text = unframe(line.text);
    if (text === line.text || !text.includes('|')) return null;
    inner.push({ ...line, text });
  }
  return inner;
}

/** Where every delimiter is followed by a space, the space belongs to it. */
function withSpaces(lines: readonly TextLine[], best: AssessedDialect): DetectedDialect {
  const { delimiter } = best.dialect;
  if (delimiter.length !== 1 || delimiter === ' ' || best.width < 2) return best;
  const spaced = { ...best.dialect, delimiter: `${delimiter} ` };
  const records = readAllRecords(lines, best.dialect, null).filter(
    ({ fields }) => fields.length === best.width,
  );
  const alike = records.filter(
    ({ text }) => splitRecord(text, spaced).fields.length === best.width,
  ).length;
  return records.length > 0 && alike >= 0.95 * records.length ? { ...best, dialect: spaced } : best;
}
