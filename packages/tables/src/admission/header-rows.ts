import { judgeHeader, saysMissing } from './judge-header.ts';
import { ColumnProfiles } from './column-profile.ts';
import { namesBelow, spreadNames, tellsApart } from './second-header.ts';
import type { RawRecord } from './read-records.ts';
import { isUnit } from './units-and-currencies.ts';
import { isOfMarkedValues } from './values-as-written.ts';

interface HeaderRows {
  readonly rows: number;
  /** Another number of header rows is about as likely. */
  readonly doubtful: boolean;
}

/** Records above the values that may be names. */
export const mostHeaderRows = 5;

/** How many of the first records of a table are names, by how little they fit its columns. */
export function countHeaderRows(
  records: readonly RawRecord[],
  width: number,
  profiles: ColumnProfiles,
): HeaderRows {
  const [first] = records;
  if (first === undefined) return { rows: 0, doubtful: false };
  const body = records
    .slice(1)
    .filter(({ fields, sound }) => sound && fields.length === width)
    .map(({ fields }) => fields);
  const { names, doubtful } =
    first.fields.length === width
      ? judgeHeader(first.fields, body, width, profiles)
      : { names: true, doubtful: false };
  if (!names) return { rows: 0, doubtful };
  const typed = Array.from({ length: width }, (_, j) => profiles.typedKind(j)).filter(
    (kind) => kind !== null,
  ).length;
  let rows = 1;
  let joined = doubtful;
  const choices = namesChoices(first.fields, records[1], body.slice(1), profiles);
  // Where no column is typed, words below the names are rows.
  const most = typed > 0 ? mostHeaderRows : choices ? 2 : 1;
  while (rows < most && rows + 1 < records.length) {
    const record = records[rows];
    if (record === undefined || record.fields.length !== width) break;
    const { fits, misfits } = profiles.judge(record.fields);
    const whole = namesAll(records.slice(0, rows), width);
    if (isOfMarkedValues(record.fields, profiles, whole)) break;
    const above = records.slice(0, rows);
    if (
      (rows > 1 && whole && fits === 0 && misfits > 1 && isOfWords(record.fields)) ||
      (whole && fits === 0 && areUnits(record.fields, profiles, typed)) ||
      (!whole &&
        fits === 0 &&
        (misfits === 0 || rows > 1) &&
        fillsNames(record, above, body.slice(rows), width))
    ) {
      joined = true;
      rows += 1;
      continue;
    }
    if (
      rows === 1 &&
      !whole &&
      (tellsApart(first.fields, record.fields, body.slice(rows)) ||
        namesBelow(first.fields, record.fields, body.slice(rows), profiles))
    ) {
      joined = true;
      rows += 1;
      continue;
    }
    if (fits > 0 || misfits < (whole ? Math.max(2, typed) : Math.max(1, typed / 2))) {
      if (rows > 1 || !choices) break;
      joined = true;
    }
    if (whole) {
      // The columns have names already: labels or units, but no row of values that are words.
      if (!isLabels(record.fields)) break;
      joined = true;
    }
    rows += 1;
  }
  return { rows, doubtful: joined };
}

/** The records name every column, each differently. */
function namesAll(headers: readonly RawRecord[], width: number): boolean {
  const names = joinHeaders(
    headers.map(({ fields }) => fields),
    width,
  ).map((name) => name.trim());
  const lowest = headers.at(-1)?.fields ?? [];
  return (
    names.every((name) => name !== '') &&
    new Set(names).size === names.length &&
    lowest.every((name) => name.trim() !== '') &&
    new Set(lowest.map((name) => name.trim())).size === lowest.length
  );
}

/** Words alone, some cells may be empty: how the values of the columns were made (Avg, Max). */
const isOfWords = (cells: readonly string[]): boolean =>
  cells.every(
    (cell) => cell.trim() === '' || (/^\p{L}{2,}$/u.test(cell.trim()) && !saysMissing(cell)),
  );

/** The record names the columns that have no name yet, and no row below has such a cell. */
const fillsNames = (
  { fields }: RawRecord,
  above: readonly RawRecord[],
  below: readonly (readonly string[])[],
  width: number,
): boolean =>
  Array.from({ length: width }, (_, j) => j)
    .filter((j) => above.every((header) => (header.fields[j] ?? '').trim() === ''))
    .every((j) => (fields[j] ?? '').trim() !== '') &&
  fields.every(
    (cell, j) => cell.trim() === '' || !below.some((row) => (row[j] ?? '').trim() === cell.trim()),
  );

/**
 * The record names the answers to questions of several columns, as surveys are exported: every
 * column without a name, and each cell below is empty or says the name of its column again, but for
 * one of free text (Other, please specify) at most.
 */
function namesChoices(
  names: readonly string[],
  record: RawRecord | undefined,
  below: readonly (readonly string[])[],
  profiles: ColumnProfiles,
): boolean {
  if (record?.fields.length !== names.length || profiles.judge(record.fields).fits > 0)
    return false;
  const cells = record.fields.map((cell) => cell.trim());
  const unnamed = names.flatMap((name, j) => (name.trim() === '' ? [j] : []));
  if (unnamed.length < 2 || unnamed.some((j) => cells[j] === '')) return false;
  const saidAgain = unnamed.filter((j) => {
    const present = below.map((row) => (row[j] ?? '').trim()).filter((cell) => cell !== '');
    return present.length > 0 && present.every((cell) => cell === cells[j]);
  });
  const named = names.flatMap((name, j) => (name.trim() === '' ? [] : [j]));
  const isAbove = named.some((j) => cells[j] === '');
  const others = unnamed.filter(
    (j) => !saidAgain.includes(j) && below.some((row) => (row[j] ?? '').trim() !== ''),
  );
  return isAbove && saidAgain.length > 0 && others.length <= 1;
}

/** Cells that all differ and none of which says that a value is missing. */
export const isLabels = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() !== '' && !saysMissing(cell)) &&
  new Set(cells.map((cell) => cell.trim())).size === cells.length;

/** Units, above columns of values alone, some of which may have none: mg, °C above 12.5, 21.0. */
const areUnits = (cells: readonly string[], profiles: ColumnProfiles, typed: number): boolean => {
  const units = cells.map((cell) => cell.trim().replace(/^[[(](.*)[\])]$/, '$1'));
  return (
    2 * units.filter(isUnit).length >= Math.max(2, typed) &&
    units.every(
      (unit, j) =>
        unit === '' || (profiles.typedKind(j) !== null && (isUnit(unit) || /^[%#–-]$/.test(unit))),
    )
  );
};

/**
 * One name a column of several header records: parts joined by spaces; a part that spans columns
 * counts for each of them.
 */
export function joinHeaders(headers: readonly (readonly string[])[], width: number): string[] {
  const spread = headers.map((header, i) =>
    i === headers.length - 1 ? [...header] : spreadNames(header, width),
  );
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
