import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldColumn } from '../table/table-column.ts';

/** Beyond this many values a derived text is no category. */
const categoriesAtMost = 100;

/** Derived columns of texts that repeat become categories. */
export async function nameCategories(
  connection: DuckDBConnection,
  columns: readonly FieldColumn[],
  made: ReadonlySet<string>,
): Promise<FieldColumn[]> {
  const texts = columns.filter(({ name, type }) => type === 'text' && made.has(name));
  if (texts.length === 0) return [...columns];
  const counted = await connection.runAndReadAll(
    `select ${texts.map(({ field }) => `count(distinct ${field})::double, count(${field})::double`).join(', ')} from viewed`,
  );
  const row = counted.getRows()[0] ?? [];
  const categories = new Set(
    texts.filter((_, i) => {
      const [distinct, n] = [Number(row[2 * i]), Number(row[2 * i + 1])];
      return distinct >= 1 && distinct <= categoriesAtMost && (distinct <= n / 2 || n <= 2);
    }),
  );
  return columns.map((column) =>
    categories.has(column) ? { ...column, type: 'category' } : column,
  );
}
