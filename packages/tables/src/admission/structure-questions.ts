import type { ReadingQuestion } from '@columnist/contract';
import { splitRecord, type FieldDialect } from './field-dialect.ts';
import { presentCells } from './find-structure.ts';
import { joinHeaders } from './header-rows.ts';
import { nameColumns } from './name-columns.ts';
import type { RawRecord } from './read-records.ts';
import type { TextLine } from './text-lines.ts';

/** Cells that show what a reading makes of the file, and how much of each. */
const [shownCells, shownText] = [5, 40];
const shown = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;
const preview = (cells: readonly string[]): string[] =>
  cells.slice(0, shownCells).map((cell) => shown(cell.trim(), shownText));

/** Whether a sign separates fields or belongs to the text of the only column. */
export function delimiterQuestion(
  delimiter: string,
  lines: readonly TextLine[],
  dialect: FieldDialect,
): ReadingQuestion {
  const row = lines.filter(({ text }) => text.trim() !== '')[1];
  const text = row?.text ?? '';
  return {
    code: 'delimiter',
    question: `Does '${delimiter}' separate columns, or is it a part of the text? Line ${row?.number ?? 2}: ${text.slice(0, 80)}`,
    taken: 'One column: the first line, which names it, has no such sign.',
    preview: preview([text]),
    alternatives: [
      {
        label: `Columns between '${delimiter}'`,
        reading: { delimiter },
        preview: preview(splitRecord(text, { ...dialect, delimiter }).fields),
      },
    ],
  };
}

/** Whether each row ends in a delimiter too many, or the header lacks one. */
export const endQuestion = (found: number, headerRows: number): ReadingQuestion => ({
  code: 'end',
  question: `The rows have ${found} fields, the last of them empty, the header has ${found - 1}. Does each row end in a delimiter too many, or does the header lack one?`,
  taken: 'Each row ends in a delimiter too many.',
  alternatives: [
    { label: 'Keep the last column, which is empty', reading: { header_rows: headerRows } },
  ],
});

/** Whether the column without a name is the first or the last one, where the names are one too few. */
export const shortHeaderQuestion = (
  taken: readonly string[],
  other: readonly string[],
  headerRows: number,
): ReadingQuestion => ({
  code: 'header',
  question: `The rows have ${taken.length} fields, the header has ${taken.length - 1}. Which column has no name?`,
  taken: 'The first column holds names of rows and has no name itself.',
  preview: preview(nameColumns(taken, taken.length).names),
  alternatives: [
    {
      label: 'The last column has no name',
      reading: { header_rows: headerRows },
      preview: preview(nameColumns(other, other.length).names),
    },
  ],
});

/** Whether the first of the records holds names, or how many of them do; with the names of each way. */
export function headerQuestion(
  records: readonly RawRecord[],
  headerRows: number,
  width: number,
): ReadingQuestion {
  const [first] = records;
  const line = first?.line ?? 1;
  const as = (header_rows: number): string =>
    header_rows === 0
      ? 'Values: the columns are numbered'
      : header_rows === 1
        ? `Line ${line} alone holds names`
        : `Lines ${line} to ${line + header_rows - 1} hold names`;
  const names = (header_rows: number): string[] =>
    preview(
      nameColumns(
        header_rows === 0
          ? null
          : joinHeaders(
              records.slice(0, header_rows).map(({ fields }) => fields),
              width,
            ),
        width,
      ).names,
    );
  const text = (records[Math.max(0, headerRows - 1)] ?? first)?.text ?? '';
  return {
    code: 'header',
    question: `Does line ${line + Math.max(0, headerRows - 1)} hold names of columns or values? ${shown(text, 80)}`,
    taken: as(headerRows),
    preview: names(headerRows),
    alternatives: [headerRows === 0 ? 1 : headerRows - 1, ...(headerRows > 1 ? [0] : [])].map(
      (header_rows) => ({
        label: as(header_rows),
        reading: { header_rows },
        preview: names(header_rows),
      }),
    ),
  };
}

/** From this share of columns without a name on, names may be in another line. */
const manyUnnamed = 0.4;

/**
 * Whether the names are in other lines than was taken, where some columns have none: the line above,
 * which was set aside, names one of these; or lines were set aside and a line further down names all
 * columns. Null where nothing speaks for it.
 */
export function startQuestion(
  records: readonly RawRecord[],
  {
    start,
    headerRows,
    width,
  }: { readonly start: number; readonly headerRows: number; readonly width: number },
): ReadingQuestion | null {
  if (start === 0 || headerRows === 0) return null;
  const namesOf = (from: number, rows: number): string[] =>
    joinHeaders(
      records.slice(from, from + rows).map(({ fields }) => fields),
      width,
    );
  const taken = namesOf(start, headerRows);
  const unnamed = taken.flatMap((name, j) => (name.trim() === '' ? [j] : []));
  const isFull = (record: RawRecord): boolean =>
    record.fields.length === width && presentCells(record.fields) === width;
  const above = records[start - 1];
  const namesMore =
    above?.fields.length === width && unnamed.some((j) => (above.fields[j] ?? '').trim() !== '');
  const lower = records.findIndex((record, i) => i > start && isFull(record));
  const other = namesMore
    ? { from: start - 1, rows: headerRows + 1 }
    : unnamed.length >= manyUnnamed * width && lower > 0
      ? { from: lower, rows: 1 }
      : null;
  const [here, there] = [records[start], records[other?.from ?? -1]];
  if (other === null || here === undefined || there === undefined) return null;
  const as = (line: number, rows: number): string =>
    rows === 1 ? `Line ${line} holds names` : `Lines ${line} to ${line + rows - 1} hold names`;
  return {
    code: 'header',
    question: `Some columns have no name in line ${here.line}. Does the table begin in line ${there.line}? ${shown(there.text, 80)}`,
    taken: as(here.line, headerRows),
    preview: preview(nameColumns(taken, width).names),
    alternatives: [
      {
        label: as(there.line, other.rows),
        reading: { skip_lines: there.line - 1, header_rows: other.rows },
        preview: preview(nameColumns(namesOf(other.from, other.rows), width).names),
      },
    ],
  };
}
