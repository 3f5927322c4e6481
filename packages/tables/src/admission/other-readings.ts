import {
  dateFormatIn,
  dateOrders,
  groupSigns,
  yesNoPairs,
  type ColumnReading,
  type DateOrder,
  type OtherReading,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import {
  hasClock,
  isCompactDate,
  looksLike,
  withoutWeekday,
  writePlainly,
  type PlainKind,
} from '../reading/write-plainly.ts';
import type { TableColumn } from '../table/table-column.ts';
import type { Note } from './column-notes.ts';
import { countFits, type Fit, type Possible, type Shown } from './count-fits.ts';
import { doubtOf } from './doubtful-columns.ts';
import { keptWords, leftAsText } from './left-as-text.ts';
import { isMissingCell } from './missing-words.ts';
import { bareText, isCode, looseNumber, statedNumber } from './number-writing.ts';
import { half, whyText } from './why-text.ts';

interface OtherReadings {
  /** By place of the column. */
  readonly readings: ReadonlyMap<number, OtherReading[]>;
  readonly notes: readonly Note[];
}

/** What the marks of the file are where a column does not say it. */
interface Marks {
  readonly decimalMark: '.' | ',';
  readonly dateOrder: DateOrder | null;
}

/** Both words of one language for yes and no occur, and are half of the cells. */
const isAnswered = (present: readonly string[]): boolean => {
  const words = present.map((cell) => cell.toLowerCase());
  return [...yesNoPairs, ['1', '0']].some(
    (pair) =>
      pair.every((word) => words.includes(word)) && half(words, (word) => pair.includes(word)),
  );
};

const yearFirst = new RegExp(dateFormatIn('ymd').form);
const numberWithMarks = new RegExp(String.raw`^-?[+]?[\d.,][\d.,${groupSigns}]*(?:[eE][+-]?\d+)?$`);

/** What the cells of a text column look like besides. */
function possibleOf(column: Shown, { decimalMark, dateOrder }: Marks): Possible[] {
  const { field, name, kept, present } = column;
  const looks = (as: PlainKind): boolean => half(present, (cell) => looksLike(as, cell));
  const possible = (reading: ColumnReading, plain: Possible['plain']): Possible => ({
    ...column,
    reading,
    plain,
  });
  const plainly = (as: PlainKind, order: DateOrder | null = null): Possible =>
    possible({ as, ...(order === null ? {} : { date_order: order }) }, (_, text, layers) =>
      writePlainly(text, as, { order, lenient: true }, layers),
    );
  if (kept === 'numbers')
    return present.length > 0 && present.every(isCompactDate) ? [plainly('date')] : [];
  const found: Possible[] = [];
  if (isAnswered(present)) found.push(plainly('boolean'));
  const isClock = looks('time');
  if (isClock) found.push(plainly('time'));
  if (looks('duration')) found.push(plainly('duration'));
  if (!isClock && looks('datetime')) {
    // A time of day may be beyond the sample.
    const kinds = present.some(hasClock)
      ? (['datetime'] as const)
      : (['date', 'datetime'] as const);
    const inNumbers = half(present, (cell) =>
      /^\d{1,2}[/.-]\d{1,2}[/.-]\d/.test(withoutWeekday(cell)),
    );
    const orders = inNumbers
      ? dateOrders.filter(
          (order) => order !== 'ymd' || half(present, (cell) => yearFirst.test(cell)),
        )
      : [dateOrder];
    found.push(...kinds.flatMap((as) => orders.map((order) => plainly(as, order))));
  }
  const number = looseNumber(field, name, present);
  const isNumber = (cell: string): boolean => numberWithMarks.test(bareText(cell, number.beside));
  if (!isClock && half(present, isNumber) && !half(present, isCode)) {
    const marks = present.some((cell) => /\d[.,]\d/.test(cell))
      ? ([decimalMark, decimalMark === '.' ? ',' : '.'] as const)
      : [decimalMark];
    found.push(
      ...marks.map((mark) =>
        possible({ as: 'number', decimal_mark: mark }, (cell, text) => ({
          ...text,
          text: statedNumber({ ...number, field: cell }, mark),
        })),
      ),
    );
  }
  return found;
}

const presentOf = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => !isMissingCell(cell));

/**
 * What at least half of the cells of each text column, and eight digits of one of whole numbers,
 * could be read as, counted over the table that was written, and what is said of columns of which no
 * note speaks yet.
 */
export async function findOtherReadings(
  connection: DuckDBConnection,
  table: string,
  columns: readonly TableColumn[],
  samples: readonly (readonly string[])[],
  marks: Marks,
  isLeft: (name: string) => boolean,
  said: readonly Note[],
): Promise<OtherReadings> {
  const shown = columns.flatMap(({ name, storage }, i): Shown[] => {
    if ((storage !== 'VARCHAR' && storage !== 'BIGINT') || isLeft(name)) return [];
    const present = presentOf(samples[i] ?? []);
    return [
      { field: `c${i + 1}`, name, kept: storage === 'VARCHAR' ? 'text' : 'numbers', present },
    ];
  });
  const found = await countFits(
    connection,
    table,
    shown.flatMap((column) => possibleOf(column, marks)),
  );
  const readings = new Map<number, OtherReading[]>();
  const notes: Note[] = [];
  columns.forEach(({ name, storage }, i) => {
    const field = `c${i + 1}`;
    const column = shown.find((one) => one.field === field);
    const doubt = isLeft(name) ? null : doubtOf(name, storage, presentOf(samples[i] ?? []));
    if (column === undefined || doubt !== null) {
      if (doubt === null) return;
      readings.set(i, doubt.readings);
      if (!said.some((note) => note.column === name && note.code === doubt.note.code))
        notes.push(doubt.note);
      return;
    }
    const own = bestOf(found.filter((one) => one.field === field));
    const words = column.kept === 'text' ? keptWords(name, samples[i] ?? []) : null;
    if (words !== null) notes.push(words.note);
    const all = [...own, ...(words === null ? [] : [words.reading])];
    if (all.length > 0) readings.set(i, all);
    if (said.some((note) => note.column === name && speaks.has(note.code))) return;
    const [first] = own;
    if (first !== undefined) notes.push(leftAsText(column, first));
    else if (column.kept === 'numbers') return;
    else {
      const why = whyText(name, column.present);
      if (why !== null) notes.push(why);
    }
  });
  return { readings, notes };
}

const speaks = new Set(['kept_as_text', 'ambiguous_decimal_mark', 'interpreted']);

/** Of readings of one kind those that most cells have; two of them where they differ. */
function bestOf(fits: readonly Fit[]): OtherReading[] {
  return fits.flatMap(({ field, ...fit }, i) => {
    const rivals = fits.filter(
      (other, j) => j !== i && other.field === field && other.reading.as === fit.reading.as,
    );
    const isNoBetter =
      fit.reading.as === 'datetime' &&
      fits.some((other) => other.reading.as === 'date' && other.cells >= fit.cells);
    const isWorse = rivals.some(
      (other) => other.cells > fit.cells || (other.after === fit.after && fits.indexOf(other) < i),
    );
    return isWorse || isNoBetter ? [] : [fit];
  });
}
