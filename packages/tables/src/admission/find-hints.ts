import type { DuckDBConnection } from '@duckdb/node-api';
import { askColumns } from '../database/ask-columns.ts';
import { literal } from '../database/sql.ts';
import type { TableColumn } from '../table/table-column.ts';
import { cells, type Note } from './column-notes.ts';
import { thaiYears } from './other-calendars.ts';

/** Spaces of no width, marks of direction and the soft hyphen; joiners belong to letters. */
const invisible = String.raw`[\x{00ad}\x{200b}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2060}\x{feff}]`;
const invisibleTest = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]/;

/** -99, -999, -999.9, 9999, 8888 and so on, as some programs write a missing number. */
const sentinel = /^(?:-9{2,6}|-?(?:9{3,6}|8{3,6}|7{3,6}))(?:\.(?:0*|9+))?$/;
/** -7, -8 and -9, as surveys write answers that were not given, below so many whole numbers of which none is negative. */
const answer = /^-[789]$/;
const fewestAnswers = 10;
/** A sentinel lies this many times beyond the other values. */
const beyond = 10;

interface Hint {
  readonly name: string;
  readonly field: string;
  /** SQL of the cells that it is about. */
  readonly condition: (field: string) => string;
  readonly code: string;
  readonly message: (count: number) => string;
}

const holdsInvisible = (name: string, field: string): Hint => ({
  name,
  field,
  condition: (cell) => `regexp_matches(${cell}, ${literal(invisible)})`,
  code: 'invisible_characters',
  message: (count) =>
    `${cells(count)} ${count === 1 ? 'holds' : 'hold'} invisible characters (spaces of no width, marks of direction); they are kept.`,
});

const mayBeMissing = (name: string, field: string, words: readonly string[]): Hint => ({
  name,
  field,
  condition: (cell) => `list_contains([${words.join(', ')}], ${cell}::double)`,
  code: 'may_be_missing',
  message: (count) =>
    `${cells(count)} ${count === 1 ? 'is' : 'are'} ${words.join(' or ')}, far from the other values; they are kept as numbers, but may mean a missing value.`,
});

/** Few of the years of a column: most of them would have kept it as text. */
const hasThaiYears = (name: string, field: string): Hint => ({
  name,
  field,
  condition: (cell) => `year(${cell}) between ${thaiYears.from} and ${thaiYears.to}`,
  code: 'may_be_other_calendar',
  message: (count) =>
    `${cells(count)} ${count === 1 ? 'has a year' : 'have years'} from ${thaiYears.from} to ${thaiYears.to}, ` +
    'as the Thai calendar counts them (2567 is 2024); ' +
    `${count === 1 ? 'it is kept as a date of that year' : 'they are kept as dates of those years'}.`,
});

const holdsDates: ReadonlySet<string> = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMPTZ']);

/**
 * What is kept as it is and should be looked at: text with invisible characters, and numbers that
 * may stand for a missing one, for columns whose samples show it; and dates that may be of another
 * calendar. Counted over the table.
 */
export async function findHints(
  connection: DuckDBConnection,
  table: string,
  columns: readonly TableColumn[],
  samples: readonly (readonly string[])[],
): Promise<Note[]> {
  const asked = columns.flatMap(({ name, storage, type }, i): Hint[] => {
    const sample = (samples[i] ?? []).map((cell) => cell.trim());
    const field = `c${i + 1}`;
    if (holdsDates.has(storage)) return [hasThaiYears(name, field)];
    if (storage === 'VARCHAR')
      return sample.some((cell) => invisibleTest.test(cell)) ? [holdsInvisible(name, field)] : [];
    const words = type === 'number' ? sentinelsOf(sample) : [];
    return words.length === 0 ? [] : [mayBeMissing(name, field, words)];
  });
  const answers = await askColumns(connection, table, asked, ({ condition }, field) => [
    `count_if(${condition(field)})::double`,
  ]);
  return asked.flatMap(({ name, code, message }, i): Note[] => {
    const count = Number(answers[i]?.[0]);
    return count === 0
      ? []
      : [{ code, message: message(count), column: name, count, rows: [], examples: [] }];
  });
}

function sentinelsOf(sample: readonly string[]): string[] {
  const isOne = (cell: string): boolean => sentinel.test(cell) || answer.test(cell);
  const found = [...new Set(sample.filter(isOne))];
  if (found.length === 0) return [];
  const others = sample
    .filter((cell) => cell !== '' && !isOne(cell))
    .map((cell) => Number(cell.replace(',', '.')))
    .filter((value) => Number.isFinite(value));
  const largest = others.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // Below values of which none is negative, a negative one is no value whatever its size.
  const isNegative = others.some((value) => value < 0);
  return found.filter(
    (cell) =>
      others.length > 0 &&
      (!answer.test(cell) || (others.length >= fewestAnswers && others.every(Number.isInteger))) &&
      (Math.abs(Number(cell)) > beyond * largest || (Number(cell) < 0 && !isNegative)),
  );
}
