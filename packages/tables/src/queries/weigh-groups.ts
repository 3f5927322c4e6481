import {
  CompensatedSum,
  placeOf,
  spanOf,
  weightedFigures,
  weightedSum,
} from '@columnist/statistics';
import { readValues, type ColumnValues } from '../columns/read-values.ts';
import { weighable, weightsOf, type Weighable } from '../columns/weights.ts';
import type { TableReader } from '../views/table-reader.ts';
import type { GroupAggregate } from './group-aggregate.ts';
import { writtenName } from './result-column.ts';

/**
 * Weighted figures of each group, over its rows that have a value and a weight above 0, as a
 * description with weights gives them; null where there are none. Of true and false the mean is the
 * share of true. `share` is that of all weights.
 */
export async function weighGroups(
  reader: TableReader,
  { statistic, column, weights: by }: GroupAggregate,
  sizes: readonly number[],
): Promise<(number | null)[]> {
  if (by === null) throw new Error('There are weights.');
  const [read, of] = await readValues(reader, column === null ? [by] : [by, column]);
  if (read === undefined) throw new Error('The weights were read.');
  const weights = await weightsOf(read, writtenName(by));
  let start = 0;
  const groups = sizes.map((size) => {
    const at = [start, (start += size)] as const;
    return weighable((of?.values ?? weights).subarray(...at), weights.subarray(...at));
  });
  if (of === undefined) {
    const sums = groups.map((used) => (used === null ? 0 : totalOf(used.weights)));
    const all = totalOf(sums);
    return sums.map((one) => (all === 0 ? null : one / all));
  }
  return groups.map((used) => (used === null ? null : figureOf(statistic, used, of)));
}

function figureOf(
  statistic: GroupAggregate['statistic'],
  { values, weights }: Weighable,
  { scale }: ColumnValues,
): number | null {
  if (statistic === 'sum')
    return weightedSum(values, weights) / scale.perUnit + scale.origin * totalOf(weights);
  const { mean, sd } = weightedFigures(values, weights);
  if (statistic === 'sd') return sd === null ? null : spanOf(scale, sd);
  return placeOf(scale, mean);
}

function totalOf(numbers: Iterable<number>): number {
  const sum = new CompensatedSum();
  for (const number of numbers) sum.add(number);
  return sum.total;
}
