import type { Overview, View } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { provenanceOf } from '../views/provenance.ts';
import { rowNumber } from '../database/parquet-file.ts';
import { TableReader } from '../views/table-reader.ts';

const runs = 100;
const patternsShown = 20;

/** Missing values by column, place and pattern; complete and duplicate rows. */
export async function lookOver(
  connection: DuckDBConnection,
  table: TableRef,
  { view }: { readonly view?: View | undefined },
): Promise<Overview> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, view);
  const rowCount = await reader.rowCount();
  const [counts = []] = await reader.rows(
    `select ${reader.columns.map(({ field }) => `count(${field})::double`).join(', ')} from ${reader.source}`,
  );
  const gaps = reader.columns.flatMap((column, i) =>
    Number(counts[i]) < rowCount ? [{ column, n: rowCount - Number(counts[i]) }] : [],
  );
  const gapped = gaps.map(({ column }) => column);
  const shares = await missingByPosition(reader, gapped, rowCount);
  const patterns = await missingPatterns(reader, gapped);
  return {
    ...provenanceOf(
      table,
      rowCount,
      view,
      { duplicate_rows: 'rows equal to an earlier row in every column' },
      reader.effects,
    ),
    cells: rowCount * reader.columns.length,
    missing_cells: gaps.reduce((sum, gap) => sum + gap.n, 0),
    complete_rows:
      gaps.length === 0 ? rowCount : (patterns.find(({ columns }) => columns.length === 0)?.n ?? 0),
    duplicate_rows: await countDuplicates(reader, table, rowCount),
    missing: gaps
      .map(({ column, n }, i) => ({ column: column.name, n, by_position: shares[i] ?? [] }))
      .sort((a, b) => b.n - a.n),
    patterns: patterns.slice(0, patternsShown),
  };
}

/** A column that never repeats a value and lacks none makes every row its own. */
async function countDuplicates(
  reader: TableReader,
  { columns, rowCount: all }: TableRef,
  rowCount: number,
): Promise<number> {
  if (reader.effects.length === 0 && columns.some(({ distinct }) => distinct === all)) return 0;
  const fields = reader.columns.map(({ field }) => field).join(', ');
  const [row] = await reader.rows(
    `select count(*)::double from (select 1 from ${reader.source} group by ${fields})`,
  );
  return rowCount - Number(row?.[0]);
}

/** The missing share of each column in at most 100 equal runs of rows. */
async function missingByPosition(
  reader: TableReader,
  columns: readonly FieldColumn[],
  rowCount: number,
): Promise<number[][]> {
  if (columns.length === 0) return [];
  const shares = columns
    .map(({ field }) => `(count(*) - count(${field})) / count(*)::double`)
    .join(', ');
  const place = `(row_number() over (order by ${rowNumber}) - 1) * ${Math.min(runs, rowCount)} // ${rowCount}`;
  const fields = columns.map(({ field }) => field).join(', ');
  const rows = await reader.rows(
    `select ${shares} from (select ${place} run, ${fields} from ${reader.source}) group by run order by run`,
  );
  return columns.map((_, i) => rows.map((row) => Number(row[i])));
}

/**
 * Which columns are missing together, most frequent first: each pattern is grouped as a text of
 * ones and zeros.
 */
async function missingPatterns(
  reader: TableReader,
  columns: readonly FieldColumn[],
): Promise<Overview['patterns']> {
  if (columns.length === 0) return [];
  const bits = columns.map(({ field }) => `if(${field} is null, '1', '0')`).join(', ');
  const rows = await reader.rows(
    `select concat(${bits}) p, count(*)::double n from ${reader.source} group by p order by n desc, p`,
  );
  return rows.map(([pattern, n]) => ({
    columns: columns.flatMap(({ name }, i) => (String(pattern)[i] === '1' ? [name] : [])),
    n: Number(n),
  }));
}
