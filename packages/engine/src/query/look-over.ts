import type { Overview, View } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { provenanceOf } from './provenance.ts';
import { TableReader, rowNumber } from './table-reader.ts';

const runs = 100;
const patternsShown = 20;

/** Missing values by column, place and pattern; complete and duplicate rows. */
export async function lookOver(connection: DuckDBConnection, table: TableRef, input: { view?: View | undefined }): Promise<Overview> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view);
  const { columns } = reader;
  const names = columns.map((column) => column.field);
  const provenance = await provenanceOf(table, reader, input.view, { duplicate_rows: 'rows equal to an earlier row in every column' });
  const total = provenance.n_used;
  const counts = (await reader.rows(`select ${names.map((name) => `(count(*) - count(${name}))::double`).join(', ')} from ${reader.source}`))[0] ?? [];
  const gaps = columns.flatMap((column, i) => (Number(counts[i]) > 0 ? [{ column: column.name, name: names[i] ?? '', n: Number(counts[i]) }] : []));
  const byPosition = await missingByPosition(reader, gaps.map((gap) => gap.name), total);
  const patterns = await missingPatterns(reader, gaps);
  const [groups] = await reader.rows(`select count(*)::double from (select 1 from ${reader.source} group by ${names.join(', ')})`);
  const incomplete = gaps.length === 0 ? 0 : patterns.incomplete;
  return {
    ...provenance,
    cells: total * columns.length,
    missing_cells: gaps.reduce((sum, gap) => sum + gap.n, 0),
    complete_rows: total - incomplete,
    duplicate_rows: total - Number(groups?.[0] ?? 0),
    missing: gaps.map((gap, i) => ({ column: gap.column, n: gap.n, by_position: byPosition[i] ?? [] })).sort((a, b) => b.n - a.n),
    patterns: patterns.items,
  };
}

async function missingByPosition(reader: TableReader, names: readonly string[], total: number): Promise<number[][]> {
  if (names.length === 0 || total === 0) return names.map(() => []);
  const buckets = Math.min(runs, total);
  const shares = names.map((name) => `1 - count(${name}) / count(*)::double`).join(', ');
  const place = `((row_number() over (order by ${rowNumber}) - 1) * ${buckets} // ${total})`;
  const rows = await reader.rows(`select ${shares} from (select ${place} b, ${names.join(', ')} from ${reader.source}) group by b order by b`);
  return names.map((_, i) => rows.map((row) => Number(row[i])));
}

/** A pattern is the set of columns that are missing together, as bits of a text. */
async function missingPatterns(reader: TableReader, gaps: readonly { column: string; name: string }[]): Promise<{ items: Overview['patterns']; incomplete: number }> {
  if (gaps.length === 0) return { items: [], incomplete: 0 };
  const bits = gaps.map((gap) => `if(${gap.name} is null, '1', '0')`).join(' || ');
  const rows = await reader.rows(`select p, count(*)::double n from (select ${bits} p from ${reader.source}) group by p order by n desc, p`);
  const all = rows.map(([bitsText, n]) => ({
    columns: String(bitsText).split('').flatMap((bit, i) => (bit === '1' ? [gaps[i]?.column ?? ''] : [])),
    n: Number(n),
  }));
  const incomplete = all.filter((pattern) => pattern.columns.length > 0).reduce((sum, pattern) => sum + pattern.n, 0);
  return { items: all.slice(0, patternsShown), incomplete };
}
