import {
  momentsOf,
  placeOf,
  quantile,
  spanOf,
  standardDeviation,
  tabulate,
} from '@columnist/statistics';
import type { Group } from '../finding.ts';
import type { Series } from './read-series.ts';

/**
 * Without an interval of the mean: it takes values for independent, which those of a series seldom
 * are.
 */
export function figuresOf({ name, numbers, scale }: Series): Group[] {
  const table = tabulate(numbers);
  const moments = momentsOf(table);
  return [
    {
      name,
      n: numbers.length,
      mean: placeOf(scale, moments.mean),
      sd: spanOf(scale, standardDeviation(moments)),
      median: placeOf(scale, quantile(table, 0.5)),
      mean_ci: null,
    },
  ];
}
