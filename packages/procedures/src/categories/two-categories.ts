import type { ResultTable, TestResult, View } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { unfit } from '../finding.ts';
import { readCounts, type Counts } from '../read-counts.ts';

export interface TwoCategories {
  readonly x: string;
  readonly y: string;
  readonly view?: View | undefined;
}

/** How often their values occur together. */
export const readPair = (
  connection: Connection,
  table: TableRef,
  { x, y, view }: TwoCategories,
): Promise<Counts> => readCounts(connection, table, x, y, view);

/** Throws invalid_input where a column has fewer than two values. */
export function requireTwo(
  { x, y }: { readonly x: string; readonly y: string },
  read: Counts,
): void {
  if (read.x.labels.length < 2 || read.y.labels.length < 2)
    throw unfit(
      `'${read.x.labels.length < 2 ? x : y}' has fewer than two values here.`,
      read.x.labels.length < 2 ? 'x' : 'y',
      'Choose another column or another view.',
    );
}

/** The counts with their sums. */
export const tableOf = ({ x, y, counts }: Counts): ResultTable => ({
  title: 'Counts',
  columns: [`${x.column} \\ ${y.column}`, ...y.labels, 'all'],
  rows: x.labels.map((label, i) => [
    label,
    ...(counts[i] ?? []),
    (counts[i] ?? []).reduce((sum, n) => sum + n, 0),
  ]),
});
/** The share of each count in its row, from 0 to 1. */
export const sharesOf = ({ x, y, counts }: Counts): ResultTable => ({
  title: 'Shares of rows',
  columns: [`${x.column} \\ ${y.column}`, ...y.labels],
  rows: x.labels.map((label, i) => {
    const row = counts[i] ?? [];
    const all = row.reduce((sum, n) => sum + n, 0);
    return [label, ...row.map((n) => n / all)];
  }),
});

/** The counts, shaded by what stands out. */
export const pictureOf = (
  { x, y, counts }: Counts,
  residuals: number[][],
): TestResult['picture'] => ({
  kind: 'counts',
  x_name: x.column,
  y_name: y.column,
  rows: [...x.labels],
  columns: [...y.labels],
  counts: counts.map((row) => [...row]),
  residuals,
});
