import { AppError } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../../database/sql.ts';

/** Digits of the longest decimals that the database reads; it takes longer ones for floats, wrongly. */
const mostDigits = 38;

/** Throws invalid_file where a column has longer ones. */
export async function refuseLongDecimals(
  connection: DuckDBConnection,
  path: string,
): Promise<void> {
  const read = await readable(() =>
    connection.runAndReadAll(
      `select name, precision::integer from parquet_schema(${literal(path)})
       where converted_type = 'DECIMAL' and precision > ${mostDigits} limit 1`,
    ),
  );
  const [found] = read.getRows();
  if (found === undefined) return;
  throw new AppError(
    'invalid_file',
    `Column '${String(found[0])}' holds decimals of ${String(found[1])} digits; at most ${mostDigits} can be read.`,
    {
      column: String(found[0]),
      fix: `Save the column as text, or with at most ${mostDigits} digits, then import the file again.`,
    },
  );
}

/** Names as they are in the file: the database renames those that differ in case alone. */
export async function originalNames(connection: DuckDBConnection, path: string): Promise<string[]> {
  const read = await connection.runAndReadAll(
    `select name, coalesce(num_children, 0)::integer from parquet_schema(${literal(path)})`,
  );
  const names: string[] = [];
  const open: number[] = [];
  for (const [name, children] of read.getRows()) {
    if (open.length === 1) names.push(String(name));
    while (open.length > 0 && open.at(-1) === 0) open.pop();
    const last = open.length - 1;
    if (last >= 0) open[last] = (open[last] ?? 0) - 1;
    open.push(Number(children));
    while (open.length > 1 && open.at(-1) === 0) open.pop();
  }
  return names;
}

/** What the database says of a damaged file is said as such. */
export async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (/^(?:Out of Memory|INTERRUPT)|bad[_ ]alloc|interrupted/i.test(said)) throw error;
    throw new AppError(
      'invalid_file',
      /encrypt/i.test(said)
        ? 'This Parquet file is encrypted.'
        : 'This Parquet file is damaged, or written in a way that is not known.',
      { fix: 'Write the file again where it comes from, then import it.' },
      { cause: error },
    );
  }
}
