import { bandwidthNrd0, binnedDensity, meanInterval, momentsOf, placeOf, quantile, skewness, spanOf, tabulate, varianceOf, brownForsythe, type Sample, type Samples } from '@columnist/statistics';
import type { TestResult } from '@columnist/contract';
import { ends, type Assumption, type Group } from '../procedures/finding.ts';
import { pText } from '../procedures/words.ts';

/** Below this an assumption is called doubtful. */
const doubt = 0.05;
const largeEnough = 30;

export function describeGroups(names: readonly string[], { samples, scale }: Samples, level: number): Group[] {
  return names.map((name, i) => {
    const sample = samples[i];
    if (sample === undefined) throw new Error('There is such a group.');
    const { n } = sample;
    const mean = placeOf(scale, sample.mean);
    const sd = n < 2 ? null : spanOf(scale, Math.sqrt(varianceOf(sample)));
    return { name, n, mean, sd, median: placeOf(scale, quantile(tabulate(sample.values), 0.5)), mean_ci: sd === null ? null : ends(meanInterval(mean, sd / Math.sqrt(n), n, level)) };
  });
}

export function equalVariances(samples: readonly Sample[]): Assumption[] {
  const spread = brownForsythe(samples);
  return spread === null ? [] : [{ name: 'equal variances', verdict: spread.p < doubt ? 'doubtful' : 'holds', said: `Brown–Forsythe F(${spread.df.join(', ')}) = ${spread.statistic.toFixed(2)}, p ${pText(spread.p)}.` }];
}

/** With few values a strong skew is in doubt; many values make up for it. */
export function roughlyNormal(names: readonly string[], samples: readonly Sample[], what = 'groups'): Assumption {
  const skewed = names.flatMap((name, i) => {
    const sample = samples[i];
    if (sample === undefined || sample.n >= largeEnough || sample.n < 3) return [];
    const skew = skewness(momentsOf(tabulate(sample.values)));
    return skew !== null && Math.abs(skew) > 1 ? [`${name} has a skewness of ${skew.toFixed(2)} with ${sample.n} values`] : [];
  });
  return { name: `roughly normal ${what}`, verdict: skewed.length > 0 ? 'doubtful' : 'holds', said: skewed.length > 0 ? `${skewed.join('; ')}.` : `Each has ${largeEnough} values or more, or is not strongly skewed.` };
}

export const isDoubtful = (assumptions: readonly Assumption[], start: string): boolean => assumptions.some(({ name, verdict }) => verdict === 'doubtful' && name.startsWith(start));

const pointsAtMost = 120;
const densityBins = 256;
const densityPoints = 64;
const groupsDrawn = 20;

/** How the values of each group lie: a density, and some of the values themselves. */
export function groupsPicture(column: string, names: readonly string[], { samples, scale }: Samples): NonNullable<TestResult['picture']> {
  const groups = names.slice(0, groupsDrawn).map((name, i) => {
    const sorted = Float64Array.from(samples[i]?.values ?? []).sort();
    const step = Math.max(1, sorted.length / pointsAtMost);
    const points = Array.from({ length: Math.min(pointsAtMost, sorted.length) }, (_, k) => placeOf(scale, sorted[Math.floor((k + 0.5) * step)] ?? sorted.at(-1) ?? NaN));
    return { name, density: densityOf(sorted, samples[i], scale), points };
  });
  return { kind: 'groups', x_name: column, groups };
}

function densityOf(sorted: Float64Array, sample: Sample | undefined, scale: Samples['scale']): { x: number[]; y: number[] } | null {
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (sample === undefined || low === undefined || high === undefined || sorted.length < 5 || low === high) return null;
  const table = tabulate(sorted);
  const bandwidth = bandwidthNrd0(sorted.length, Math.sqrt(varianceOf(sample)), quantile(table, 0.75) - quantile(table, 0.25));
  const width = (high - low) / densityBins;
  const counts = Array.from({ length: densityBins }, () => 0);
  for (const value of sorted) {
    const bin = Math.min(densityBins - 1, Math.floor((value - low) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const { x, y } = binnedDensity({ low, width, counts }, bandwidth, { from: low - 2 * bandwidth, to: high + 2 * bandwidth, points: densityPoints });
  return { x: x.map((place) => placeOf(scale, place)), y: y.map((height) => height * scale.perUnit) };
}
