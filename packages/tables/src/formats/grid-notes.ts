import type { ReadingQuestion } from '@columnist/contract';
import type { Note } from '../admission/column-notes.ts';
import { writeRange, type CellRange } from './cell-range.ts';
import { textsOf, type GridHead } from './grid-head.ts';
import type { GridRow } from './source.ts';

/** What is said of the rows above the table, of its names and of what is beside it. */
export function headNotes(
  { start, left, right, headerRows, names, beside, above }: GridHead,
  first: readonly GridRow[],
): Note[] {
  const before = first
    .slice(0, start)
    .filter(({ number }) => above === null || number < above.top || number > above.bottom);
  const common = { column: null, examples: [] };
  return [
    ...(before.length === 0
      ? []
      : [
          {
            ...common,
            code: 'preamble',
            message:
              before.length === 1
                ? '1 row before the table is set aside.'
                : `${before.length} rows before the table are set aside.`,
            count: before.length,
            rows: before.slice(0, 10).map(({ number }) => number),
            examples: before.slice(0, 3).map((row) => ({
              line: row.number,
              before: textsOf(row, left, right)
                .filter((text) => text !== '')
                .join(' | ')
                .slice(0, 300),
              after: null,
            })),
          },
        ]),
    ...(headerRows > 1 && names !== null
      ? [
          {
            ...common,
            code: 'header_joined',
            message: `The names of the columns are joined from ${headerRows} rows.`,
            count: 1,
            rows: first.slice(start, start + headerRows).map(({ number }) => number),
          },
        ]
      : []),
    ...(above === null
      ? []
      : [
          {
            ...common,
            code: 'other_table',
            message: `Above the table, apart by an empty row, is another one in ${writeRange(above)} that is not read.`,
            count: above.bottom - above.top + 1,
            rows: [above.top],
          },
        ]),
    ...(beside === null
      ? []
      : [
          {
            ...common,
            code: 'other_table',
            message: `Beside the table, beyond an empty column, is another one that is not read. Its columns are ${columnsOf(beside)}.`,
            count: 1,
            rows: [beside.top],
          },
        ]),
  ];
}

export const emptyColumns = (count: number): Note => ({
  code: 'empty_columns',
  message:
    count === 1
      ? '1 column without a name and without values is left out.'
      : `${count} columns without a name and without values are left out.`,
  column: null,
  count,
  rows: [],
  examples: [],
});

/** What a person may decide otherwise; `other` is a table below the first one. */
export function tableQuestions(
  { doubtful, headerRows, beside, above, names }: GridHead,
  other: CellRange | null,
): ReadingQuestion[] {
  const others = [
    ...(above === null ? [] : [writeRange(above)]),
    ...(beside === null ? [] : [columnsOf(beside)]),
    ...(other === null ? [] : [writeRange(other)]),
  ];
  return [
    ...(doubtful
      ? [
          {
            code: 'header',
            question: 'Does the first row hold the names of the columns, or values?',
            taken:
              headerRows === 0
                ? 'It holds values; columns are numbered.'
                : headerRows === 1
                  ? `It holds names: ${(names ?? []).slice(0, 4).join(', ')}.`
                  : `The first ${headerRows} rows hold names.`,
            alternatives: [0, 1]
              .filter((rows) => rows !== headerRows)
              .map((rows) => ({
                label: rows === 0 ? 'It holds values' : 'One row holds names',
                reading: { header_rows: rows },
              })),
          },
        ]
      : []),
    ...(others.length === 0
      ? []
      : [
          {
            code: 'table',
            question: 'The sheet holds more than one table. Which one is to be read?',
            taken:
              above === null
                ? 'The first one.'
                : `The one below the first: ${(names ?? []).slice(0, 4).join(', ')}.`,
            alternatives: others.map((range) => ({
              label: `That in ${range}`,
              reading: { range },
            })),
          },
        ]),
  ];
}

/** Whether totals at the end of a sheet are rows of its table; a range leaves them out. */
export function totalsQuestion(
  notes: readonly Note[],
  range: CellRange,
  rows: number,
): ReadingQuestion[] {
  const totals = notes.flatMap((note) => note.rows);
  const n = totals.length;
  if (n === 0 || totals.some((row, i) => row !== rows - n + 1 + i)) return [];
  return [
    {
      code: 'totals',
      question:
        n === 1
          ? 'The last row looks like a total of the rows above it. Is it a row of the table?'
          : `The last ${n} rows look like totals of other rows. Are they rows of the table?`,
      taken: `${n === 1 ? 'It is kept, and counts' : 'They are kept, and count'} twice where a column is added up.`,
      alternatives: [
        {
          label: n === 1 ? 'Leave it out' : 'Leave them out',
          reading: { range: writeRange({ ...range, bottom: range.bottom - n }) },
        },
      ],
    },
  ];
}

const columnsOf = ({ left, right }: CellRange): string =>
  writeRange({ left, right, top: 1, bottom: 1 }).replaceAll(/\d/g, '');
