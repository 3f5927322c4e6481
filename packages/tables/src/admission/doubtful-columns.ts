import type { OtherReading } from '@columnist/contract';
import { namesClock, namesDay, namesMoment } from './column-names.ts';
import type { Note } from './column-notes.ts';
import { namesPlainIdentifiers } from './identifier-names.ts';

interface Doubt {
  readonly note: Note;
  readonly readings: OtherReading[];
}

/**
 * What else the cells of a column of numbers or of times may be, by its name and the present cells
 * of a sample; null where nothing speaks for it.
 */
export function doubtOf(name: string, storage: string, present: readonly string[]): Doubt | null {
  if (storage.startsWith('DECIMAL'))
    return maybeMoments(name, present) ?? maybeCodes(name, present);
  if (storage === 'DOUBLE') return areShortened(name, present);
  if (storage === 'BIGINT')
    return (
      areMoments(name, present) ?? maybeMoments(name, present) ?? maybeTelephones(name, present)
    );
  return storage === 'TIME' && !namesClock(name) ? maybeDurations(name, present) : null;
}

/** All cells can be read so; one of them before and after. */
const all = (
  as: 'text' | 'duration',
  present: readonly string[],
  before: string,
  after: string,
): OtherReading => ({
  reading: { as },
  cells: present.length,
  of: present.length,
  before,
  after,
  misfit: null,
});

/** How programs count moments, and whether a column is named as one of them. */
const counts = [
  {
    unit: 'days since 1900, as spreadsheets count them',
    from: 20_000,
    to: 60_000,
    isNamed: namesDay,
    moment: (count: number) => (count - dayZero) * 86_400_000,
  },
  {
    unit: 'seconds since 1970',
    from: 1e8,
    to: 4e9,
    isNamed: namesMoment,
    moment: (count: number) => count * 1000,
  },
  {
    unit: 'milliseconds since 1970',
    from: 1e11,
    to: 4e12,
    isNamed: namesMoment,
    moment: (count: number) => count,
  },
] as const;
/** Year, month, day, hour, minute and second without marks. */
const fourteen =
  /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d)[0-5]\d$/;

function areMoments(column: string, present: readonly string[]): Doubt | null {
  const [one] = present;
  if (one === undefined || !present.every((cell) => fourteen.test(cell))) return null;
  return momentsDoubt(column, present, one.replace(fourteen, '($1-$2-$3 $4:$5)'));
}

/** 1 January 1970 in spreadsheets. */
const dayZero = 25_569;

/** Numbers under the name of a date that all are moments of our time, as a program counts them. */
function maybeMoments(column: string, present: readonly string[]): Doubt | null {
  const numbers = present.map((cell) =>
    /^\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : NaN,
  );
  const [one = NaN] = numbers;
  const found = counts.find(
    ({ from, to, isNamed }) =>
      isNamed(column) && numbers.every((number) => number >= from && number < to),
  );
  if (found === undefined || Number.isNaN(one)) return null;
  const moment = new Date(found.moment(one)).toISOString().slice(0, 16).replace('T', ' ');
  return momentsDoubt(column, present, `in ${found.unit} (${moment})`);
}

/** Numbers that may be moments, read as is said. */
const momentsDoubt = (column: string, present: readonly string[], how: string): Doubt => ({
  note: {
    code: 'may_be_dates',
    message: `Cells such as '${present[0] ?? ''}' may be moments ${how}: the column is kept as numbers.`,
    column,
    count: present.length,
    rows: [],
    examples: [],
  },
  readings: [],
});

/** 1.1 and 1.10 in one column: one number, and two sections or versions. */
function maybeCodes(column: string, present: readonly string[]): Doubt | null {
  const shortest = (cell: string): string => cell.replace(/0+$/, '');
  const decimals = present.filter((cell) => /\.0*[1-9]/.test(cell));
  const plain = new Set(decimals.filter((cell) => !cell.endsWith('0')));
  const padded = decimals.filter((cell) => cell.endsWith('0') && plain.has(shortest(cell)));
  const [one] = padded;
  if (one === undefined) return null;
  return {
    note: {
      code: 'may_be_codes',
      message:
        `Cells such as '${one}' and '${shortest(one)}' are read as one number; of sections or ` +
        'versions they would be two.',
      column,
      count: padded.length,
      rows: [],
      examples: [],
    },
    readings: [all('text', present, one, one)],
  };
}

/** A whole number of more digits than are written, as a spreadsheet shows 4006381333931. */
const shortened = /^([1-9])\.(\d+)[eE]\+(\d{1,2})$/;

function areShortened(column: string, present: readonly string[]): Doubt | null {
  const found = present.filter((cell) => {
    const [, , decimals = '', exponent = ''] = shortened.exec(cell) ?? [];
    return (
      Number(exponent) > decimals.length && namesPlainIdentifiers(column, Number(exponent) + 1)
    );
  });
  const [one] = found;
  if (one === undefined) return null;
  return {
    note: {
      code: 'may_be_codes',
      message:
        `Cells such as '${one}' hold the first digits of identifiers alone, as a spreadsheet ` +
        'shortens them: different ones may look the same. Export the column as text.',
      column,
      count: found.length,
      rows: [],
      examples: [],
    },
    readings: [all('text', present, one, one)],
  };
}

const nineDigits = /^[1-9]\d{2}(\s)\d{3}\1\d{3}$/;

/** Telephone numbers of many countries have nine digits; of amounts some would have more or fewer. */
function maybeTelephones(column: string, present: readonly string[]): Doubt | null {
  const [one] = present;
  if (
    one === undefined ||
    new Set(present).size < 3 ||
    !present.every((cell) => nineDigits.test(cell))
  )
    return null;
  return {
    note: {
      code: 'may_be_codes',
      message:
        `Cells such as '${one}' are read as numbers; all have nine digits in three groups, as ` +
        'telephone numbers have.',
      column,
      count: present.length,
      rows: [],
      examples: [],
    },
    readings: [all('text', present, one, one)],
  };
}

const clock = /^\d{1,2}:\d{2}$/;

/** Two numbers and a colon, in a column whose name does not say that they are hours and minutes. */
function maybeDurations(column: string, present: readonly string[]): Doubt | null {
  const [one] = present;
  if (one === undefined || !present.every((cell) => clock.test(cell))) return null;
  const [hours = 0, minutes = 0] = one.split(':').map(Number);
  return {
    note: {
      code: 'interpreted',
      message: `Cells such as '${one}' are read as times of day; they could be durations, scores or ratios.`,
      column,
      count: present.length,
      rows: [],
      examples: [],
    },
    readings: [
      all('duration', present, one, String(hours * 3600 + minutes * 60)),
      all('text', present, one, one),
    ],
  };
}
