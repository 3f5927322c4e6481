import { cellCertainty, cellKind } from './cell-kind.ts';
import { ColumnProfiles } from './column-profile.ts';
import type { FieldDialect } from './field-dialect.ts';
import { readAllRecords, type RawRecord } from './read-records.ts';
import type { TextLine } from './text-lines.ts';
import { delimiters } from './candidate-dialects.ts';

/** Records whose cells are looked at. */
export const judgedRecords = 100;
/** Cells of one record. */
const judgedCells = 200;

export interface AssessedDialect {
  readonly dialect: FieldDialect;
  /** The number of fields that most records have. */
  readonly width: number;
  /** Records of that width among those looked at. */
  readonly even: number;
  readonly looked: number;
  /** How much the lines look like a table in this dialect; 0 where that is not believed. */
  readonly score: number;
}

/**
 * How much a dialect makes an even table of the lines, with cells that look like values: the share
 * of records with one number of fields, squared, times the mean certainty of their cells.
 */
export function assessDialect(lines: readonly TextLine[], dialect: FieldDialect): AssessedDialect {
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
