import { looksLikeId, type CountedColumn, type RowChanges } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CombinedTable } from '../combinations/combined.ts';
import type { ComparedKey } from '../combinations/compare-keys.ts';
import { fileOf } from '../database/parquet-file.ts';

type Tables = readonly [CombinedTable, CombinedTable];
type Suggested = RowChanges['suggested'][number];

/** Columns that are tried alone, and those of which pairs are tried. */
const triedAtMost = 6;
const pairedAtMost = 5;
const suggestedAtMost = 5;
/** Below it other rows have the same values by chance, or rows were numbered again. */
const leastMatched = 0.05;

/**
 * Columns whose values are unique and not missing in both versions, the one that matches the most
 * rows first; pairs of columns where no single one is.
 */
export async function suggestRowKeys(
  connection: DuckDBConnection,
  tables: Tables,
  shared: readonly ComparedKey[],
): Promise<Suggested[]> {
  const usable = shared
    .filter(({ left, right }) => [left, right].every((one) => !isMeasure(one) && one.missing === 0))
    .toSorted((a, b) => interest(a) - interest(b));
  const single = usable
    .filter(({ left, right }) =>
      [left, right].every((one, i) => one.distinct >= (tables[i]?.table.rowCount ?? 0)),
    )
    .slice(0, triedAtMost);
  const found = await measured(
    connection,
    tables,
    single.map((one) => [one]),
  );
  if (found.length > 0) return found;
  const wide = usable
    .filter(({ left }) => left.distinct > 1)
    .toSorted((a, b) => b.left.distinct - a.left.distinct)
    .slice(0, pairedAtMost);
  return measured(
    connection,
    tables,
    wide.flatMap((one, i) => wide.slice(i + 1).map((other) => [one, other])),
  );
}

/** Measures of a scale are no keys. */
const isMeasure = ({ type, storage }: CountedColumn): boolean =>
  storage === 'BOOLEAN' || (type === 'number' && storage !== 'BIGINT');

const interest = ({ left: { name, type, storage } }: ComparedKey): number =>
  looksLikeId(name, type, storage) ? 0 : 1;

async function measured(
  connection: DuckDBConnection,
  [before, after]: Tables,
  candidates: readonly (readonly ComparedKey[])[],
): Promise<Suggested[]> {
  const suggested: Suggested[] = [];
  for (const keys of candidates) {
    const side = (as: 'l' | 'r', { table }: CombinedTable): string =>
      `select ${keys.map((one, i) => `${as === 'l' ? one.leftValue : one.rightValue} as k${i}`).join(', ')} from ${fileOf(table.parquet, table.columns)} ${as}`;
    const names = keys.map((_, i) => `k${i}`).join(', ');
    const [row = []] = (
      await connection.runAndReadAll(
        `with a as materialized (select distinct * from (${side('l', before)})), b as materialized (select distinct * from (${side('r', after)}))
         select (select count(*) from a)::double, (select count(*) from b)::double, (select count(*) from a join b using (${names}))::double`,
      )
    ).getRows();
    const [left = 0, right = 0, both = 0] = row.map(Number);
    const isUnique = left === before.table.rowCount && right === after.table.rowCount;
    const matched = both / Math.max(1, Math.min(left, right));
    if (isUnique && matched >= leastMatched)
      suggested.push({ key: keys.map((one) => one.left.name), matched });
  }
  return suggested.toSorted((a, b) => b.matched - a.matched).slice(0, suggestedAtMost);
}
