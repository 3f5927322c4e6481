import { AppError, type TestResult, type View } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import { cellExpression, cellOf } from '@columnist/tables/table/cells';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { rowNumber } from '@columnist/tables/database/parquet-file';
import { TableReader } from '@columnist/tables/views/table-reader';

const groupsDrawn = 8;

/** The group of some rows; the rarest ones together. */
export async function groupsAt(
  connection: Connection,
  table: TableRef,
  { by: name, view }: { readonly by: string; readonly view?: View | undefined },
  rows: readonly number[],
): Promise<Extract<TestResult['picture'], { kind: 'map' }>['groups']> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, [name]);
  const [column] = reader.columns;
  if (column === undefined) throw new AppError('unknown_column', `There is no column '${name}'.`);
  const values = new Map(
    (
      await reader.rows(
        `select ${rowNumber}::double, ${cellExpression(column)} from ${reader.source}`,
      )
    ).map(([row, value]) => [Number(row), cellOf(column, value ?? null)]),
  );
  const labels = rows.map((row) => String(values.get(row) ?? 'missing'));
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const kept = new Set(
    [...counts]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, groupsDrawn)
      .map(([label]) => label),
  );
  return labels.map((label) => (kept.has(label) ? label : 'others'));
}
