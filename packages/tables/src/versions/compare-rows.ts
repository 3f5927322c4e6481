import type { Cell, RowChangeKind, RowChanges } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CombinedTable } from '../combinations/combined.ts';
import { compareKey, columnsOf, type ComparedKey } from '../combinations/compare-keys.ts';
import { familyOf } from '../combinations/common-storage.ts';
import { fileOf, rowNumber } from '../database/parquet-file.ts';
import { cellExpression, cellOf } from '../table/cells.ts';
import type { FieldColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { suggestRowKeys } from './suggest-row-keys.ts';

export interface RowChangesInput {
  readonly key?: readonly string[] | undefined;
  readonly kind?: RowChangeKind | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What of the comparison the tables decide; the versions are named by who asks. */
export type FoundRowChanges = Omit<RowChanges, 'from' | 'to'>;

type Tables = readonly [CombinedTable, CombinedTable];

/**
 * Rows that were added, removed or changed from one version of a table to the next. Rows are
 * matched by a key, rows of the same key in their order; without a key by their place. Missing
 * values are equal to each other. Throws unknown_column.
 */
export async function compareRows(
  connection: DuckDBConnection,
  before: TableRef,
  after: TableRef,
  { key: wanted, kind, limit, offset }: RowChangesInput,
): Promise<FoundRowChanges> {
  const tables: Tables = [
    { name: 'the earlier version', table: before },
    { name: 'the later version', table: after },
  ];
  const shared = sharedColumns(tables);
  const suggested = await suggestRowKeys(connection, tables, shared);
  const key = [...(wanted ?? suggested[0]?.key ?? [])];
  const keys = key.map((name) => comparedBy(name, tables));
  await matchRows(connection, tables, keys, shared);
  const counts = await countRows(connection);
  const cells = await connection.runAndReadAll(
    'select i, count(*)::double from (select unnest(cells) as i from matched where l is not null and r is not null) group by i order by count(*) desc, i',
  );
  const total = kind === undefined ? counts.added + counts.removed + counts.changed : counts[kind];
  const { repeated, ...counted } = counts;
  const items = await readItems(connection, tables, keys, shared, { kind, limit, offset });
  return {
    key,
    suggested,
    columns: shared.map(({ left }) => left.name),
    repeated,
    counts: counted,
    cells_by_column: cells.getRows().map(([i, n]) => ({
      column: shared[Number(i)]?.left.name ?? '',
      cells: Number(n),
    })),
    total,
    items,
    next_offset: offset + items.length < total ? offset + items.length : null,
  };
}

/** Columns of both versions by their names, and how their values are compared. */
const sharedColumns = (tables: Tables): ComparedKey[] => {
  const later = new Set(columnsOf(tables[1]).map(({ name }) => name));
  return columnsOf(tables[0])
    .filter(({ name }) => later.has(name))
    .map(({ name }) => comparedBy(name, tables));
};

/** Columns that hold something else now are compared as they are written. */
function comparedBy(name: string, tables: Tables): ComparedKey {
  const [left, right] = tables.map((one) => columnsOf(one).find((column) => column.name === name));
  const alike =
    left === undefined || right === undefined || familyOf(left.storage) === familyOf(right.storage);
  return compareKey({ left: name, right: name, ...(alike ? {} : { as: 'text' }) }, tables);
}

/** A table `matched` of the numbers of both rows and the places of the columns that differ. */
async function matchRows(
  connection: DuckDBConnection,
  tables: Tables,
  keys: readonly ComparedKey[],
  shared: readonly ComparedKey[],
): Promise<void> {
  const side = (as: 'l' | 'r', { table }: CombinedTable): string => {
    const values = keys.map((one, i) => `${as === 'l' ? one.leftValue : one.rightValue} as k${i}`);
    const within = keys.map((_, i) => `k${i}`).join(', ');
    const numbered = `select ${[`${as}.${rowNumber} as n`, ...values].join(', ')} from ${fileOf(table.parquet, table.columns)} ${as}`;
    return keys.length === 0
      ? `select n, n as o, 0 as again from (${numbered})`
      : `select *, row_number() over (partition by ${within} order by n) as o, ` +
          `(count(*) over (partition by ${within}) > 1)::integer as again from (${numbered})`;
  };
  const same = ['a.o = b.o', ...keys.map((_, i) => `a.k${i} is not distinct from b.k${i}`)];
  const differing = shared.map(
    ({ leftValue, rightValue }, i) => `if(${leftValue} is distinct from ${rightValue}, ${i}, null)`,
  );
  const [before, after] = tables;
  await connection.run(
    `create or replace temp table paired as select a.n as l, b.n as r, coalesce(a.again, 0) + coalesce(b.again, 0) as again from (${side('l', before)}) a full join (${side('r', after)}) b on ${same.join(' and ')}`,
  );
  await connection.run(
    `create or replace temp table matched as
      select p.l, p.r, p.again, list_filter([${differing.join(', ')}]::integer[], x -> x is not null) as cells
      from paired p
      join ${fileOf(before.table.parquet, before.table.columns)} l on l.${rowNumber} = p.l
      join ${fileOf(after.table.parquet, after.table.columns)} r on r.${rowNumber} = p.r
      union all
      select l, r, again, []::integer[] from paired where l is null or r is null`,
  );
}

async function countRows(
  connection: DuckDBConnection,
): Promise<RowChanges['counts'] & { readonly repeated: number }> {
  const [row = []] = (
    await connection.runAndReadAll(
      `select count(*) filter (l is null)::double, count(*) filter (r is null)::double,
        count(*) filter (l is not null and r is not null and len(cells) > 0)::double,
        count(*) filter (l is not null and r is not null and len(cells) = 0)::double,
        coalesce(sum(len(cells)), 0)::double, coalesce(sum(again), 0)::double from matched`,
    )
  ).getRows();
  const [added = 0, removed = 0, changed = 0, unchanged = 0, cells = 0, repeated = 0] =
    row.map(Number);
  return { added, removed, changed, unchanged, cells, repeated };
}

const conditions: Readonly<Record<RowChangeKind, string>> = {
  changed: 'l is not null and r is not null and len(cells) > 0',
  added: 'l is null',
  removed: 'r is null',
};

/** A page of what changed: rows of the later version in their order, then those that are gone. */
async function readItems(
  connection: DuckDBConnection,
  tables: Tables,
  keys: readonly ComparedKey[],
  shared: readonly ComparedKey[],
  { kind, limit, offset }: RowChangesInput,
): Promise<RowChanges['items']> {
  const wanted =
    kind === undefined ? Object.values(conditions).map((one) => `(${one})`) : [conditions[kind]];
  const page = (
    await connection.runAndReadAll(
      `select l, r, cells from matched where ${wanted.join(' or ')} order by r nulls last, l limit ${limit} offset ${offset}`,
    )
  ).getRowsJS();
  const places = page.map(([l, r, cells]) => ({
    l: l === null || l === undefined ? null : Number(l),
    r: r === null || r === undefined ? null : Number(r),
    cells: Array.isArray(cells) ? cells.map(Number) : [],
  }));
  const [earlier, later] = [
    await readRows(
      connection,
      tables[0],
      shared.map(({ left }) => left),
      places.map(({ l }) => l),
    ),
    await readRows(
      connection,
      tables[1],
      shared.map(({ right }) => right),
      places.map(({ r }) => r),
    ),
  ];
  const keyPlaces = keys.map(({ left }) => shared.findIndex((one) => one.left.name === left.name));
  return places.map(({ l, r, cells }) => {
    const [from, to] = [l === null ? null : earlier.get(l), r === null ? null : later.get(r)];
    const isPair = l !== null && r !== null;
    const shown = isPair ? cells : shared.map((_, i) => i);
    return {
      kind: l === null ? 'added' : r === null ? 'removed' : 'changed',
      row_from: l === null ? null : l + 1,
      row_to: r === null ? null : r + 1,
      key: keyPlaces.map((i) => (to ?? from)?.[i] ?? null),
      cells: shown.map((i) => ({
        column: shared[i]?.left.name ?? '',
        from: from?.[i] ?? null,
        to: to?.[i] ?? null,
      })),
    };
  });
}

async function readRows(
  connection: DuckDBConnection,
  { table }: CombinedTable,
  columns: readonly FieldColumn[],
  numbers: readonly (number | null)[],
): Promise<Map<number, Cell[]>> {
  const wanted = numbers.filter((one) => one !== null);
  if (wanted.length === 0) return new Map();
  const read = await connection.runAndReadAll(
    `select ${[rowNumber, ...columns.map(cellExpression)].join(', ')} from ${fileOf(table.parquet, table.columns)} where ${rowNumber} in (${wanted.join(', ')})`,
  );
  return new Map(
    read
      .getRows()
      .map(([number, ...values]) => [
        Number(number),
        columns.map((column, i) => cellOf(column, values[i] ?? null)),
      ]),
  );
}
