import { findColumn, levelsOf, type View } from '@columnist/contract';
import { literal } from '../database/sql.ts';
import type { FieldColumn } from './table-column.ts';

/**
 * SQL of what the values of a column are ordered by: intervals by their bounds, levels as a person
 * set them with any others behind, no others.
 */
export function orderOf(column: FieldColumn): string {
  const { field, labels } = column;
  if (labels !== undefined) return `list_position([${labels.map(literal).join(', ')}], ${field})`;
  const levels = levelsOf(column);
  if (levels === undefined) return field;
  const place = `coalesce(list_position([${levels.map(literal).join(', ')}], ${field}), ${levels.length + 1})`;
  return `(case when ${field} is not null then row(${place}, ${field}) end)`;
}

/** The keys of ORDER BY; missing values come last in both directions. Throws unknown_column. */
export const orderBy = (columns: readonly FieldColumn[], sort: View['sort']): string[] =>
  (sort ?? []).map(
    ({ column, direction }) =>
      `${orderOf(findColumn(columns, column))} ${direction === 'descending' ? 'desc' : 'asc'} nulls last`,
  );
