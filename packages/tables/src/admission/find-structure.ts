import { cellKind, isTypedKind } from './cell-kind.ts';
import { ColumnProfiles, profiledRecords } from './column-profile.ts';
import type { RawRecord } from './read-records.ts';
import { saysRemark } from './remark-lines.ts';
import { countHeaderRows, isLabels, mostHeaderRows } from './header-rows.ts';

export interface Structure {
  readonly width: number;
  /** Index of the first record of the table, its header included. */
  readonly start: number;
  readonly headerRows: number;
  /** Another number of header rows is about as likely. */
  readonly doubtful: boolean;
  readonly profiles: ColumnProfiles;
}

/**
 * Where the table begins among the first records, how many of its records are names, and what its
 * columns hold.
 */
export function findStructure(
  records: readonly RawRecord[],
  width: number,
  stated: { headerRows?: number | undefined; start?: number | undefined } = {},
): Structure {
  const start = stated.start ?? findLowerStart(records, findStart(records, width), width);
  const table = records
    .slice(start, firstEnd(records, start, width))
    .filter(({ fields, sound }) => sound && fields.length === width && !isRemark(fields));
  const profiles = new ColumnProfiles(bodyOf(table.map(({ fields }) => fields)), width);
  const { rows, doubtful } =
    stated.headerRows === undefined
      ? countHeaderRows(records.slice(start), width, profiles)
      : { rows: stated.headerRows, doubtful: false };
  return { width, start, headerRows: rows, doubtful, profiles };
}

/** Records that are hardly names: all but the first few, or half of a short table. */
const bodyOf = (table: readonly string[][]): string[][] =>
  table.slice(Math.min(mostHeaderRows, Math.ceil(table.length / 2)), profiledRecords);

/** Cells with text. */
export const presentCells = (fields: readonly string[]): number =>
  fields.filter((field) => field.trim() !== '').length;

/** A remark filled up with delimiters, which says nothing of the columns of a short table. */
const isRemark = (fields: readonly string[]): boolean =>
  fields.length > 1 && presentCells(fields) === 1 && saysRemark(fields[0] ?? '');

/**
 * A table begins with the first record of its width that is not mostly empty, or with the record
 * before it where that is
 * a line of names with a field too few or too many, or one of names above several columns.
 */
function findStart(records: readonly RawRecord[], width: number): number {
  if (width === 1) return 0;
  const full = (record: RawRecord | undefined): boolean =>
    record !== undefined &&
    record.fields.length === width &&
    (width < 3 || presentCells(record.fields) >= Math.max(2, width / 2));
  const first = records.findIndex(
    (record, i) =>
      full(record) &&
      (full(records[i + 1]) ||
        records.slice(i + 1).filter((later) => later.fields.length === width).length > 0 ||
        i === records.length - 1),
  );
  if (first <= 0) return Math.max(0, first);
  const [before, here] = [records[first - 1], records[first]];
  if (before === undefined || here === undefined || before.line + before.lines !== here.line)
    return first;
  const n = before.fields.length;
  const profiles = new ColumnProfiles(
    bodyOf(
      records
        .slice(first)
        .filter(({ fields }) => fields.length === width)
        .map(({ fields }) => fields),
    ),
    width,
  );
  const namesBelow = profiles.judge(here.fields);
  if (namesBelow.misfits > namesBelow.fits)
    return n === width && presentCells(before.fields) > 1 ? first - 1 : first;
  const near = Math.abs(n - width) <= Math.max(1, Math.floor(width / 4)) && n > 1;
  const names = before.fields.filter((field) => field.trim() !== '');
  const likeNames =
    names.length > 0 && names.every((name) => ['word', 'code', 'text'].includes(cellKind(name)));
  const unsplit = n < width && before.text.split(/[,;\t|]\s?| /).length >= width;
  return (near && likeNames) || (unsplit && namesBelow.fits > 0) ? first - 1 : first;
}

/** Records above which a table may begin below lines of another kind. */
const mostAbove = 80;

/**
 * A table that seems to begin higher than it does: above its names are lines of the same width that
 * are of another kind, such as keys with their values, or a title filled up with delimiters. Names
 * are a record that fits none of the typed columns below, where no record above fits them all.
 */
function findLowerStart(records: readonly RawRecord[], start: number, width: number): number {
  if (width === 1) return start;
  let lowest = start;
  const isRow = ({ fields, sound }: RawRecord): boolean => sound && fields.length === width;
  for (let i = start + 1; i < Math.min(records.length - 1, start + mostAbove); i++) {
    const here = records[i];
    if (here === undefined || !isRow(here) || !isLabels(here.fields)) continue;
    if (!here.fields.every((field) => ['word', 'code', 'text'].includes(cellKind(field)))) continue;
    const above = records.slice(start, i);
    const below = records.slice(i + 1).filter(isRow);
    if (below.length === 0) break;
    const profiles = new ColumnProfiles(
      below.slice(0, profiledRecords).map(({ fields }) => fields),
      width,
    );
    const { fits, misfits } = profiles.judge(here.fields);
    if (misfits === 0 || fits > 0) continue;
    if (above.some((record) => isRow(record) && fitsRow(profiles, record))) continue;
    // Lines of keys and values, or a title with an empty line below it, and not names of groups.
    const apart = above.some(isEmptyRow) || isApart(above.at(-1), here);
    const values = above.some(
      (record) =>
        !isRow(record) ||
        /^[\p{L} ]{2,30}:/u.test(record.text) ||
        (i - start > 1 && record.fields.some((field) => isTypedKind(cellKind(field)))),
    );
    const filled = above.every((record) => presentCells(record.fields) < width);
    if ((apart && filled) || (values && i - start > 1)) lowest = i;
  }
  return lowest;
}

/** Every value is of the kind of its column, and there is one. */
function fitsRow(profiles: ColumnProfiles, { fields }: RawRecord): boolean {
  const { fits, misfits } = profiles.judge(fields);
  return fits > 0 && misfits === 0;
}

/**
 * Where the first table ends among the first records: below a blank line is a record of another
 * width, or one of names alone where columns hold values.
 */
function firstEnd(records: readonly RawRecord[], start: number, width: number): number {
  let rows = 0;
  for (let i = start; i < records.length; i++) {
    const [above, here] = [records[i - 1], records[i]];
    if (here === undefined) break;
    if (i > start && rows > 1 && isApart(above, here)) {
      if (here.fields.length !== width) return i;
      const typed = records
        .slice(start + 1, i)
        .filter(({ fields }) => fields.length === width)
        .some(({ fields }) => fields.some((cell) => isTypedKind(cellKind(cell))));
      if (
        typed &&
        isLabels(here.fields) &&
        here.fields.every((cell) => ['word', 'code', 'text'].includes(cellKind(cell)))
      )
        return i;
    }
    if (here.fields.length === width) rows += 1;
  }
  return records.length;
}

const isEmptyRow = ({ fields }: RawRecord): boolean => presentCells(fields) === 0;

/** There is a blank line between the records. */
const isApart = (above: RawRecord | undefined, here: RawRecord): boolean =>
  above !== undefined && above.line + above.lines !== here.line;
