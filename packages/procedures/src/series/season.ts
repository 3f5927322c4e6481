import { unfit } from '../finding.ts';
import { usualPeriod } from './calendar.ts';
import type { Series } from './read-series.ts';

/** A season is a matter of places: every place must have its value. */
export function requireEven({ spacing, gaps, filled, time, name }: Series): void {
  if (time === null || filled > 0) return;
  if (spacing.places === null)
    throw unfit(
      `The values of '${name}' are not evenly spaced, so a season has no place.`,
      'every',
      "Bring them to even steps: name a unit in 'every', and what fills empty ones in 'gaps'.",
    );
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  if (missing > 0)
    throw unfit(
      `${missing === 1 ? `One value of '${name}' is` : `${missing} values of '${name}' are`} missing, the first after ${String(gaps[0]?.after)}.`,
      'gaps',
      "Choose in 'gaps' what to put there: 'linear', 'previous' or 'zero'.",
    );
}

/** Values in a cycle: as stated, else what the spacing suggests. */
export const periodOf = (
  stated: number | undefined,
  { spacing: { step } }: Series,
): number | null =>
  stated ??
  (step !== null && typeof step === 'object' && step.count === 1 ? usualPeriod[step.unit] : null);
