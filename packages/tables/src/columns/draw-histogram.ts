import type { Histogram } from '@columnist/contract';
import {
  binEdges,
  countsBetween,
  freedmanDiaconis,
  grainOf,
  quantile,
  type FrequencyTable,
} from '@columnist/statistics';

/** Histogram in the table's own units; n ≥ 1. */
export function histogramOf(table: FrequencyTable): Omit<Histogram, 'edges'> & { edges: number[] } {
  const low = table.values[0] ?? 0;
  const high = table.values.at(-1) ?? 0;
  const iqr = quantile(table, 0.75) - quantile(table, 0.25);
  const bins = freedmanDiaconis({
    n: table.n,
    min: low,
    max: high,
    iqr,
    grain: grainOf(table.values),
  });
  const edges = bins.width === 0 ? [low, high] : binEdges(bins, high);
  return { rule: bins.rule, edges, counts: countsBetween(table, edges) };
}
