import { cellKind } from './cell-kind.ts';
import { ColumnProfiles, profiledRecords } from './column-profile.ts';
import type { RawRecord } from './read-records.ts';

export interface Structure {
  readonly width: number;
  /** Index of the first record of the table, its header included. */
  readonly start: number;
  readonly headerRows: number;
  readonly profiles: ColumnProfiles;
}

const mostHeaderRows = 5;

/**
 * Where the table begins among the first records, how many of its records are names, and what its
 * columns hold.
 */
export function findStructure(
  records: readonly RawRecord[],
  width: number,
  stated: { headerRows?: number | undefined; start?: number | undefined } = {},
): Structure {
  const start = stated.start ?? findStart(records, width);
  const table = records
    .slice(start)
    .filter(({ fields, sound }) => sound && fields.length === width);
  const profiles = new ColumnProfiles(bodyOf(table.map(({ fields }) => fields)), width);
  const headerRows = stated.headerRows ?? countHeaderRows(records.slice(start), width, profiles);
  return { width, start, headerRows, profiles };
}

/** Records that are hardly names: all but the first few, or half of a short table. */
const bodyOf = (table: readonly string[][]): string[][] =>
  table.slice(Math.min(mostHeaderRows, Math.ceil(table.length / 2)), profiledRecords);

/** Cells with text. */
export const presentCells = (fields: readonly string[]): number =>
  fields.filter((field) => field.trim() !== '').length;

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

function countHeaderRows(
  records: readonly RawRecord[],
  width: number,
  profiles: ColumnProfiles,
): number {
  const [first] = records;
  if (first === undefined) return 0;
  const judged = profiles.judge(first.fields);
  const filled = first.fields.filter((field) => field.trim() !== '');
  const isSequence = namesInSequence(filled, records.slice(1));
  if (
    !isSequence &&
    first.fields.length === width &&
    judged.fits > 0 &&
    judged.fits >= judged.misfits
  )
    return 0;
  if (
    records.length === 1 &&
    filled.length > 0 &&
    filled.every((field) => ['number', 'date', 'moment'].includes(cellKind(field)))
  )
    return 0;
  const typed = Array.from({ length: width }, (_, j) => profiles.typedKind(j)).filter(
    (kind) => kind !== null,
  ).length;
  let rows = 1;
  if (typed >= 2) {
    while (rows < mostHeaderRows && rows + 1 < records.length) {
      const record = records[rows];
      if (record === undefined || record.fields.length !== width) break;
      const { fits, misfits } = profiles.judge(record.fields);
      if (fits > 0 || misfits < Math.max(2, typed / 2)) break;
      rows += 1;
    }
  }
  return rows;
}

/**
 * Years or counted columns as names: whole numbers of equal steps, which the records below are not.
 */
function namesInSequence(names: readonly string[], below: readonly RawRecord[]): boolean {
  const counted = (cells: readonly string[]): boolean => {
    const numbers = cells.filter((cell) => /^\d{1,4}$/.test(cell.trim())).map(Number);
    if (numbers.length < 2 || numbers.length < cells.length - 2) return false;
    const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
    const years = numbers.every((number) => number >= 1500 && number <= 2200);
    return (
      step > 0 &&
      numbers.every((number, i) => i === 0 || number - (numbers[i - 1] ?? 0) === step) &&
      (years || (step === 1 && numbers.length > 2 && (numbers[0] ?? 9) <= 1))
    );
  };
  return (
    counted(names) && below.filter(({ fields }) => counted(fields)).length <= 0.1 * below.length
  );
}

/**
 * One name a column of several header records: parts joined by spaces; a part that spans columns
 * counts for each of them.
 */
export function joinHeaders(headers: readonly (readonly string[])[], width: number): string[] {
  const spread = headers.map((header, i) => {
    if (i === headers.length - 1) return [...header];
    let last = '';
    return Array.from(
      { length: width },
      (_, j) => (last = (header[j] ?? '').trim() === '' ? last : (header[j] ?? '')),
    );
  });
  return Array.from({ length: width }, (_, j) => {
    const parts = spread.map((header) => header[j] ?? '');
    return headers.length === 1
      ? (parts[0] ?? '')
      : parts
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .join(' ');
  });
}
