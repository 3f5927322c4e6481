import type { Assumption } from '../finding.ts';
import { ofUnit } from '../words.ts';

const fewest = 10;
/** Beyond ± this many standard errors of white noise. */
const reach = 3;

/**
 * Whether values depend on the row before them, about the middle of their own group: the pooled
 * autocorrelation at lag 1. Tests take rows for independent; of a series, or of repeated
 * measurements, their p is too small (Hyndman and Athanasopoulos, Forecasting, 3rd edition, 2.8 and
 * 7.3). Rows sorted by the column look alike. Empty where there are too few rows.
 */
export function dependsOnRowsBefore(
  name: string,
  groups: readonly Float64Array[],
): readonly Assumption[] {
  let [products, squares, pairs] = [0, 0, 0];
  for (const values of groups) {
    // Loops: of millions of rows a function for each takes as long as the rest of the advice.
    let mean = 0;
    for (let i = 0; i < values.length; i++) mean += (values[i] ?? NaN) / values.length;
    let before = 0;
    for (let i = 0; i < values.length; i++) {
      const away = (values[i] ?? NaN) - mean;
      squares += away * away;
      if (i > 0) products += away * before;
      before = away;
    }
    pairs += Math.max(0, values.length - 1);
  }
  if (pairs < fewest || !(squares > 0)) return [];
  const r = products / squares;
  const depends = r > reach / Math.sqrt(pairs);
  return [
    {
      name: 'independent rows',
      verdict: depends ? 'doubtful' : 'nothing_against',
      said: depends
        ? `${name} depends on the row before (autocorrelation ${ofUnit(r)} in the order of the rows): either the rows are sorted by it, or they are a series or measured repeatedly. Then p is too small; use analyze_time_series, or a test of paired measurements.`
        : `No dependence of ${name} on the row before was found (autocorrelation ${ofUnit(r)}).`,
    },
  ];
}
