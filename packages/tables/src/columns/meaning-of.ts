import type { ColumnSummary } from './column-summary.ts';
import type { TableColumn } from '../table/table-column.ts';

/** Beyond this many values a text is no category, however often they come back. */
export const categoriesAtMost = 100;

/** Text is a category when it has few values that come back. */
export function meaningOf(column: TableColumn, summary: ColumnSummary): TableColumn {
  if (summary.kind !== 'text') return column;
  const { distinct, n } = summary;
  const category = distinct >= 1 && distinct <= categoriesAtMost && (distinct <= n / 2 || n <= 2);
  return { ...column, type: category ? 'category' : 'text' };
}
