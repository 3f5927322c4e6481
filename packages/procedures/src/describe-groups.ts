import { pText } from '@columnist/contract';
import {
  meanInterval,
  momentsOf,
  placeOf,
  quantile,
  samplesOf,
  skewness,
  spanOf,
  tabulate,
  varianceOf,
  brownForsythe,
  type Sample,
  type Samples,
  type Scale,
} from '@columnist/statistics';
import { ends, type Assumption, type Group } from './finding.ts';
import { doubtBelow, twoPlaces } from './words.ts';

const largeEnough = 30;
/** So many values for the square of a skewness: (G₁ · 8.683 · 0.0584 / 6)² / (2 · 2.5%)². */
const forSkewness = 2.86;
/** Of two values there is no skewness. */
const fewestJudged = 3;

export function describeGroups(
  names: readonly string[],
  { samples, scale }: Samples,
  level: number,
): Group[] {
  return names.map((name, i) => {
    const sample = samples[i];
    if (sample === undefined) throw new Error('There is such a group.');
    const { n } = sample;
    const mean = placeOf(scale, sample.mean);
    const sd = n < 2 ? null : spanOf(scale, Math.sqrt(varianceOf(sample)));
    return {
      name,
      n,
      mean,
      sd,
      median: placeOf(scale, quantile(tabulate(sample.values), 0.5)),
      mean_ci: sd === null ? null : ends(meanInterval(mean, sd / Math.sqrt(n), n, level)),
    };
  });
}

/**
 * Figures of columns, each from a place of its own: that of all would take digits from columns far
 * from it.
 */
export const describeColumns = (
  names: readonly string[],
  {
    columns,
    scales,
  }: { readonly columns: readonly Float64Array[]; readonly scales: readonly Scale[] },
  level: number,
): Group[] =>
  names.flatMap((name, i) => {
    const scale = scales[i] ?? { origin: 0, perUnit: 1 };
    return describeGroups([name], samplesOf([columns[i] ?? new Float64Array()], scale), level);
  });

export function equalVariances(samples: readonly Sample[]): Assumption[] {
  const spread = brownForsythe(samples);
  return spread === null
    ? []
    : [
        {
          name: 'equal variances',
          verdict: spread.p < doubtBelow ? 'doubtful' : 'nothing_against',
          said: `${spread.p < doubtBelow ? 'Variances differ' : 'No difference of variances was found'}: Brown–Forsythe F(${spread.df.join(', ')}) = ${twoPlaces(spread.statistic)}, p ${pText(spread.p)}.`,
        },
      ];
}

/**
 * With few values a strong skew is in doubt. With many, means are near enough to normal by the
 * central limit theorem, unless the values are so skewed that one tail of a 95% interval misses the
 * mean three times as often as it says, by the first term of Edgeworth's series of t:
 * G₁ (2z² + 1) φ(z) / (6 √n) (Hall, The Bootstrap and Edgeworth Expansion, 1992, 2.6).
 */
export function roughlyNormal(
  names: readonly string[],
  samples: readonly Sample[],
  what = 'groups',
): Assumption {
  const name = `roughly normal ${what}`;
  const small = names.flatMap((of, i) => {
    const sample = samples[i];
    return sample === undefined || sample.n >= largeEnough ? [] : [{ of, sample }];
  });
  const shapes = names.flatMap((of, i) => {
    const sample = samples[i];
    if (sample === undefined || sample.n < fewestJudged) return [];
    const skew = skewness(momentsOf(tabulate(sample.values)));
    return skew === null ? [] : [{ of, n: sample.n, skew }];
  });
  const skewed = shapes
    .filter(({ n, skew }) => isStrong(skew, n))
    .map(({ of, n, skew }) => `${of} has a skewness of ${twoPlaces(skew)} with ${n} values`);
  if (skewed.length > 0) return { name, verdict: 'doubtful', said: `${skewed.join('; ')}.` };
  if (small.length === 0)
    return {
      name,
      verdict: 'large_enough',
      said: `${names.length === 1 ? 'It has' : 'Each has'} ${largeEnough} values or more: large enough for means at a skewness of up to ${twoPlaces(Math.max(0, ...shapes.map(({ skew }) => Math.abs(skew))))}.`,
    };
  const tooFew = small.filter(({ sample }) => sample.n < fewestJudged).map(({ of }) => of);
  return {
    name,
    verdict: tooFew.length > 0 ? 'unknown' : 'nothing_against',
    said:
      tooFew.length > 0
        ? `${tooFew.join(', ')} ${tooFew.length === 1 ? 'has' : 'have'} too few values to see their shape.`
        : `No strong skew was found; with ${Math.min(...small.map(({ sample }) => sample.n))} values only a strong one would be.`,
  };
}

/** Whether a mean of so many values of such a skewness may be far from normal. */
const isStrong = (skew: number, n: number): boolean =>
  n < largeEnough ? Math.abs(skew) > 1 : n < forSkewness * skew ** 2;

export const isDoubtful = (assumptions: readonly Assumption[], start: string): boolean =>
  assumptions.some(({ name, verdict }) => verdict === 'doubtful' && name.startsWith(start));
