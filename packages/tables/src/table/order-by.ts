import { findColumn, type View } from '@columnist/contract';
import { literal } from '../database/sql.ts';
import type { FieldColumn } from './table-column.ts';

/** SQL of what the values of a column are ordered by: intervals by their bounds, no others. */
export const orderOf = ({ field, labels }: FieldColumn): string =>
  labels === undefined ? field : `list_position([${labels.map(literal).join(', ')}], ${field})`;

/** The keys of ORDER BY; missing values come last in both directions. Throws unknown_column. */
export const orderBy = (columns: readonly FieldColumn[], sort: View['sort']): string[] =>
  (sort ?? []).map(
    ({ column, direction }) =>
      `${orderOf(findColumn(columns, column))} ${direction === 'descending' ? 'desc' : 'asc'} nulls last`,
  );
