import type { DuckDBConnection } from '@duckdb/node-api';
import { fileOf } from '../database/parquet-file.ts';
import type { CombinedTable } from './combined.ts';

/** What one side of a join has. */
export interface SideCounts {
  readonly rows: number;
  readonly matched: number;
  readonly unmatched: number;
  readonly without_key: number;
  readonly repeated_keys: number;
  readonly most_rows_of_a_key: number;
}

const names = (keys: readonly unknown[]): string[] => keys.map((_, i) => `k${i + 1}`);

/**
 * Keeps the distinct keys of a side, with their rows, as a temporary table; those with a missing
 * value are left out, for they match nothing. Keys that are known to be
 * unique need not be counted.
 */
export async function countKeys(
  connection: DuckDBConnection,
  { table }: CombinedTable,
  as: 'l' | 'r',
  values: readonly string[],
  isUnique: boolean,
): Promise<void> {
  const keys = names(values);
  await connection.run(
    `create or replace temp table keys_${as} as select ${keys.join(', ')}, ${isUnique ? '1' : 'count(*)'} n from (select ` +
      `${values.map((value, i) => `${value} as k${i + 1}`).join(', ')} from ` +
      `${fileOf(table.parquet, table.columns)} ${as}) where ${keys.map((key) => `${key} is not null`).join(' and ')} ` +
      (isUnique ? '' : 'group by all'),
  );
}

/**
 * How many rows of both sides match, and how many rows all pairs of them are, without making one.
 * `countKeys` was called for both sides.
 */
export async function countMatches(
  connection: DuckDBConnection,
  tables: readonly [CombinedTable, CombinedTable],
  keys: readonly unknown[],
): Promise<{ readonly left: SideCounts; readonly right: SideCounts; readonly pairs: number }> {
  const [row = []] = (
    await connection.runAndReadAll(
      'select coalesce(sum(l.n), 0)::double, coalesce(sum(r.n), 0)::double, ' +
        'coalesce(sum(l.n::double * r.n), 0) from keys_l l join keys_r r using ' +
        `(${names(keys).join(', ')})`,
    )
  ).getRows();
  const [left, right, pairs] = row.map(Number);
  return {
    left: await sideCounts(connection, tables[0], 'l', left ?? 0),
    right: await sideCounts(connection, tables[1], 'r', right ?? 0),
    pairs: pairs ?? 0,
  };
}

export async function sideCounts(
  connection: DuckDBConnection,
  { table }: CombinedTable,
  as: 'l' | 'r',
  matched: number,
): Promise<SideCounts> {
  const [row = []] = (
    await connection.runAndReadAll(
      'select coalesce(sum(n), 0)::double, (count(*) filter (n > 1))::double, ' +
        `coalesce(max(n), 0)::double from keys_${as}`,
    )
  ).getRows();
  const [withKey = 0, repeated = 0, most = 0] = row.map(Number);
  return {
    rows: table.rowCount,
    matched,
    unmatched: table.rowCount - matched,
    without_key: table.rowCount - withKey,
    repeated_keys: repeated,
    most_rows_of_a_key: most,
  };
}
