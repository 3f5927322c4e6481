import type { Interval } from '../numerics/interval.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { countOf, nthSum, type Pairs } from './nth-sum.ts';
import { countsOfV } from './paired-tests.ts';
import { countsOfU } from './rank-tests.ts';
import type { Alternative } from './t-test.ts';

/** An estimate of Hodges and Lehmann; its interval is null where so few values allow none. */
export interface Shift {
  readonly value: number;
  readonly interval: Interval | null;
  /** Which of the sorted pairs, from either end, the interval ends at; below 1 where there is none. */
  readonly place: number;
}

interface Asked {
  readonly alternative: Alternative;
  readonly level: number;
  /** By the distribution of the ranks themselves, as p of the test is; else by the normal. */
  readonly exact: boolean;
}

/**
 * How much larger the values of x tend to be: the median of all differences, with the interval of
 * the shifts that the Mann–Whitney test does not reject (Hodges and Lehmann 1963; Hollander, Wolfe
 * and Chicken, Nonparametric Statistical Methods, 3rd edition, 4.2 and 4.3). R: wilcox.test(x, y,
 * conf.int = TRUE), whose search for a root ends within 10⁻⁴ where p is not exact.
 */
export function shiftBetween(x: Float64Array, y: Float64Array, asked: Asked): Shift {
  const [n1, n2] = [x.length, y.length];
  const [a, b] = [x.toSorted(), y.map((value) => -value).sort()];
  const n = n1 + n2;
  const ties = tiesIn(a) + tiesIn(b);
  return estimate({ a, b, own: false }, asked, {
    counts: () => countsOfU(n1, n2),
    sd: Math.sqrt(((n1 * n2) / 12) * (n + 1 - ties / (n * (n - 1)))),
  });
}

/**
 * The middle about which values lie symmetrically: the median of the means of all pairs, each value
 * also with itself, with the interval of what the signed rank test does not reject (Hodges and
 * Lehmann 1963; Tukey; Hollander, Wolfe and Chicken, 3.2 and 3.3). R: wilcox.test(x, conf.int =
 * TRUE).
 */
export function pseudomedian(values: Float64Array, asked: Asked): Shift {
  const a = values.toSorted();
  const n = a.length;
  const { value, interval, place } = estimate({ a, b: a, own: true }, asked, {
    counts: () => countsOfV(n),
    sd: Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - tiesIn(a) / 48),
  });
  return {
    value: value / 2,
    place,
    interval:
      interval === null
        ? null
        : { level: interval.level, low: interval.low / 2, high: interval.high / 2 },
  };
}

interface Ranks {
  /** How many arrangements give each value of the statistic. */
  readonly counts: () => ArrayLike<number>;
  /** Its standard deviation, with the ties that values of one sample have whatever the shift. */
  readonly sd: number;
}

function estimate(pairs: Pairs, asked: Asked, ranks: Ranks): Shift {
  const count = countOf(pairs);
  const [lower, upper] = [Math.floor((count + 1) / 2), Math.floor(count / 2) + 1];
  const first = nthSum(pairs, lower);
  const value = upper === lower ? first : (first + nthSum(pairs, upper)) / 2;
  const place = placeOfEnd(count, asked, ranks);
  if (place < 1) return { value, interval: null, place };
  const { alternative, level } = asked;
  return {
    value,
    place,
    interval: {
      level,
      low: alternative === 'less' ? -Infinity : nthSum(pairs, place),
      high: alternative === 'greater' ? Infinity : nthSum(pairs, count + 1 - place),
    },
  };
}

/** Below 1 where the test rejects no shift at this level. R: qwilcox, qsignrank, or the root of z. */
function placeOfEnd(count: number, { alternative, level, exact }: Asked, ranks: Ranks): number {
  const alpha = alternative === 'two_sided' ? (1 - level) / 2 : 1 - level;
  if (!exact) return Math.ceil(count / 2 - 0.5 - normalQuantile(1 - alpha) * ranks.sd);
  const counts = Array.from(ranks.counts());
  const total = counts.reduce((sum, one) => sum + one, 0);
  const whole = alpha * total;
  // A tail that is alpha but for rounding is alpha.
  const slack = 1e-12 * total;
  let tail = 0;
  const place = counts.findIndex((one) => (tail += one) >= whole - slack);
  return place === 0 && (counts[0] ?? 0) <= whole + slack ? 1 : place;
}

/** Σ (t³ − t) over equal values of a sorted list. */
function tiesIn(sorted: Float64Array): number {
  let [sum, start] = [0, 0];
  for (let i = 1; i <= sorted.length; i++) {
    if (i < sorted.length && sorted[i] === sorted[start]) continue;
    sum += (i - start) ** 3 - (i - start);
    start = i;
  }
  return sum;
}
