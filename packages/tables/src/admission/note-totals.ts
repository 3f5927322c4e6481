import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import type { TableColumn } from '../table/table-column.ts';
import { namesIdentifiers } from './identifier-names.ts';
import type { Note } from './column-notes.ts';
import { totalAtEnd } from './total-words.ts';

/** Rows below the last one that is looked at first, and columns whose words are. */
const [lastRows, labelColumns] = [3, 3];

/**
 * Rows that look like totals of others, which would count twice in every sum: they are kept, and
 * said. A word for it is in one of the first columns of text; or the last row has no word there and
 * one of the numbers right of it is the sum of those above.
 */
export async function noteTotals(
  connection: DuckDBConnection,
  parquet: string,
  columns: readonly TableColumn[],
  rows: number,
): Promise<Note[]> {
  const texts = columns
    .flatMap(({ storage }, i) => (storage === 'VARCHAR' ? [`c${i + 1}`] : []))
    .slice(0, labelColumns);
  // Numbers left of the first texts are keys such as years.
  const firstText = columns.findIndex(({ storage }) => storage === 'VARCHAR');
  const numbers = columns.flatMap(({ name, storage }, i) =>
    i > firstText &&
    /^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/.test(storage) &&
    !namesIdentifiers(name)
      ? [`c${i + 1}`]
      : [],
  );
  if (texts.length === 0 || rows < 3) return [];
  const from = `read_parquet(${literal(parquet)}, file_row_number = true)`;
  const isTotal = `(${texts.map((field) => `regexp_full_match(lower(trim(${field})), ${literal(totalAtEnd)})`).join(' or ')})`;
  const found = await connection.runAndReadAll(
    `select (file_row_number + 1)::double from ${from} where file_row_number >= ${rows - lastRows} and ${isTotal} order by 1`,
  );
  if (found.currentRowCount > 0) {
    const all = await connection.runAndReadAll(
      `select count(*)::double, list_sort(list((file_row_number + 1)::double))[:10] from ${from} where ${isTotal}`,
    );
    const count = Number(all.value(0, 0));
    // Of a word that most rows have, none is a total of the others.
    if (2 * count > rows) return [];
    const places = found.getRows().map(([row]) => Number(row));
    return [total(count, count === places.length ? places : [], rows)];
  }
  const [label] = texts;
  if (label === undefined || numbers.length === 0) return [];
  if (!(await endsInSums(connection, from, label, numbers, rows))) return [];
  return [total(1, [rows], rows)];
}

async function endsInSums(
  connection: DuckDBConnection,
  from: string,
  label: string,
  numbers: readonly string[],
  rows: number,
): Promise<boolean> {
  const last = `file_row_number = ${rows - 1}`;
  const empty = await connection.runAndReadAll(
    `select coalesce(trim(${label}), '') = '' from ${from} where ${last}`,
  );
  if (empty.value(0, 0) !== true) return false;
  // One number above is equal to another by chance; an infinite sum is near to nothing.
  const sums = numbers.map(
    (field) =>
      `isfinite(sum(${field})::double) and count(nullif(${field}, 0)) filter (not ${last}) > 1 and ` +
      `abs(sum(${field}) filter (not ${last})::double - (any_value(${field}) filter (${last}))::double) <= 1e-9 * abs(sum(${field}))::double`,
  );
  const equal = await connection.runAndReadAll(`select ${sums.join(', ')} from ${from}`);
  return equal.getRows()[0]?.some((same) => same === true) === true;
}

const total = (count: number, rows: number[], last: number): Note => ({
  code: 'looks_like_total',
  message:
    count === 1
      ? `${rows[0] === last ? 'The last row looks like a total of the rows above it' : `Row ${rows[0] ?? 1} looks like a total of the others`}; it is kept. Leave it out before you add up a column.`
      : `${count} rows look like totals of other rows; they are kept. Leave them out before you add up a column.`,
  column: null,
  count,
  rows,
  examples: [],
});
