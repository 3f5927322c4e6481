import {
  AppError,
  nearestNames,
  truthOf as meaningOf,
  valueTypeOf,
  type ValueType,
  type View,
} from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import { cellExpression, cellOf } from '@columnist/tables/table/cells';
import { orderOf } from '@columnist/tables/table/order-by';
import type { FieldColumn } from '@columnist/tables/table/table-column';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { TableReader } from '@columnist/tables/views/table-reader';
import { statedReference } from './event-among.ts';
import type { ReadRows, Snippet } from './finding.ts';
import { pythonLabels, pythonTexts, rLabels, rTexts } from './snippets.ts';

export interface Counted {
  readonly column: string;
  readonly type: ValueType;
  /** Its values in ascending order, or in that of its levels, as answers write them. */
  readonly labels: readonly string[];
  /** The value that the others are compared with, where the dictionary states one. */
  readonly reference: string | undefined;
}

export interface Counts extends ReadRows {
  readonly x: Counted;
  readonly y: Counted;
  /** counts[i][j] of the i-th value of x with the j-th of y. */
  readonly counts: readonly (readonly number[])[];
}

export const mostValues = 50;
/** Values among which named ones are looked for. */
export const labelsAtMost = 100_000;

/**
 * How often values of two columns occur together, where both are present; of x there may be many
 * where only some are `wanted`. Throws unknown_column,
 * invalid_input, too_complex.
 */
export async function readCounts(
  connection: Connection,
  table: TableRef,
  x: string,
  y: string,
  view: View | undefined,
  wanted?: readonly string[],
): Promise<Counts> {
  if (x === y)
    throw new AppError('invalid_input', 'A column cannot be counted by itself.', {
      errors: [{ field: 'y', message: 'Name another column.' }],
    });
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, [x, y]);
  const [first, second] = reader.columns;
  if (first === undefined || second === undefined)
    throw new Error('The reader has the columns it was opened with.');
  const [a, b] = [await labelsOf(reader, first, wanted), await labelsOf(reader, second)];
  const found = await reader.rows(
    `select ${cellExpression({ ...first, field: 'a' })}, ${cellExpression({ ...second, field: 'b' })}, n from (select ${first.field} as a, ${second.field} as b, count(*)::double as n from ${reader.source} group by 1, 2)`,
  );
  const counts = a.labels.map(() => b.labels.map(() => 0));
  const rowOf = new Map(a.labels.map((label, i) => [label, i]));
  let missing = 0;
  for (const [i, j, n] of found) {
    const row = counts[rowOf.get(String(cellOf(first, i ?? null))) ?? -1];
    const place = b.labels.indexOf(String(cellOf(second, j ?? null)));
    if (i === null || j === null || row === undefined || place < 0) missing += Number(n);
    else row[place] = Number(n);
  }
  const rows = counts.map((row) => row.some((n) => n > 0));
  const columns = b.labels.map((_, j) => counts.some((row) => (row[j] ?? 0) > 0));
  const kept = counts.filter((_, i) => rows[i]).map((row) => row.filter((__, j) => columns[j]));
  return {
    x: { ...a, labels: a.labels.filter((_, i) => rows[i]) },
    y: { ...b, labels: b.labels.filter((_, j) => columns[j]) },
    counts: kept,
    used: kept.flat().reduce((sum, n) => sum + n, 0),
    excluded: missing > 0 ? [{ reason: 'value missing', n: missing }] : [],
    missing: 'rows with both values present',
    effects: reader.effects,
  };
}

/** How often each value of one column occurs. */
export async function readShares(
  connection: Connection,
  table: TableRef,
  name: string,
  view: View | undefined,
): Promise<ReadRows & Counted & { readonly counts: readonly number[] }> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, [name]);
  const [column] = reader.columns;
  if (column === undefined) throw new Error('The reader has the column it was opened with.');
  const counted = await labelsOf(reader, column);
  const rows = await reader.rows(
    `select ${cellExpression({ ...column, field: 'k' })}, n from (select ${column.field} as k, count(*)::double as n from ${reader.source} group by 1)`,
  );
  const counts = counted.labels.map((label) =>
    Number(
      rows.find(
        ([value]) => value !== null && String(cellOf(column, value ?? null)) === label,
      )?.[1] ?? 0,
    ),
  );
  const missing = Number(rows.find(([value]) => value === null)?.[1] ?? 0);
  return {
    ...counted,
    counts,
    used: counts.reduce((sum, n) => sum + n, 0),
    excluded: missing > 0 ? [{ reason: 'value missing', n: missing }] : [],
    missing: 'rows with the value present',
    effects: reader.effects,
  };
}

/** Its values: at most so many, unless some of them are wanted alone. */
async function labelsOf(
  reader: TableReader,
  column: FieldColumn,
  wanted?: readonly string[],
): Promise<Counted> {
  const most = wanted === undefined ? mostValues : labelsAtMost;
  const found = await reader.rows(
    `select ${cellExpression({ ...column, field: 'k' })} from (select distinct ${column.field} as k from ${reader.source} where ${column.field} is not null) order by ${orderOf({ ...column, field: 'k' })} limit ${most + 1}`,
  );
  if (found.length > most)
    throw new AppError('too_complex', `'${column.name}' has more than ${most} values.`, {
      column: column.name,
      fix: 'Choose a column with fewer values, put them into intervals with bin(), or keep the rows of some with a filter of the view.',
    });
  return {
    column: column.name,
    type: valueTypeOf(column),
    labels: found.map(([label]) => String(cellOf(column, label ?? null))),
    reference: statedReference(column),
  };
}

/** A word for yes or no, of any language that is read, as answers write it; another as it is. */
export const truthOf = (word: string): string => String(meaningOf(word) ?? word);

/** The place of a value that was named. Throws invalid_input with the nearest ones. */
export function placeOfLabel(
  { column, type, labels }: Counted,
  label: string,
  field: string,
): number {
  const place = labels.indexOf(type === 'boolean' ? truthOf(label) : label);
  if (place < 0)
    throw new AppError('invalid_input', `'${column}' has no value '${label.slice(0, 100)}'.`, {
      errors: [{ field, message: 'Name a value of the column, spelled exactly.' }],
      suggestions: nearestNames(label, labels),
    });
  return place;
}

/** Code for the same table: `counts`. */
export const countsCode = ({ x, y }: Pick<Counts, 'x' | 'y'>): Snippet => ({
  r: [
    `counts <- table(factor(${rLabels(x.column, x.type)}, levels = ${rTexts(x.labels)}), factor(${rLabels(y.column, y.type)}, levels = ${rTexts(y.labels)}))`,
  ],
  python: [
    `x = ${pythonLabels(x.column, x.type)}`,
    `y = ${pythonLabels(y.column, y.type)}`,
    `counts = np.array([[sum(one == a and other == b for one, other in zip(x, y)) for b in ${pythonTexts(y.labels)}] for a in ${pythonTexts(x.labels)}])`,
  ],
});

export const sharesCode = ({ column, type, labels }: Counted): Snippet => ({
  r: [`counts <- table(factor(${rLabels(column, type)}, levels = ${rTexts(labels)}))`],
  python: [
    `x = ${pythonLabels(column, type)}`,
    `counts = np.array([x.count(name) for name in ${pythonTexts(labels)}])`,
  ],
});
