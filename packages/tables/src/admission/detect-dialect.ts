import { cellCertainty, cellKind } from './cell-kind.ts';
import { splitRecord, type FieldDialect } from './field-dialect.ts';
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
}

/** Common delimiters, and how readily each is believed: text is full of spaces and colons. */
const delimiters: readonly (readonly [delimiter: string, prior: number])[] = [
  [',', 1],
  [';', 1],
  ['\t', 1],
  ['|', 1],
  ['\u001f', 1],
  ['\u0001', 1],
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
  const text = lines.map((line) => line.text).join('\n');
  const found = candidates(lines, text, stated).map((dialect) => assess(lines, dialect));
  const tables = found
    .filter(({ width, score }) => width > 1 && score > 0)
    .sort((a, b) => b.score - a.score);
  const [best] = stated.delimiter === undefined ? tables : [tables[0] ?? found[0]];
  // One column: no sign of the text is a delimiter.
  if (best === undefined)
    return assess(lines, {
      delimiter: unused(text),
      repeated: false,
      quote: stated.quote === undefined ? '"' : stated.quote,
      escape: stated.escape === undefined ? '"' : stated.escape,
    });
  return stated.delimiter === undefined ? withSpaces(lines, best) : best;
}

function candidates(
  lines: readonly TextLine[],
  text: string,
  stated: StatedDialect,
): FieldDialect[] {
  const present =
    stated.delimiter === undefined
      ? [
          ...delimiters
            .map(([delimiter]) => delimiter)
            .filter((delimiter) => text.includes(delimiter)),
          ...longDelimiters(lines),
        ]
      : [stated.delimiter];
  const quotes =
    stated.quote === undefined
      ? ['"', ...(enclosed(text, "'") > enclosed(text, '"') ? ["'"] : [])]
      : [stated.quote];
  const dialects = (present.length === 0 ? [unused(text)] : present).flatMap((delimiter) =>
    quotes.flatMap((quote): FieldDialect[] => {
      const backslash = quote !== null && text.includes(`\\${quote}`);
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
        new Set(run).size === 1 &&
        !/^[,;|\t]+$/.test(run.length > 1 && each.length < looked.length ? run : '') &&
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
      !(dialect.delimiter === ':' && judged.some(({ text }) => /\d:\d\d/.test(text))));
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
