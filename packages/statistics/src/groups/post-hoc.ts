import type { Interval } from '../numerics/interval.ts';
import { normalSurvival } from '../distributions/normal.ts';
import {
  studentizedRangeSurvival,
  studentizedRangeUpperQuantile,
} from '../distributions/studentized-range.ts';
import { rankSums } from './rank-tests.ts';
import { welchError, type Sample } from './samples.ts';

export interface Pair {
  /** Places of the groups; the difference is the first minus the second. */
  readonly first: number;
  readonly second: number;
}

export interface MeanPair extends Pair {
  /** In the samples' units. */
  readonly difference: number;
  readonly interval: Interval;
  /** |difference| over its standard error times √2. */
  readonly q: number;
  readonly df: number;
  readonly p: number;
}

/** Every pair once, the later group first as R has them. */
export const pairsOf = (groups: readonly unknown[]): Pair[] =>
  groups.flatMap((_, second) =>
    groups.slice(second + 1).map((__, i) => ({ first: second + 1 + i, second })),
  );

/**
 * Differences of all pairs of means with one error rate for the family; equal variances. R:
 * TukeyHSD(aov(y ~ g), conf.level).
 */
export function tukeyHsd(samples: readonly Sample[], level: number): MeanPair[] {
  const df = samples.reduce((sum, { n }) => sum + n - 1, 0);
  const pooled = samples.reduce((sum, { m2 }) => sum + m2, 0) / df;
  const critical = studentizedRangeUpperQuantile(1 - level, samples.length, df);
  return compare(
    samples,
    (x, y) => ({
      error: Math.sqrt((pooled / 2) * (1 / x.n + 1 / y.n)),
      df,
      critical: () => critical,
    }),
    level,
  );
}

/**
 * The same without equal variances. R: rstatix::games_howell_test(y ~ g). Every group has two
 * values and spread.
 */
export function gamesHowell(samples: readonly Sample[], level: number): MeanPair[] {
  return compare(
    samples,
    (x, y) => {
      const { error, df } = welchError(x, y);
      return {
        error: error * Math.SQRT1_2,
        df,
        critical: () => studentizedRangeUpperQuantile(1 - level, samples.length, df),
      };
    },
    level,
  );
}

function compare(
  samples: readonly Sample[],
  spreadOf: (x: Sample, y: Sample) => { error: number; df: number; critical: () => number },
  level: number,
): MeanPair[] {
  return pairsOf(samples).map(({ first, second }) => {
    const [x, y] = [samples[first], samples[second]];
    if (x === undefined || y === undefined) throw new Error('Pairs are of groups.');
    const { error, df, critical } = spreadOf(x, y);
    const difference = x.mean - y.mean;
    const half = critical() * error;
    const q = Math.abs(difference) / error;
    return {
      first,
      second,
      difference,
      q,
      df,
      p: studentizedRangeSurvival(q, samples.length, df),
      interval: { level, low: difference - half, high: difference + half },
    };
  });
}

/**
 * Dunn's test of mean ranks, corrected for ties; p not adjusted. R: rstatix::dunn_test(y ~ g,
 * p.adjust.method = "none").
 */
export function dunn(
  groups: readonly Float64Array[],
): (Pair & { readonly z: number; readonly p: number })[] {
  const { sums, ties, n } = rankSums(groups);
  const spread = (n * (n + 1)) / 12 - ties / (12 * (n - 1));
  return pairsOf(groups).map(({ first, second }) => {
    const [a, b] = [groups[first]?.length ?? NaN, groups[second]?.length ?? NaN];
    const z =
      ((sums[first] ?? NaN) / a - (sums[second] ?? NaN) / b) / Math.sqrt(spread * (1 / a + 1 / b));
    return { first, second, z, p: 2 * normalSurvival(Math.abs(z)) };
  });
}
