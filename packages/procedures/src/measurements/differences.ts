import type { View } from '@columnist/contract';
import { samplesOf } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { describeColumns, describeGroups, roughlyNormal } from '../describe-groups.ts';
import { unfit } from '../finding.ts';
import { quantilesOf } from '../pictures.ts';
import { differencesOf, numbersCode, readNumbers, type NumberColumns } from '../read-numbers.ts';

export interface Measurements {
  readonly value: string;
  /** Where it is left out, the values of one column are what is tested. */
  readonly other?: string | undefined;
  readonly view?: View | undefined;
  readonly confidence_level: number;
}
export interface ReadMeasurements extends NumberColumns {
  readonly names: readonly string[];
}

/** One column, or two of the same rows. */
export async function readMeasurements(
  connection: Connection,
  table: TableRef,
  { value, other, view }: Measurements,
): Promise<ReadMeasurements> {
  const names = other === undefined ? [value] : [value, other];
  return { ...(await readNumbers(connection, table, names, view)), names };
}

/**
 * Values of one column or differences of two, with what every test of them shows. Ranks need no
 * spread, and one row only.
 */
export function differencesIn(
  { confidence_level: level }: Measurements,
  read: ReadMeasurements,
  { ranks = false }: { readonly ranks?: boolean } = {},
) {
  const { names } = read;
  const [x = new Float64Array(), y] = read.columns;
  const [first] = read.scales;
  const paired = y !== undefined;
  const { values, scale } = paired
    ? differencesOf(x, y, read.scales)
    : { values: x, scale: first ?? { origin: 0, perUnit: 1 } };
  const least = ranks ? 1 : 2;
  if (values.length < least)
    throw unfit(
      `There ${values.length === 1 ? 'is one row' : 'are no rows'} to compare.`,
      'value',
      'Choose another column or another view.',
    );
  const { samples, scale: moved } = samplesOf([values], scale);
  const [sample] = samples;
  if (sample === undefined) throw new Error('There is one sample.');
  if (sample.m2 === 0 && !ranks)
    throw unfit(
      `All ${paired ? 'differences' : 'values'} are equal: there is no spread to compare with.`,
      'value',
      'Choose another column.',
    );
  const what = paired ? `${names[0] ?? ''} − ${names[1] ?? ''}` : (names[0] ?? '');
  const code = numbersCode(names, paired ? ['x', 'y'] : ['x']);
  const groups = paired
    ? describeColumns(names, read, level)
    : describeGroups(names, { samples, scale: moved }, level);
  const common = { groups, picture: quantilesOf(what, sample.values, moved) };
  const assumption = roughlyNormal([what], samples, paired ? 'differences' : 'values');
  return { values, scale, sample, moved, paired, what, code, common, assumption };
}
