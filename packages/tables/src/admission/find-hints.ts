import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import type { TableColumn } from '../table/table-column.ts';
import { cells, type Note } from './column-notes.ts';

/** Spaces of no width, marks of direction and the soft hyphen; joiners belong to letters. */
const invisible = String.raw`[\x{00ad}\x{200b}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2060}\x{feff}]`;
const invisibleTest = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]/;

/** -99, -999, 9999, 8888 and so on, as some programs write a missing number. */
const sentinel = /^(?:-9{2,6}|-?(?:9{3,6}|8{3,6}|7{3,6}))(?:\.0*)?$/;
/** A sentinel lies this many times beyond the other values. */
const beyond = 10;

/**
 * What is kept as it is and should be looked at: text with invisible characters, and numbers that
 * may stand for a missing one; for columns whose samples show it, counted over the table.
 */
export async function findHints(
  connection: DuckDBConnection,
  table: string,
  columns: readonly TableColumn[],
  samples: readonly (readonly string[])[],
): Promise<Note[]> {
  const asked = columns.flatMap(({ name, storage, type }, i) => {
    const sample = (samples[i] ?? []).map((cell) => cell.trim());
    const field = `c${i + 1}`;
    if (storage === 'VARCHAR')
      return sample.some((cell) => invisibleTest.test(cell))
        ? [{ name, words: [], condition: `regexp_matches(${field}, ${literal(invisible)})` }]
        : [];
    const words = type === 'number' ? sentinelsOf(sample) : [];
    return words.length === 0
      ? []
      : [{ name, words, condition: `list_contains([${words.join(', ')}], ${field}::double)` }];
  });
  if (asked.length === 0) return [];
  const [row = []] = (
    await connection.runAndReadAll(
      `select ${asked.map(({ condition }) => `count_if(${condition})::double`).join(', ')} from ${table}`,
    )
  ).getRows();
  return asked.flatMap(({ name, words }, i): Note[] => {
    const count = Number(row[i]);
    if (count === 0) return [];
    return [
      {
        ...(words.length === 0
          ? {
              code: 'invisible_characters',
              message: `${cells(count)} ${count === 1 ? 'holds' : 'hold'} invisible characters (spaces of no width, marks of direction); they are kept.`,
            }
          : {
              code: 'may_be_missing',
              message: `${cells(count)} ${count === 1 ? 'is' : 'are'} ${words.join(' or ')}, far from the other values; they are kept as numbers, but may mean a missing value.`,
            }),
        column: name,
        count,
        rows: [],
        examples: [],
      },
    ];
  });
}

function sentinelsOf(sample: readonly string[]): string[] {
  const found = [...new Set(sample.filter((cell) => sentinel.test(cell)))];
  if (found.length === 0) return [];
  const others = sample
    .filter((cell) => cell !== '' && !sentinel.test(cell))
    .map((cell) => Number(cell.replace(',', '.')))
    .filter((value) => Number.isFinite(value));
  const largest = others.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // Below values of which none is negative, a negative one is no value whatever its size.
  const isNegative = others.some((value) => value < 0);
  return found.filter(
    (cell) =>
      others.length > 0 &&
      (Math.abs(Number(cell)) > beyond * largest || (Number(cell) < 0 && !isNegative)),
  );
}
