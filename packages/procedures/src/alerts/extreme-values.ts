import type { Alert } from '@columnist/contract';
import { firstPlaces } from './first-places.ts';
import { col, sayAlert, setMissing, someOf } from './say-alert.ts';
import { quantileOf, type NumberFacts, type TableFacts } from './read-facts.ts';

/** Values of one end of a column that are far from all others. */
interface Far {
  readonly side: 'low' | 'high';
  /** Outermost first, as often as they occur. */
  readonly values: readonly number[];
  /** The outermost value that is not far. */
  readonly next: number;
}

const fewest = 20;
const recodedAtMost = 60;
/** In a column of fewer values a far one may be a level like the others, however often it occurs. */
const fewestDistinct = 10;
const sameAtMost = 0.05;
/** Of fewer values, or of a part of them, the last ordinary one alone does not show the tail. */
const fewestOfTail = 100;
/** Values among which a far one is looked for, and the outermost of each side, outermost first. */
interface Judged {
  readonly sorted: Float64Array;
  readonly lowest: ArrayLike<number>;
  readonly highest: ArrayLike<number>;
  readonly n: number;
}

/**
 * Values beyond a gap. A gap counts where it is wider than the distance from the median to the last
 * ordinary value, and also on a scale that draws long tails in (asinh of robust distances; of
 * positive values the logarithm), so that the ends of skewed and heavy-tailed columns pass. Where
 * most rows have one value, such as 0, and so no spread, the others are judged by themselves.
 */
export function farValues(facts: NumberFacts): Far[] {
  if (facts.sorted.length < fewest || facts.figures.distinct < 3) return [];
  const { sorted, lowest, highest, n } = judgedOf(facts);
  const isPart = sorted.length < Math.max(fewestOfTail, facts.sorted.length);
  const scale = sorted.length < fewest ? null : scaleOf(sorted, (lowest[0] ?? 0) > 0, isPart);
  if (scale === null) return [];
  const atMost = Math.max(3, Math.floor(0.01 * n));
  const isFine = facts.figures.distinct >= fewestDistinct;
  const sides = [
    { side: 'low', ends: lowest },
    { side: 'high', ends: highest },
  ] as const;
  return sides.flatMap(({ side, ends }) => {
    const most = Math.min(ends.length - 1, isFine ? Math.max(atMost, sameOf(ends)) : atMost);
    for (let far = most; far >= 1; far--) {
      const [inner = NaN, outer = NaN] = [ends[far], ends[far - 1]];
      if (isApart(scale, inner, outer))
        return [{ side, values: Array.from(ends).slice(0, far), next: inner }];
    }
    return [];
  });
}

/** By what the distance of a value is measured. */
interface Scale {
  readonly median: number;
  readonly spread: number;
  /** Counts of which most are alike, such as 0 and 1, have no spread: they are apart by steps of 1. */
  readonly isSteps: boolean;
  readonly isPositive: boolean;
  /** Of logarithms, where values are positive, and few or a part. */
  readonly ofLogs: number;
}

function scaleOf(sorted: Float64Array, isPositive: boolean, isPart: boolean): Scale | null {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantileOf(sorted, share));
  if (low === undefined || median === undefined || high === undefined) return null;
  const spread = Math.max(high - median, median - low) / 0.6745;
  const isSteps = spread === 0 && sorted.every(Number.isInteger);
  if (!(spread > 0) && !isSteps) return null;
  return {
    median,
    spread: isSteps ? 1 : spread,
    isSteps,
    isPositive,
    ofLogs: isPositive && isPart ? Math.log(high / low) / 1.349 : 0,
  };
}

function isApart(
  { median, spread, isSteps, isPositive, ofLogs }: Scale,
  inner: number,
  outer: number,
): boolean {
  const [near, far] = [Math.abs(inner - median), Math.abs(outer - median)];
  const scaled = (distance: number): number => Math.asinh(distance / spread);
  return (
    far - near > near &&
    far > (isSteps ? 20 * Math.max(1, near) : 6 * spread) &&
    scaled(far) - scaled(near) > 0.4 * scaled(near) &&
    (!isPositive ||
      (Math.abs(Math.log(outer / inner)) > 0.5 * Math.abs(Math.log(inner / median)) &&
        Math.abs(Math.log(outer / median)) > 3.5 * ofLogs))
  );
}

/** The values without one that leaves no spread; the ends are of all rows where these are known. */
function judgedOf({ sorted, lowest, highest, figures }: NumberFacts): Judged {
  const [top] = figures.top_values;
  const hasSpread = quantileOf(sorted, 0.75) > quantileOf(sorted, 0.25);
  const usual = top === undefined || hasSpread ? NaN : Number(top.value);
  const others = sorted.filter((value) => value !== usual);
  const isKnown = sorted.length === figures.n;
  return {
    sorted: others,
    lowest: isKnown ? others : lowest.filter((value) => value !== usual),
    highest: isKnown ? others.toReversed() : highest.filter((value) => value !== usual),
    n: Number.isNaN(usual) ? figures.n : figures.n - (top?.n ?? 0),
  };
}

/** How often the outermost value is at its end, of at most 5 %: one slip in many rows. */
function sameOf(ends: ArrayLike<number>): number {
  let same = 1;
  while (same < ends.length && ends[same] === ends[0]) same++;
  return same <= sameAtMost * ends.length ? same : 0;
}

/** Extreme values with the rows they are in. */
export async function sayExtremes(
  { reader }: TableFacts,
  { name, field, figures }: NumberFacts,
  far: readonly Far[],
): Promise<Alert> {
  const values = far.flatMap((one) => one.values);
  const distinct = [...new Set(values)];
  const places = await firstPlaces(reader, `${field} in (${distinct.join(', ')})`, values.length);
  const [only] = far;
  const share = deviationKept(figures, values);
  return sayAlert([name], {
    kind: 'extreme_values',
    severity: share < 0.8 ? 'high' : 'medium',
    count: values.length,
    measure: 1 - share,
    rows: far
      .map(({ side, values: all }) =>
        side === 'low' ? `${col(name)} <= ${all.at(-1)}` : `${col(name)} >= ${all.at(-1)}`,
      )
      .join(' or '),
    sort: [{ column: name, direction: only?.side === 'low' ? 'ascending' : 'descending' }],
    said: `${name} is ${someOf(distinct)} in ${places}, far from all others: ${far.map(({ side, next }) => `these are ${someOf([next])} or ${side === 'low' ? 'above' : 'below'}`).join(' and ')}.`,
    fix: `Compare with the source. ${share < 0.95 ? `Without ${values.length === 1 ? 'it' : 'them'} the standard deviation is ${Math.round(100 * (1 - share))}% smaller.` : 'Say in the report what was done with it.'}`,
    remedy:
      distinct.length > recodedAtMost
        ? null
        : setMissing(
            name,
            distinct,
            distinct.length === 1 ? someOf(distinct) : `${distinct.length} values`,
          ),
  });
}

/** The share of the standard deviation that is left without the values. */
export function deviationKept(
  { n, mean, sd }: NumberFacts['figures'],
  values: readonly number[],
): number {
  if (mean === null || sd === null || !(sd > 0) || n - values.length < 2) return 1;
  const rest = n - values.length;
  const moved = mean - values.reduce((sum, value) => sum + (value - mean), 0) / rest;
  const squares =
    sd * sd * (n - 1) -
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) -
    rest * (moved - mean) ** 2;
  return Math.sqrt(Math.max(0, squares) / (rest - 1)) / sd;
}
