import {
  alertThresholds,
  description,
  type Alert,
  type AlertThresholds,
  type Alerts,
  type View,
} from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import { readFile } from 'node:fs/promises';
import { describeTable } from '@columnist/tables/columns/describe-table';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { lookOver } from '@columnist/tables/queries/look-over';
import { provenanceOf } from '@columnist/tables/views/provenance';
import { TableReader } from '@columnist/tables/views/table-reader';
import { judgeColumn, judgeTable } from './judge.ts';
import { scanTexts } from './scan-texts.ts';

export interface AlertsInput {
  readonly view?: View | undefined;
  readonly thresholds: AlertThresholds;
  /**
   * File of the table's description with default options, as admission wrote it; only without a
   * view.
   */
  readonly profile?: string | undefined;
}

const describing = { quantiles: [], confidence_level: 0.95, correlations: true, plot: false };
const rank = { high: 0, medium: 1, low: 2 };

/** What in a table should be checked before it is analysed, the most severe first. */
export async function findAlerts(
  connection: Connection,
  table: TableRef,
  { view, thresholds, profile }: AlertsInput,
): Promise<Alerts> {
  const described =
    profile === undefined
      ? await describeTable(connection, table, { ...describing, view })
      : description.parse(JSON.parse(await readFile(profile, 'utf8')));
  const over = await lookOver(connection, table, { view });
  const reader = await TableReader.open(connection, table.parquet, table.columns, view);
  const rows = await reader.rowCount();
  const texts = await scanTexts(
    reader,
    reader.columns.filter(
      ({ type, storage }) => (type === 'text' || type === 'category') && storage === 'VARCHAR',
    ),
  );
  const found: Alert[] = [
    ...judgeTable({
      rows,
      over,
      names: reader.columns.map(({ name }) => name),
      correlations: described.correlations,
      thresholds,
    }),
    ...described.columns.flatMap((column) =>
      judgeColumn({ rows, column, texts: texts.get(column.name), thresholds }),
    ),
  ];
  return {
    ...provenanceOf(
      table,
      rows,
      view,
      {
        imbalance: '1 - entropy / log(number of values)',
        skewness: 'type 2',
        duplicate_rows: 'rows equal to an earlier row in every column',
      },
      reader.effects,
    ),
    thresholds: alertThresholds.parse(thresholds),
    alerts: found.toSorted((a, b) => rank[a.severity] - rank[b.severity]),
  };
}
