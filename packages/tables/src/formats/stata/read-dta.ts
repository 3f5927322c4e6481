import type { Note } from '../../admission/column-notes.ts';
import { BinaryFile, damaged } from '../binary-file.ts';
import { numberText } from '../canonical-text.ts';
import { untilZero } from '../text-decoding.ts';
import { ValueCounts } from '../value-counts.ts';
import {
  batchRows,
  formatNote,
  type Cell,
  type TypedColumn,
  type TypedTable,
} from '../typed-table.ts';
import type { ValueKind } from '../source.ts';
import {
  bytesOf,
  readHeader,
  widthOf,
  type StataHeader,
  type StataVariable,
} from './read-header.ts';
import { readLabels } from './read-labels.ts';
import { dated, numberAt, periodOf, type Period } from './read-values.ts';
import { indexLongTexts, LongTexts } from './long-texts.ts';

const format = 'Stata';
const extended = new Set(Array.from({ length: 26 }, (_, i) => `.${String.fromCharCode(97 + i)}`));

const wholes = new Set<StataVariable['type']>(['byte', 'int', 'long']);

const isText = ({ type }: StataVariable): boolean => type === 'strL' || typeof type !== 'string';

const typeOf = (variable: StataVariable): ValueKind => {
  if (isText(variable)) return 'text';
  const period = periodOf(variable.format);
  return period === null || period === 'y'
    ? 'number'
    : period === 'c' || period === 'C'
      ? 'datetime'
      : 'date';
};

/** Opens a Stata file (.dta) of releases 113 to 119. Throws invalid_file. */
export function openDta(path: string): TypedTable {
  const file = new BinaryFile(path, format);
  try {
    const header = readHeader(file);
    const width = widthOf(header.variables);
    if (header.dataAt + header.rows * width > file.size)
      throw damaged(format, `it states ${header.rows} rows of ${width} bytes and is shorter`);
    const sets = readLabels(file, header);
    const counts = new ValueCounts();
    return {
      columns: header.variables.map((variable): TypedColumn => ({
        name: variable.name,
        label: variable.label === '' ? null : variable.label,
        unit: null,
        kind: typeOf(variable),
        ...(wholes.has(variable.type) && periodOf(variable.format) === null
          ? { storage: 'BIGINT' }
          : {}),
        valueLabels: sets.get(variable.labelSet) ?? new Map(),
        missing: isText(variable) ? null : { values: extended, range: null },
      })),
      rowCount: header.rows,
      notes: notesOf(header),
      rows: () => rowsOf(path, header, counts),
      notesOfRows: () => [
        ...header.text.notes(),
        ...counts.notes(header.variables, noValueOfStata),
      ],
    };
  } finally {
    file.close();
  }
}

const noValueOfStata = (name: string, count: number): Note =>
  formatNote(
    'read_as_missing',
    `${count === 1 ? '1 cell is' : `${count} cells are`} NaN, infinite or too large for Stata and read as missing.`,
    name,
    count,
  );

function* rowsOf(path: string, header: StataHeader, counts: ValueCounts): Generator<Cell[][]> {
  counts.begin();
  header.text.beginRows();
  const { littleEndian, rows, text } = header;
  const width = widthOf(header.variables);
  if (width === 0) return;
  let at = 0;
  const plan = header.variables.map(({ type, format }) => {
    const from = at;
    at += bytesOf(type);
    return { type, from, to: at, period: periodOf(format) };
  });
  const file = new BinaryFile(path, format);
  const aside = new BinaryFile(path, format);
  try {
    const long = plan.some(({ type }) => type === 'strL')
      ? new LongTexts(aside, header, indexLongTexts(aside, header))
      : null;
    const atOnce = Math.max(1, Math.min(batchRows, Math.floor((8 * 1024 * 1024) / width)));
    for (let row = 0; row < rows; row += atOnce) {
      const count = Math.min(atOnce, rows - row);
      long?.forget();
      const bytes = file.bytes(header.dataAt + row * width, count * width);
      yield Array.from({ length: count }, (_, i) =>
        plan.map(({ type, from, to, period }, column) => {
          const begin = i * width + from;
          if (type === 'strL') return long?.at(bytes.subarray(begin, begin + 8)) ?? null;
          if (typeof type !== 'string')
            return emptyAsMissing(text.read(untilZero(bytes.subarray(begin, i * width + to))));
          return cellOf(numberAt(bytes, begin, type, littleEndian), period, column, counts);
        }),
      );
    }
  } finally {
    file.close();
    aside.close();
  }
}

function cellOf(
  value: number | string | null,
  period: Period | null,
  column: number,
  counts: ValueCounts,
): Cell {
  if (typeof value !== 'number') return value;
  if (Number.isNaN(value)) {
    counts.addNoNumber(column);
    return null;
  }
  if (period === null) return numberText(value);
  const date = dated(value, period);
  if (date === null) counts.addOutside(column);
  return date;
}

/** Stata has no missing texts but empty ones. */
const emptyAsMissing = (text: string): Cell => (text === '' ? null : text);

function notesOf({ variables }: StataHeader) {
  return variables.flatMap(({ name, format }) => {
    const period = periodOf(format);
    const begins = period === null ? undefined : periods[period];
    if (begins !== undefined)
      return [
        formatNote('read_as_date', `${begins} are read as the date on which they begin.`, name, 1),
      ];
    if (period === 'C')
      return [
        formatNote(
          'read_as_date',
          'Times that count leap seconds (%tC) are read without them: a leap second is the second after it.',
          name,
          1,
        ),
      ];
    return /^%-?tb/.test(format)
      ? [
          formatNote(
            'not_carried_over',
            `Its business calendar (${format}) is not in the file: the column is the number of business days.`,
            name,
            1,
          ),
        ]
      : [];
  });
}

const periods: Partial<Record<Period, string>> = {
  w: 'Weeks',
  m: 'Months',
  q: 'Quarters',
  h: 'Half-years',
};
