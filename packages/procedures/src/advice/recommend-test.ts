import { findColumn, type Recommendation } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { unfit } from '../finding.ts';
import { provenanceOf } from '@columnist/tables/views/provenance';
import { TableReader } from '@columnist/tables/views/table-reader';
import { categories } from './advise-on-categories.ts';
import { groups, numberAndGroups } from './advise-on-groups.ts';
import { pairs, twoNumbers } from './advise-on-numbers.ts';
import type { Advised, RecommendInput } from './advised.ts';

/**
 * The right test to compare two columns: by their types, how many groups there are, how they vary
 * and how they are shaped.
 * No test of the question itself is run. What is recommended can be run: rows that no test takes
 * are refused here.
 * Throws unknown_column, invalid_input, too_complex.
 */
export async function recommendTest(
  connection: Connection,
  table: TableRef,
  input: RecommendInput,
): Promise<Recommendation> {
  if (input.value === input.by)
    throw unfit('A column cannot be compared by itself.', 'by', 'Name another column.');
  const { advice, read } = await adviseOn(connection, table, input);
  const left = read.excluded.reduce((sum, { n }) => sum + n, 0);
  const provenance = provenanceOf(
    table,
    read.used + left,
    input.view,
    { missing: read.missing },
    read.effects,
  );
  return {
    ...provenance,
    n_used: read.used,
    n_excluded: [...provenance.n_excluded, ...read.excluded],
    ...advice,
  };
}

async function adviseOn(
  connection: Connection,
  table: TableRef,
  input: RecommendInput,
): Promise<Advised> {
  const { value, by, paired, ask } = input;
  const [first, second] = await measured(connection, table, input);
  const numbers = first.number && second.number;
  // 0 and 1 are two groups, and measurements where they are paired with one.
  if (
    paired &&
    (numbers ||
      (first.type === 'number' && second.type === 'number' && first.number !== second.number))
  )
    return pairs(connection, table, input);
  if (paired && first.number !== second.number)
    throw unfit(
      'A number and a category cannot be the same measurement twice.',
      'paired',
      'Leave out paired, or name two number columns.',
    );
  if (!paired && ask === 'compare')
    return first.number
      ? groups(connection, table, input, value, by)
      : categories(connection, table, input);
  if (numbers) return twoNumbers(connection, table, input);
  if (first.number || second.number) {
    const [number, group] = first.number ? [value, by] : [by, value];
    return ask === 'relate'
      ? numberAndGroups(connection, table, input, number, group)
      : groups(connection, table, input, number, group);
  }
  return categories(connection, table, input);
}

/** Whether each column measures: a number column with more than two values. */
async function measured(
  connection: Connection,
  table: TableRef,
  { value, by, view }: RecommendInput,
): Promise<[Column, Column]> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, [
    value,
    by,
  ]);
  const columnOf = async (name: string): Promise<Column> => {
    const { type, field } = findColumn(reader.columns, name);
    if (type !== 'number') return { type, number: false };
    const [row] = await reader.rows(
      `select count(*)::double from (select distinct ${field} as k from ${reader.source} where ${field} is not null limit 3)`,
    );
    return { type, number: Number(row?.[0]) !== 2 };
  };
  return [await columnOf(value), await columnOf(by)];
}
interface Column {
  readonly type: string;
  readonly number: boolean;
}
