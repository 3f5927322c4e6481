import { pText } from '@columnist/contract';
import {
  meanInterval,
  momentsOf,
  placeOf,
  quantile,
  skewness,
  spanOf,
  tabulate,
  varianceOf,
  brownForsythe,
  type Sample,
  type Samples,
} from '@columnist/statistics';
import { ends, type Assumption, type Group } from './finding.ts';

/** Below this an assumption is called doubtful. */
const doubt = 0.05;
const largeEnough = 30;
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

export function equalVariances(samples: readonly Sample[]): Assumption[] {
  const spread = brownForsythe(samples);
  return spread === null
    ? []
    : [
        {
          name: 'equal variances',
          verdict: spread.p < doubt ? 'doubtful' : 'holds',
          said: `Brown–Forsythe F(${spread.df.join(', ')}) = ${spread.statistic.toFixed(2)}, p ${pText(spread.p)}.`,
        },
      ];
}

/** With few values a strong skew is in doubt; many values make up for it. */
export function roughlyNormal(
  names: readonly string[],
  samples: readonly Sample[],
  what = 'groups',
): Assumption {
  const skewed = names.flatMap((name, i) => {
    const sample = samples[i];
    if (sample === undefined || sample.n >= largeEnough || sample.n < 3) return [];
    const skew = skewness(momentsOf(tabulate(sample.values)));
    return skew !== null && Math.abs(skew) > 1
      ? [`${name} has a skewness of ${skew.toFixed(2)} with ${sample.n} values`]
      : [];
  });
  const few = names.flatMap((name, i) => {
    const n = samples[i]?.n ?? 0;
    return n < fewestJudged ? [`${name} has ${n} ${n === 1 ? 'value' : 'values'}`] : [];
  });
  return {
    name: `roughly normal ${what}`,
    verdict: skewed.length > 0 ? 'doubtful' : few.length > 0 ? 'unknown' : 'holds',
    said: [
      ...skewed.map((one) => `${one}.`),
      ...(few.length > 0
        ? [`Cannot be judged from fewer than ${fewestJudged} values: ${few.join('; ')}.`]
        : skewed.length > 0
          ? []
          : [`Each has ${largeEnough} values or more, or is not strongly skewed.`]),
    ].join(' '),
  };
}

export const isDoubtful = (assumptions: readonly Assumption[], start: string): boolean =>
  assumptions.some(({ name, verdict }) => verdict === 'doubtful' && name.startsWith(start));
