import { cellCertainty, cellKind, isTypedKind } from './cell-kind.ts';
import { ColumnProfiles } from './column-profile.ts';
import { isRule, splitRecord, unframe, unwrapRow, type FieldDialect } from './field-dialect.ts';
import { judgeHeader } from './judge-header.ts';
import { readAllRecords, type RawRecord } from './read-records.ts';
import type { TextLine } from './text-lines.ts';

/** What a person may state about a file; the rest is detected. */
export interface StatedDialect {
  readonly delimiter?: string | undefined;
  readonly quote?: string | null | undefined;
  readonly escape?: string | null | undefined;
}

export interface DetectedDialect {
  readonly dialect: FieldDialect;
  /** The number of fields that most records have. */
  readonly width: number;
  /** Records of that width among those looked at. */
  readonly even: number;
  readonly looked: number;
  /** The delimiter of another reading that is about as likely. */
  readonly otherwise?: string;
}

/** Common delimiters, and how readily each is believed: text is full of spaces and colons. */
const delimiters: readonly (readonly [delimiter: string, prior: number])[] = [
  [',', 1],
  [';', 1],
  ['\t', 1],
  ['|', 1],
  ['\u001f', 1],
  ['\u0001', 1],
  ['\u0014', 1],
  ['~', 0.9],
  ['^', 0.9],
  [':', 0.6],
  [' ', 0.7],
];
/** Records whose cells are looked at. */
const judgedRecords = 100;
/** Cells of one record. */
const judgedCells = 200;

/**
 * The dialect under which the lines make the most even table whose cells look most like values: the
 * share of records with
 * one number of fields, squared, times the mean certainty of their cells. Stated parts are taken as
 * they are.
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
  const found = candidates(lines, text, stated).map((dialect) => assess(lines, dialect));
  const tables = found
    .filter(({ width, score }) => width > 1 && score > 0)
    .sort((a, b) => b.score - a.score);
  const [best] = stated.delimiter === undefined ? tables : [tables[0] ?? found[0]];
  // One column: no sign of the text is a delimiter.
  const single = (): DetectedDialect =>
    assess(lines, {
      delimiter: unused(text),
      repeated: false,
      quote: stated.quote === undefined ? '"' : stated.quote,
      escape: stated.escape === undefined ? '"' : stated.escape,
    });
  if (best === undefined) return single();
  if (stated.delimiter !== undefined) return best;
  const alone = standsAlone(lines, best);
  return alone === null
    ? withSpaces(lines, best)
    : { ...single(), ...(alone === 'unsure' ? { otherwise: best.dialect.delimiter } : {}) };
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

function candidates(
  lines: readonly TextLine[],
  text: string,
  stated: StatedDialect,
): FieldDialect[] {
  const usual = delimiters
    .map(([delimiter]) => delimiter)
    .filter((delimiter) => text.includes(delimiter));
  const present =
    stated.delimiter === undefined
      ? [...usual, ...longDelimiters(lines), ...steadySigns(lines)]
      : [stated.delimiter];
  const quotes =
    stated.quote === undefined
      ? [
          '"',
          ...(enclosed(text, "'") > enclosed(text, '"') && enclosesCells(lines, text, "'")
            ? ["'"]
            : []),
          ...(text.includes('þ\u0014þ') ? ['þ'] : []),
        ]
      : [stated.quote];
  const dialects = (present.length === 0 ? [unused(text)] : present).flatMap((delimiter) =>
    quotes.flatMap((quote): FieldDialect[] => {
      const backslash =
        quote !== null && (text.includes(`\\${quote}`) || text.includes(`\\${delimiter}`));
      const escapes =
        stated.escape === undefined ? [quote, ...(backslash ? ['\\'] : [])] : [stated.escape];
      return escapes.map((escape) => ({ delimiter, repeated: false, quote, escape }));
    }),
  );
  return dialects.flatMap((dialect) =>
    dialect.delimiter === ' ' && / {2}/.test(text)
      ? [dialect, { ...dialect, repeated: true }]
      : [dialect],
  );
}

/** Signs that seldom separate fields, and are taken where every line holds them equally often. */
const seldom = /[!#*§¶þ•¦؛،，；、｜]/gu;

function steadySigns(lines: readonly TextLine[]): string[] {
  const looked = lines.filter((line) => line.text.trim() !== '').slice(0, 60);
  const [first] = looked;
  if (first === undefined || looked.length < 2) return [];
  const count = (text: string, sign: string): number => text.split(sign).length - 1;
  return [...new Set(first.text.match(seldom) ?? [])].filter((sign) => {
    const n = count(first.text, sign);
    return (
      (n > 1 || looked.length > 2) &&
      looked.every(
        ({ text }) =>
          count(text, sign) === n &&
          text.split(sign).filter((cell) => cell.trim() === '').length <= n / 2,
      )
    );
  });
}

/**
 * Whether this quote encloses cells, and is not a part of their text: most lines have one in it, or
 * one that is in it holds a delimiter.
 */
function enclosesCells(lines: readonly TextLine[], text: string, quote: string): boolean {
  const present = lines.filter((line) => line.text.includes(quote));
  const whole = present.filter((line) => enclosed(line.text, quote) > 0).length;
  return (
    new RegExp(
      `(?:^|[,;\\t|])${quote}[^${quote}\\n]*[,;\\t|][^${quote}\\n]*${quote}(?=$|[,;\\t|])`,
      'm',
    ).test(text) ||
    (whole === present.length &&
      whole >= 0.8 * lines.filter((line) => line.text.trim() !== '').length)
  );
}

/** How many texts between delimiters or line ends are within this quote. */
const enclosed = (text: string, quote: string): number =>
  text.match(new RegExp(`(?:^|[,;\\t| ~^])${quote}[^${quote}\\n]*${quote}(?=$|[,;\\t| ~^])`, 'gm'))
    ?.length ?? 0;

/** For a file of one column: a delimiter that does not occur in it. */
const unused = (text: string): string =>
  [',', ';', '\t', '|'].find((delimiter) => !text.includes(delimiter)) ?? '\u001f';

/** Runs of two or three signs that nearly every line holds equally often, as '||' or '::'. */
function longDelimiters(lines: readonly TextLine[]): string[] {
  const looked = lines.filter((line) => line.text.trim() !== '').slice(0, 60);
  const counts = new Map<string, number[]>();
  for (const { text } of looked) {
    const here = new Map<string, number>();
    for (const [run] of text.matchAll(/[^\p{L}\p{N}\s"'().+\-_\\%$€£]{2,3}/gu))
      here.set(run, (here.get(run) ?? 0) + 1);
    for (const [run, n] of here) counts.set(run, [...(counts.get(run) ?? []), n]);
  }
  return [...counts]
    .filter(
      ([run, each]) =>
        // Two common signs side by side are an empty cell between them.
        !/^[,;\t]+$/.test(run) &&
        !(/^\|+$/.test(run) && each.length < looked.length) &&
        (new Set(run).size === 1 ||
          (each.length === looked.length &&
            new Set(each).size === 1 &&
            looked.every(({ text }) => !text.replaceAll(run, '').includes(run.charAt(0))))) &&
        each.length >= 0.8 * looked.length &&
        new Set(each).size <= 2,
    )
    .map(([run]) => run);
}

interface Assessed extends DetectedDialect {
  readonly score: number;
}

function assess(lines: readonly TextLine[], dialect: FieldDialect): Assessed {
  const records = readAllRecords(lines, dialect, null);
  const { width, even } = mainWidth(records);
  const judged = records.filter(({ fields }) => fields.length === width).slice(0, judgedRecords);
  const cells = judged.flatMap(({ fields }) => fields.slice(0, judgedCells));
  const certainty =
    cells.reduce((sum, cell) => sum + cellCertainty(cellKind(cell)), 0) / Math.max(1, cells.length);
  const unsound = records.filter(({ sound }) => !sound).length / Math.max(1, records.length);
  // A quote that opens fields is evidence for it, and for the delimiter beside it.
  const quoted =
    dialect.quote !== null &&
    judged.some(
      ({ text }) =>
        text.includes(`${dialect.quote}${dialect.delimiter}`) ||
        text.includes(`${dialect.delimiter}${dialect.quote}`),
    )
      ? 1.05
      : 1;
  const prior =
    dialect.delimiter.length > 1
      ? 1.2
      : (delimiters.find(([delimiter]) => delimiter === dialect.delimiter)?.[1] ?? 0.8);
  // Where many quotes are not escaped at all, a few backslashes are text.
  const escaped = dialect.escape === '\\' && unsound > 0.1 ? 0.8 : 1;
  const share = even / Math.max(1, records.length);
  const sound = unsound === 0 && share === 1 ? 1.1 : 1;
  const header = records[0]?.fields.length ?? 0;
  // Spaces are between words, colons in times: only a table that is one from its first line is
  // believed.
  const believable =
    (dialect.delimiter !== ' ' && dialect.delimiter !== ':') ||
    (width > 2 &&
      (header === width || (dialect.delimiter === ' ' && header === width - 1)) &&
      !(
        dialect.delimiter === ':' &&
        judged.some(({ text }) => /(?<![\d:])\d{1,2}:\d\d(?!\d)/.test(text))
      ) &&
      (dialect.delimiter !== ' ' || quoted > 1 || holdsValues(judged, width)));
  const score = believable
    ? prior *
      quoted *
      escaped *
      sound *
      share ** 2 *
      (1 - 1 / (width + 1)) *
      (0.2 + 0.8 * certainty) *
      (1 - 0.5 * unsound) *
      (dialect.repeated ? 1.01 : 1)
    : 0;
  return { dialect, width, even, looked: records.length, score };
}

/** A quarter of the columns hold values: words between spaces are a text. */
function holdsValues(records: readonly RawRecord[], width: number): boolean {
  const profiles = new ColumnProfiles(
    records.slice(1).map(({ fields }) => fields),
    width,
  );
  const typed = Array.from({ length: width }, (_, j) => profiles.typedKind(j)).filter(
    (kind) => kind !== null,
  ).length;
  return typed >= Math.max(1, width / 4);
}

/**
 * The width that most records have, weighed so that many lines of prose do not outvote a table; of
 * two tables of about
 * one size the first.
 */
export function mainWidth(records: readonly RawRecord[]): { width: number; even: number } {
  const tally = new Map<number, number>();
  for (const { fields } of records) tally.set(fields.length, (tally.get(fields.length) ?? 0) + 1);
  const weighed = [...tally].map(([width, even]) => ({
    width,
    even,
    weight: even * Math.log2(width + 0.3),
  }));
  const most = Math.max(0, ...weighed.map(({ weight }) => weight));
  return (
    weighed.find(({ even, weight }) => weight === most || (even > 2 && weight >= 0.85 * most)) ?? {
      width: 1,
      even: 0,
    }
  );
}

/** Where every delimiter is followed by a space, the space belongs to it. */
function withSpaces(lines: readonly TextLine[], best: Assessed): DetectedDialect {
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
