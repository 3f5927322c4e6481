import { monthOf, monthsOf } from './calendar.ts';
import type { Series } from './read-series.ts';

/**
 * Where the values of a series lie, as code after `seriesCode`: numbers in their own unit, moments in
 * steps or, where these are uneven, in days; the rows in their order where there is no time.
 */
export function axisCode({ moments, time, times, filled, emptyUnits, spacing }: Series): {
  readonly r: string;
  readonly python: string;
} {
  const inOrder = { r: 'x <- seq_along(y)', python: 'x = np.arange(len(y))' };
  if (time === null) return inOrder;
  if (!moments)
    return filled > 0
      ? {
          r: `x <- seq_along(y) * ${Number(spacing.step)}`,
          python: `x = np.arange(len(y)) * ${Number(spacing.step)}`,
        }
      : { r: 'x <- t', python: 'x = s.index.to_numpy(dtype=float)' };
  if (filled + emptyUnits > 0) return inOrder;
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const places = spacing.places?.at(-1) ?? 0;
  const { step } = spacing;
  if (places > 0 && step !== null && typeof step !== 'number' && monthsOf(step.unit) !== null) {
    const months = (monthOf(last) - monthOf(first)) / places;
    return {
      r: `x <- as.POSIXlt(t); x <- (12 * x$year + x$mon) / ${months}`,
      python: `x = ((12 * s.index.year + s.index.month) / ${months}).to_numpy()`,
    };
  }
  const seconds = places > 0 ? (last - first) / 1e6 / places : 86_400;
  return {
    r: `x <- as.numeric(difftime(t, t[1], units = "secs")) / ${seconds}`,
    python: `x = ((s.index - s.index[0]).total_seconds() / ${seconds}).to_numpy()`,
  };
}
