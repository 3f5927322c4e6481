import {
  looksLikeId,
  alertKinds,
  alertThresholds,
  description,
  type Alert,
  type AlertThresholds,
  type Alerts,
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
import { brokenEncoding } from './broken-encoding.ts';
import { collinear } from './collinear.ts';
import { copiedRows } from './copied-rows.ts';
import { cutTexts } from './cut-texts.ts';
import { benford, digitPreference } from './digits.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { farValues, sayExtremes } from './extreme-values.ts';
import { impossiblePercentages } from './impossible-percentages.ts';
import { impossibleSigns, impossibleZeros } from './impossible-values.ts';
import { judgeColumn, judgeRows } from './judge.ts';
import { judgeDates } from './judge-dates.ts';
import { missingRuns } from './missing-run.ts';
import { misspeltValues } from './misspelt-values.ts';
import { mixedUnits } from './mixed-units.ts';
import { outlyingGroup, sayOutlying } from './outlying-group.ts';
import { stuckValues } from './stuck-values.ts';
import { suddenChange } from './sudden-change.ts';
import { personalData } from './personal-data.ts';
import { placeholdersOf, sayPlaceholders } from './placeholders.ts';
import { readFacts, type NumberFacts, type TableFacts } from './read-facts.ts';
import { roundingChange } from './rounding-change.ts';
import { scanTexts } from './scan-texts.ts';
import { totals } from './totals.ts';

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
  const runs =
    view === undefined
      ? await missingRuns(reader, rows, described.columns, thresholds)
      : new Map<string, never>();
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
        column,
        texts: texts.get(column.name),
        run: runs.get(column.name),
        thresholds,
      }),
    ),
    ...personalData(rows, described.columns, texts, thresholds.personal_data),
  ];
  const facts = await readFacts(reader, rows, view === undefined, described, texts);
  const noticed = await notice(facts, described, texts, over.duplicate_rows, thresholds);
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

/** What a careful reader of the values would notice. */
async function notice(
  facts: TableFacts,
  described: Description,
  texts: Awaited<ReturnType<typeof scanTexts>>,
  duplicateRows: number,
  thresholds: AlertThresholds,
): Promise<Alert[]> {
  if (facts.rows === 0) return [];
  const ids = new Set(
    described.columns.flatMap(({ name, type, storage }) =>
      looksLikeId(name, type, storage) ? [name] : [],
    ),
  );
  const measures = facts.numbers.filter(({ name }) => !ids.has(name));
  const ofTable = [
    ...(await totals(facts, texts)),
    ...(await duplicateKeys(facts, described.columns, duplicateRows, texts)),
    ...collinear(described.correlations, measures, ids, thresholds.high_correlation),
    ...[...texts].flatMap(([name, found]) =>
      [brokenEncoding(name, found), misspeltValues(name, found), cutTexts(name, found.cut)].flatMap(
        listed,
      ),
    ),
    ...(await judgeDates(facts)),
    ...(await copiedRows(facts)),
  ];
  const summed = ofTable.find(({ kind }) => kind === 'totals')?.count ?? 0;
  const ofColumns: Alert[] = [];
  for (const column of measures) ofColumns.push(...(await noticeValues(facts, column, summed)));
  return [...ofTable, ...ofColumns];
}

/** One value or part of a column is named once, by the kind that says most about it. */
async function noticeValues(
  facts: TableFacts,
  column: NumberFacts,
  rowsOfSums: number,
): Promise<Alert[]> {
  const codes = placeholdersOf(column);
  const outlying = outlyingGroup(column, facts.categories);
  const zeros = impossibleZeros(column, facts.numbers);
  const signs = codes.length === 0 ? impossibleSigns(column) : null;
  const percentages = codes.length === 0 ? await impossiblePercentages(facts, column, signs) : null;
  const units =
    codes.length === 0 && percentages === null
      ? mixedUnits(column, facts.categories, outlying)
      : null;
  const far = farValues(column).filter(
    ({ side, values }) =>
      values.length > rowsOfSums &&
      !values.some((value) => codes.includes(value)) &&
      !(zeros !== null && values.includes(0)) &&
      !(signs !== null && side === 'low') &&
      !(percentages !== null && values.some(percentages.isNamed)),
  );
  const change = suddenChange(facts, column);
  // In another unit the digits are others, of a group as of single rows.
  const isOneScale = units === null && outlying === null;
  const rounding = units === null && change === null ? roundingChange(facts, column) : null;
  return [
    ...(codes.length === 0 ? [] : [sayPlaceholders(column, codes)]),
    ...(units === null && far.length > 0 ? [await sayExtremes(facts, column, far)] : []),
    ...[
      units,
      percentages?.alert ?? null,
      zeros,
      signs,
      change,
      stuckValues(facts, column),
      outlying === null ? null : sayOutlying(column, outlying),
      rounding ?? (isOneScale ? digitPreference(column, facts.numbers) : null),
      isOneScale ? benford(column, facts.categories) : null,
    ].flatMap(listed),
  ];
}

const listed = (alert: Alert | null): Alert[] => (alert === null ? [] : [alert]);

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
      'totals',
      'impossible_zeros',
      'impossible_signs',
    ],
    zeros: ['impossible_zeros'],
  };
  return (
    by[kind]?.some((one) =>
      noticed.some((alert) => alert.kind === one && alert.columns.includes(name)),
    ) ?? false
  );
};
