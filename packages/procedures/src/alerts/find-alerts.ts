import {
  alertKinds,
  alertThresholds,
  description,
  type Alert,
  type AlertThresholds,
  type Alerts,
  type ColumnDescription,
  type Description,
  type View,
} from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import { readFile } from 'node:fs/promises';
import { describeTable } from '@columnist/tables/columns/describe-table';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { lookOver } from '@columnist/tables/queries/look-over';
import { provenanceOf } from '@columnist/tables/views/provenance';
import { TableReader } from '@columnist/tables/views/table-reader';
import { judgeColumn, judgeRows } from './judge.ts';
import { missingByGroup } from './missing-by-group.ts';
import { missingRuns } from './missing-run.ts';
import { personalData } from './personal-data.ts';
import { notice } from './notice.ts';
import { readFacts } from './read-facts.ts';
import { scanTexts } from './scan-texts.ts';
import { totals } from './totals.ts';
import { describing, withoutTotals } from './without-totals.ts';

export interface AlertsInput {
  readonly view?: View | undefined;
  readonly thresholds: AlertThresholds;
  /**
   * File of the table's description with default options, as admission wrote it; only without a
   * view.
   */
  readonly profile?: string | undefined;
}

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
  const runs =
    view === undefined
      ? await missingRuns(reader, rows, described.columns, thresholds)
      : new Map<string, never>();
  const groups = await missingByGroup(reader, rows, described.columns, texts, thresholds);
  const facts = await readFacts(reader, rows, view === undefined, described, texts);
  const summed = rows === 0 ? [] : await totals(facts, texts);
  const rest =
    view === undefined ? await withoutTotals(connection, table, facts, summed, texts) : null;
  const judged = [
    ...judgeRows({
      rows,
      over,
      columns: described.columns,
      thresholds,
    }),
    ...described.columns.flatMap((column) =>
      judgeColumn({
        rows,
        column: withFigures(column, rest?.described),
        texts: texts.get(column.name),
        run: runs.get(column.name),
        groups: groups.get(column.name),
        thresholds,
      }),
    ),
    ...personalData(rows, described.columns, texts, thresholds.personal_data),
  ];
  const noticed = [
    ...summed,
    ...(
      await notice(
        rest?.facts ?? facts,
        rest?.described ?? described,
        texts,
        over.duplicate_rows,
        thresholds,
        rest === null ? (summed[0]?.count ?? 0) : 0,
      )
    ).map((alert) => within(alert, rest?.filter)),
  ];
  const found = [
    ...noticed,
    ...judged.filter((alert) => !isExplained(alert, noticed)).map(beside(noticed)),
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
    alerts: found.toSorted(
      (a, b) =>
        rank[a.severity] - rank[b.severity] ||
        alertKinds.indexOf(a.kind) - alertKinds.indexOf(b.kind),
    ),
  };
}

/** Of a number its figures without totals; rows without a value are those of all. */
function withFigures(
  column: ColumnDescription,
  described: Description | undefined,
): ColumnDescription {
  const without = described?.columns.find(({ name }) => name === column.name);
  return without?.type === 'number' && column.type === 'number'
    ? { ...without, missing: column.missing }
    : column;
}

/** What is noticed without totals has its rows without them. */
const within = (alert: Alert, filter: string | undefined): Alert =>
  filter === undefined || alert.rows === null
    ? alert
    : { ...alert, rows: `(${alert.rows}) and (${filter})` };

/** Skewness beside extreme values comes after them. */
const beside =
  (noticed: readonly Alert[]) =>
  (alert: Alert): Alert =>
    alert.kind === 'skewed' &&
    noticed.some(
      ({ kind, columns: [name] }) => kind === 'extreme_values' && name === alert.columns[0],
    )
      ? { ...alert, severity: 'low' }
      : alert;

/** Skewness that wrong values make, and zeros that are named as impossible, are not said twice. */
const isExplained = ({ kind, columns: [name = ''] }: Alert, noticed: readonly Alert[]): boolean => {
  const by: Partial<Record<Alert['kind'], readonly Alert['kind'][]>> = {
    skewed: [
      'placeholder',
      'mixed_units',
      'impossible_percentages',
      'outside_scale',
      'totals',
      'impossible_zeros',
      'impossible_signs',
    ],
    zeros: ['impossible_zeros', 'outside_scale'],
  };
  return (
    by[kind]?.some((one) =>
      noticed.some((alert) => alert.kind === one && alert.columns.includes(name)),
    ) ?? false
  );
};
