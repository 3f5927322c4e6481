import type { DatasetVersion } from '../records/dataset.entity.ts';

type Read = Pick<DatasetVersion, 'rowCount' | 'fileSize' | 'reading' | 'admission'>;

/** What may be stated of a file by which lines of it are no rows, or many of them are one. */
const narrowing = [
  'encoding',
  'delimiter',
  'quote',
  'escape',
  'skip_lines',
  'header_rows',
  'comment',
] as const;

/** Whether nothing was stated by which the table may be less than the file. */
const isReadWhole = ({ reading, admission }: Read): boolean =>
  narrowing.every((name) => reading[name] === undefined) &&
  reading.part?.range === undefined &&
  reading.part?.borders === undefined &&
  (admission.source?.tables ?? 1) === 1;

/** Lines that were changed or left out. */
const linesNoted = ({ notes }: Read['admission']): number =>
  notes.reduce((sum, { column, count }) => sum + (column === null ? count : 0), 0);

/**
 * How many rows a file has at most as it was uploaded. A session can have it read in another way,
 * by which most of it is no row: then they are as many as its bytes, as every row takes one.
 */
export const rowsInFile = (version: Read): number =>
  isReadWhole(version) ? version.rowCount : Math.max(version.rowCount, version.fileSize);

/** The same of the table of repairs, which has the text of every line that was changed or left out. */
export const rowsInRepairs = (version: Read): number =>
  isReadWhole(version) ? linesNoted(version.admission) : version.fileSize;
