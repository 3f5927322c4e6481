import type { ReadingQuestion } from '@columnist/contract';
import { splitRecord, type FieldDialect } from './field-dialect.ts';
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
