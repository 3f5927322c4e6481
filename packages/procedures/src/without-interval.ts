import type { Interval } from '@columnist/statistics';
import type { Assumption, Figure } from './finding.ts';
import { levelText } from './words.ts';

/**
 * An interval of a figure that rows estimate: R's packages give a point where its formula ends, as if
 * the figure were known.
 */
export const unlessPoint = (interval: Interval): Interval | null =>
  interval.low === interval.high ? null : interval;

/**
 * Why effects of χ² or F have no interval, where they have none: 0 to 0 would say that they are known.
 * And why one lies above its interval, which is of the noncentrality: without any effect χ² is on
 * average its degrees of freedom, and F about 1, so that the effect in a sample is above 0 (Bergsma
 * 2013; Smithson 2003, Confidence Intervals).
 */
const noncentralIntervalNote =
  (statistic: string) =>
  (effect: Figure | undefined, level: number): Assumption[] => {
    if (effect === undefined) return [];
    const name = `interval of ${effect.name.replace("'", '’')}`;
    if (effect.ci !== null)
      return effect.value !== null && effect.value > (effect.ci.high ?? Infinity)
        ? [
            {
              name,
              verdict: 'doubtful',
              said:
                `${effect.name} of a sample is on average larger than that of all it was drawn from. ` +
                `Its interval, of the noncentral distribution of ${statistic}, allows for that, and ` +
                'ends below it here: the effect is smaller than it looks, or none.',
            },
          ]
        : [];
    return [
      {
        name,
        verdict: 'doubtful',
        said:
          `${statistic} is smaller than in nearly all samples of no effect at all, so the ` +
          'noncentral distribution has no effect that fits it, and there is no ' +
          `${levelText(level)} interval.`,
      },
    ];
  };
export const chiSquareIntervalNote = noncentralIntervalNote('χ²');
export const fIntervalNote = noncentralIntervalNote('F');

/** Why a figure has no interval, where it has none. */
const noIntervalNote = ({ ci }: Figure, what: string, said: string): Assumption[] =>
  ci !== null ? [] : [{ name: `interval of ${what}`, verdict: 'doubtful', said }];

/** Why κ has no interval where its standard error is 0. */
export const agreementIntervalNote = (kappa: Figure): Assumption[] =>
  noIntervalNote(
    kappa,
    'κ',
    `Both columns ${(kappa.value ?? 1) > 0 ? 'agree' : 'disagree'} in every row, so the ` +
      'large-sample standard error of κ is 0 and there is no interval: it would be a point.',
  );

const fewestForTau = 5;

/** Why τ-b has no interval: its error is that of Fieller, Hartley and Pearson. */
export const tauIntervalNote = (tau: Figure, n: number): Assumption[] =>
  noIntervalNote(
    tau,
    'τ-b',
    n < fewestForTau
      ? `The approximation of the error of τ-b needs ${fewestForTau} rows, so there is no interval.`
      : 'All pairs of rows point the same way, so there is no interval: it would be a point.',
  );

/** Why Sen's slope has no interval where the slopes about the median are one. */
export const slopeIntervalNote = (slope: Figure): Assumption[] =>
  noIntervalNote(
    slope,
    'the slope',
    'The slopes of nearly all pairs are equal, so there is no interval: it would be a point.',
  );

/** Why the area under a ROC curve has no interval where its error is 0. */
export const areaIntervalNote = (area: Figure): Assumption[] =>
  noIntervalNote(
    area,
    'the area under the ROC curve',
    'All rows have the same fitted probability, so the error of the area is 0 and there is no interval: it would be a point.',
  );
