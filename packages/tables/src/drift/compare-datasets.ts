import type { ColumnDrift, DatasetComparison } from '@columnist/contract';
import { adjustP } from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { TableReader } from '../views/table-reader.ts';
import { driftOfNumbers, driftOfValues, driftOfTexts, type FoundDrift } from './column-drift.ts';

/** How the columns that two tables share have moved; schema apart. */
export type Drifts = Pick<
  DatasetComparison,
  'added' | 'removed' | 'retyped' | 'columns' | 'sentence'
>;

const small = 0.1;
const large = 0.25;

/**
 * Shared columns of one type, each by itself: bins at quantiles of `before`, or its commonest
 * values.
 */
export async function compareDatasets(
  connection: DuckDBConnection,
  before: TableRef,
  after: TableRef,
  bins: number,
): Promise<Drifts> {
  const inBoth = after.columns.flatMap((column) => {
    const other = before.columns.find(({ name }) => name === column.name);
    return other === undefined ? [] : [{ now: column, earlier: other }];
  });
  const alike = inBoth
    .filter(({ now, earlier }) => now.type === earlier.type)
    .map(({ now }) => now.name);
  const [first, second] = [
    await TableReader.open(connection, before.parquet, before.columns, undefined, alike),
    await TableReader.open(connection, after.parquet, after.columns, undefined, alike),
  ];
  const found: { readonly column: FieldColumn; readonly drift: FoundDrift }[] = [];
  for (const [i, column] of second.columns.entries()) {
    const then = first.columns[i];
    if (then === undefined) continue;
    const counted = column.type === 'category' || column.type === 'boolean';
    found.push({
      column,
      drift: counted
        ? await driftOfValues(first, then, second, column)
        : column.type === 'text'
          ? await driftOfTexts(first, then, second, column)
          : await driftOfNumbers(first, then, second, column, bins),
    });
  }
  const tested = found.filter(({ drift }) => drift.test !== null);
  const holm = new Map(
    adjustP(
      tested.map(({ drift }) => drift.test?.p_value ?? 1),
      'holm',
    ).map((p, i) => [tested[i]?.column.name, p]),
  );
  const columns = found
    .map(({ column, drift }): ColumnDrift => ({
      name: column.name,
      type: column.type,
      verdict:
        drift.psi === null || drift.psi < small
          ? 'alike'
          : drift.psi <= large
            ? 'moved'
            : 'changed',
      ...drift,
      test:
        drift.test === null
          ? null
          : { ...drift.test, p_holm: holm.get(column.name) ?? drift.test.p_value },
    }))
    .toSorted((a, b) => (b.psi ?? -1) - (a.psi ?? -1));
  const plain = ({ name, type, storage }: TableRef['columns'][number]) => ({ name, type, storage });
  return {
    added: after.columns
      .filter(({ name }) => !before.columns.some((column) => column.name === name))
      .map(plain),
    removed: before.columns
      .filter(({ name }) => !after.columns.some((column) => column.name === name))
      .map(plain),
    retyped: inBoth
      .filter(({ now, earlier }) => now.storage !== earlier.storage)
      .map(({ now, earlier }) => ({ name: now.name, from: earlier.storage, to: now.storage })),
    columns,
    sentence: sentenceOf(columns),
  };
}

function sentenceOf(columns: readonly ColumnDrift[]): string {
  const of = (verdict: ColumnDrift['verdict']): string[] =>
    columns.filter((column) => column.verdict === verdict).map(({ name }) => name);
  const [changed, moved] = [of('changed'), of('moved')];
  if (columns.length === 0) return 'The two have no column in common.';
  if (changed.length === 0 && moved.length === 0)
    return `All ${columns.length} shared columns are distributed alike.`;
  return [
    changed.length > 0 ? `Much has changed in ${changed.join(', ')}` : '',
    moved.length > 0 ? `${changed.length > 0 ? 'some' : 'Some'} in ${moved.join(', ')}` : '',
  ]
    .filter((part) => part !== '')
    .join('; ')
    .concat(
      `; ${of('alike').length} of ${columns.length} columns ${of('alike').length === 1 ? 'is' : 'are'} alike.`,
    );
}
