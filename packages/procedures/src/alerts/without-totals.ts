import type { Alert, Description } from '@columnist/contract';
import { describeTable } from '@columnist/tables/columns/describe-table';
import type { Connection } from '@columnist/tables/database/connection';
import { rowNumber } from '@columnist/tables/database/parquet-file';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { TableReader } from '@columnist/tables/views/table-reader';
import { readFacts, type TableFacts } from './read-facts.ts';
import type { TextFindings } from './scan-texts.ts';

/** What is asked of a description by which alerts are judged. */
export const describing = {
  quantiles: [],
  confidence_level: 0.95,
  correlations: true,
  plot: false,
};

/** The rows that are no totals, and the filter that shows them. */
export interface WithoutTotals {
  readonly facts: TableFacts;
  readonly described: Description;
  readonly filter: string;
}

/**
 * The table without totals at its end, whose numbers are far from all others and hide what is among
 * these; null where there are none, or where they are elsewhere and rows would be counted otherwise.
 */
export async function withoutTotals(
  connection: Connection,
  table: TableRef,
  { rows }: TableFacts,
  summed: readonly Alert[],
  texts: ReadonlyMap<string, TextFindings>,
): Promise<WithoutTotals | null> {
  const filter = summed.length === 1 ? summed[0]?.remedy?.view.filter : undefined;
  if (typeof filter !== 'string') return null;
  const view = { filter };
  const reader = await TableReader.open(connection, table.parquet, table.columns, view);
  const left = await reader.rowCount();
  const [row] = await reader.rows(`select max(${rowNumber})::double + 1 from ${reader.source}`);
  if (left === 0 || left === rows || Number(row?.[0]) !== left) return null;
  const described = await describeTable(connection, table, { ...describing, view });
  const again = await TableReader.open(connection, table.parquet, table.columns, view);
  return { facts: await readFacts(again, left, true, described, texts), described, filter };
}
