import { momentsOf, quantile, standardDeviation, tabulate } from '@columnist/statistics';
import type { Group } from '../finding.ts';
import type { Series } from './read-series.ts';

/**
 * Without an interval of the mean: it takes values for independent, which those of a series seldom
 * are.
 */
export function figuresOf({ name, values }: Series): Group[] {
  const table = tabulate(values);
  const moments = momentsOf(table);
  return [
    {
      name,
      n: values.length,
      mean: moments.mean,
      sd: standardDeviation(moments),
      median: quantile(table, 0.5),
      mean_ci: null,
    },
  ];
}
