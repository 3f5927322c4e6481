import type { DuckDBConnection } from '@duckdb/node-api';
import type { Join } from '@columnist/contract';
import { fileOf, rowNumber } from '../database/parquet-file.ts';
import { doubleLiteral } from '../database/sql.ts';
import { familyOf } from './common-storage.ts';
import type { ComparedKey } from './compare-keys.ts';
import type { CombinedTable } from './combined.ts';

type At = NonNullable<Join['at']>;

/**
 * For each row of left the row of right whose value is nearest in the direction, among those with
 * the same keys and within the tolerance, as the temporary table `nearest (l, r)` of row numbers;
 * without a row where there is none. Of rows of right with the same value, backward takes the last
 * and forward the first; of two equally near, that behind, as `merge_asof` of pandas does.
 */
export async function matchNearest(
  connection: DuckDBConnection,
  tables: readonly [CombinedTable, CombinedTable],
  keys: readonly ComparedKey[],
  at: ComparedKey,
  { direction, tolerance }: At,
): Promise<void> {
  const names = keys.map((_, i) => `k${i + 1}`);
  const select = (side: 'left' | 'right') =>
    [
      ...keys.map((key, i) => `${key[`${side}Value`]} as k${i + 1}`),
      `${at[`${side}Value`]} as t`,
      `${rowNumber} as n`,
    ].join(', ');
  const present = [...names, 't'].map((name) => `${name} is not null`).join(' and ');
  const rightRows = (keep: 'max' | 'min') =>
    `(select ${[...names, 't'].join(', ')}, ${keep}(n) as n from (select ${select('right')} from ` +
    `${fileOf(tables[1].table.parquet, tables[1].table.columns)} r) where ${present} group by all)`;
  const same = names.map((name) => `l.${name} = r.${name} and `).join('');
  const gap = (a: string, b: string) =>
    familyOf(at.left.storage) === 'number'
      ? distance(at, a, b)
      : `abs(${micros(at.left.storage, a)} - ${micros(at.left.storage, b)}) / 1e6`;
  const behind =
    `select l.n as l, r.n as r, ${gap('l.t', 'r.t')} as gap from asked l asof left join ` +
    `${rightRows('max')} r on ${same}l.t >= r.t`;
  const ahead =
    `select l.n as l, r.n as r, ${gap('l.t', 'r.t')} as gap from asked l asof left join ` +
    `${rightRows('min')} r on ${same}l.t <= r.t`;
  const found =
    direction === 'backward'
      ? behind
      : direction === 'forward'
        ? ahead
        : `select b.l, case when a.r is null or b.gap <= a.gap then b.r else a.r end as r, ` +
          `case when a.r is null or b.gap <= a.gap then b.gap else a.gap end as gap ` +
          `from (${behind}) b join (${ahead}) a on a.l = b.l`;
  await connection.run(
    `create or replace temp table nearest as with asked as (select ${select('left')} from ` +
      `${fileOf(tables[0].table.parquet, tables[0].table.columns)} l) select l, ` +
      `${tolerance === undefined ? 'r' : `case when gap <= ${doubleLiteral(tolerance)} then r end as r`} ` +
      `from (${found})`,
  );
}

/** Decimals and whole numbers are subtracted exactly: 16.1 is within 0.5 of 15.6. */
function distance({ left, right }: ComparedKey, a: string, b: string): string {
  const rounded = `abs(${a}::double - ${b}::double)`;
  return left.storage === 'DOUBLE' || right.storage === 'DOUBLE'
    ? rounded
    : `coalesce(try(abs(${a} - ${b})::double), ${rounded})`;
}

const micros = (storage: string, value: string): string =>
  storage === 'TIME' ? `epoch_us(date '1970-01-01' + ${value})` : `epoch_us(${value}::timestamp)`;
