import type { Interval } from '@columnist/statistics';
import type { Assumption, Figure } from './finding.ts';
import { levelText } from './words.ts';

/**
 * An interval of a figure that rows estimate: R's packages give a point where its formula ends, as if
 * the figure were known.
 */
export const unlessPoint = (interval: Interval): Interval | null =>
  interval.low === interval.high ? null : interval;

/** Why effects of χ² or F have no interval, where they have none: 0 to 0 would say that they are known. */
const noncentralIntervalNote =
  (statistic: string) =>
  (effect: Figure | undefined, level: number): Assumption[] =>
    effect === undefined || effect.ci !== null
      ? []
      : [
          {
            name: `interval of ${effect.name.replace("'", '’')}`,
            verdict: 'doubtful',
            said:
              `${statistic} is smaller than in nearly all samples of no effect at all, so the ` +
              'noncentral distribution has no effect that fits it, and there is no ' +
              `${levelText(level)} interval.`,
          },
        ];
export const chiSquareIntervalNote = noncentralIntervalNote('χ²');
export const fIntervalNote = noncentralIntervalNote('F');

/** Why κ has no interval where its standard error is 0. */
export const agreementIntervalNote = ({ ci, value }: Figure): Assumption[] =>
  ci !== null
    ? []
    : [
        {
          name: 'interval of κ',
          verdict: 'doubtful',
          said:
            `Both columns ${(value ?? 1) > 0 ? 'agree' : 'disagree'} in every row, so the ` +
            'large-sample standard error of κ is 0 and there is no interval: it would be a point.',
        },
      ];
