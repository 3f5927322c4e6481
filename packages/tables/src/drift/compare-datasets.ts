import { changeOfType, type ColumnDrift, type DatasetComparison } from '@columnist/contract';
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
        drift.psi === null
          ? null
          : drift.psi < small
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
  const retyped = inBoth.flatMap(({ now, earlier }) => {
    const change = changeOfType(earlier, now);
    return change === null ? [] : [{ name: now.name, ...change }];
  });
  return {
    added: after.columns
      .filter(({ name }) => !before.columns.some((column) => column.name === name))
      .map(plain),
    removed: before.columns
      .filter(({ name }) => !after.columns.some((column) => column.name === name))
      .map(plain),
    retyped,
    columns,
    sentence: sentenceOf(
      columns,
      retyped.filter(({ name }) => !alike.includes(name)),
    ),
  };
}

/** Names that a sentence lists; the others are counted. */
const namedAtMost = 5;

function sentenceOf(columns: readonly ColumnDrift[], retyped: Drifts['retyped']): string {
  const of = (verdict: ColumnDrift['verdict']): string[] =>
    columns.filter((column) => column.verdict === verdict).map(({ name }) => name);
  const left = [
    ...retyped.map(({ name, from, to }) => `${name} (${from} → ${to})`),
    ...columns.flatMap(({ name, verdict, reason }) =>
      verdict === null ? [`${name} (${reasonIn(reason)})`] : [],
    ),
  ];
  const shared = columns.length + retyped.length;
  const compared = shared - left.length;
  const [changed, moved, same] = [of('changed'), of('moved'), of('alike').length];
  if (shared === 0) return 'The two have no column in common.';
  const others =
    left.length === 0
      ? ''
      : ` Not compared: ${left.slice(0, namedAtMost).join(', ')}${left.length > namedAtMost ? ` and ${left.length - namedAtMost} more` : ''}.`;
  const named = `${shared} shared ${shared === 1 ? 'column' : 'columns'}`;
  if (compared === 0) return `None of the ${named} could be compared.${others}`;
  if (same === compared)
    return left.length > 0
      ? `${compared} of ${named} ${compared === 1 ? 'was compared and is' : 'were compared and are'} distributed alike.${others}`
      : shared === 1
        ? 'The one shared column is distributed alike.'
        : `All ${named} are distributed alike.`;
  return [
    changed.length > 0 ? `Much has changed in ${changed.join(', ')}` : '',
    moved.length > 0 ? `${changed.length > 0 ? 'some' : 'Some'} in ${moved.join(', ')}` : '',
  ]
    .filter((part) => part !== '')
    .join('; ')
    .concat(
      `; ${same} of ${compared} ${left.length > 0 ? 'compared columns' : compared === 1 ? 'column' : 'columns'} ${same === 1 ? 'is' : 'are'} alike.${others}`,
    );
}

/** A reason within a sentence. */
const reasonIn = (reason: string | null): string =>
  (reason ?? '').replace(/^./, (letter) => letter.toLowerCase()).replace(/\.$/, '');
