import type { Interval } from '../numerics/interval.ts';
import { studentTQuantile } from '../distributions/student-t.ts';
import {
  studentizedRangeSurvival,
  studentizedRangeUpperQuantile,
} from '../distributions/studentized-range.ts';
import { pairsOf, type MeanPair } from '../groups/post-hoc.ts';
import type { LinearModel } from './linear-model.ts';

export interface MarginalMean {
  readonly estimate: number;
  /** null where robust errors know none, as of a mean that rests on a row of leverage 1. */
  readonly error: number | null;
  /** null where the error is, or where it is 0: the model fits the rows of the mean exactly. */
  readonly interval: Interval | null;
}

/**
 * The mean that a model expects at a row of its design, a mean of such rows; null where the data do
 * not tell. R: emmeans::emmeans().
 */
export function marginalMean(
  model: LinearModel,
  row: readonly number[],
  level: number,
): MarginalMean | null {
  if (!model.estimable(row)) return null;
  const estimate = model.meanAt(row);
  const error = Math.sqrt(model.varianceAt(row));
  const reach = -studentTQuantile((1 - level) / 2, model.df) * error;
  return {
    estimate,
    error: Number.isNaN(error) ? null : error,
    interval: error > 0 ? { level, low: estimate - reach, high: estimate + reach } : null,
  };
}

/**
 * Differences of all pairs of marginal means, p and intervals by Tukey; NaN where the error of a
 * difference is 0 or not known, as neither is defined then. R: pairs(emmeans()).
 */
export function marginalPairs(
  model: LinearModel,
  rows: readonly (readonly number[])[],
  level: number,
): MeanPair[] {
  const critical = studentizedRangeUpperQuantile(1 - level, rows.length, model.df) / Math.SQRT2;
  return pairsOf(rows).flatMap(({ first, second }) => {
    const row = (rows[first] ?? []).map((entry, k) => entry - (rows[second]?.[k] ?? 0));
    if (!model.estimable(row)) return [];
    const difference = model.meanAt(row);
    const error = Math.sqrt(model.varianceAt(row));
    if (!(error > 0))
      return [
        {
          first,
          second,
          difference,
          q: NaN,
          df: model.df,
          p: NaN,
          interval: { level, low: NaN, high: NaN },
        },
      ];
    const q = (Math.abs(difference) / error) * Math.SQRT2;
    return [
      {
        first,
        second,
        difference,
        q,
        df: model.df,
        p: studentizedRangeSurvival(q, rows.length, model.df),
        interval: {
          level,
          low: difference - critical * error,
          high: difference + critical * error,
        },
      },
    ];
  });
}
