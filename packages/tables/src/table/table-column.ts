import type { ColumnType } from '@columnist/contract';

/** How the values of a column are kept in Parquet. TIMESTAMPTZ is kept as TIMESTAMP in UTC. */
export interface TableColumn {
  readonly name: string;
  readonly storage: string;
  readonly type: ColumnType;
  /**
   * Its values in their own order, where that is not the order of the texts: the intervals of
   * bin().
   */
  readonly labels?: readonly string[];
}

/**
 * A column and its field in the Parquet file: c1, c2 …, so that no name of the user's is ever part
 * of a query.
 */
export interface FieldColumn extends TableColumn {
  readonly field: string;
}

export const fieldsOf = <Column extends TableColumn>(
  columns: readonly Column[],
): (Column & FieldColumn)[] => columns.map((column, i) => ({ ...column, field: `c${i + 1}` }));

/** Precision and scale of a DECIMAL storage. */
export function decimalOf(storage: string): { precision: number; scale: number } | null {
  const match = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(storage);
  return match === null ? null : { precision: Number(match[1]), scale: Number(match[2]) };
}
