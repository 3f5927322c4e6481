import type { View } from '@columnist/contract';
import { samplesOf, type Sample, type Scale } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { describeGroups } from './describe-groups.ts';
import { unfit, type Group, type ReadRows } from './finding.ts';
import { readNumbers } from './read-numbers.ts';

/** One number column, of at least three values that are not all equal. */
export interface Varying extends ReadRows {
  readonly sample: Sample;
  readonly scale: Scale;
  /** Row numbers in the file, from 0. */
  readonly rows: Uint32Array;
}

/** Throws unknown_column, wrong_column_type, too_complex, invalid_input. */
export async function readVarying(
  connection: Connection,
  table: TableRef,
  { column, view }: { readonly column: string; readonly view?: View | undefined },
): Promise<Varying> {
  const read = await readNumbers(connection, table, [column], view);
  const { samples, scale } = samplesOf(read.columns, read.scales[0] ?? { origin: 0, perUnit: 1 });
  const [sample] = samples;
  if (sample === undefined) throw new Error('There is one sample.');
  if (sample.n < 3)
    throw unfit(
      `'${column}' has ${sample.n === 1 ? '1 value' : `${sample.n} values`} here; this needs at least three.`,
      'column',
      'Choose another column or another view.',
    );
  if (sample.m2 === 0)
    throw unfit(`All values of '${column}' are equal.`, 'column', 'Choose a column that varies.');
  const { used, excluded, missing, effects, rows } = read;
  return { used, excluded, missing, effects, rows, sample, scale };
}

/** Figures of the column. */
export const figuresOf = (column: string, { sample, scale }: Varying, level: number): Group[] =>
  describeGroups([column], { samples: [sample], scale }, level);
