import type { ColumnDescription, View } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import { describeTable } from '@columnist/tables/columns/describe-table';
import type { TableRef } from '@columnist/tables/table/table-ref';

/** Whether a picture has an axis of its values. */
export const isMeasured = ({ type }: ColumnDescription): boolean =>
  type === 'number' || type === 'datetime';

/** A description without what no picture shows. */
export const undrawn = { quantiles: [], confidence_level: 0.95, correlations: false, plot: false };

/** Rows that the picture is of: those with a number or time where one is measured. */
export async function rowsWithValues(
  connection: Connection,
  table: TableRef,
  view: View | undefined,
  columns: readonly ColumnDescription[],
  rows: number,
): Promise<number> {
  const measured = columns.every(isMeasured)
    ? columns
    : columns.filter(({ type }) => type === 'number');
  const needed = measured.filter(({ missing }) => missing > 0).map(({ name }) => name);
  if (needed.length === 0) return rows;
  const kept = view?.drop_missing === true || [...(view?.drop_missing ?? []), ...needed];
  const { n_used: used } = await describeTable(connection, table, {
    ...undrawn,
    columns: needed,
    view: { ...view, drop_missing: kept },
  });
  return used;
}
