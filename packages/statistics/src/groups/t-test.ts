import type { Interval } from '../numerics/interval.ts';
import { noncentralTCdf, noncentralTFarTail } from '../distributions/noncentral-t.ts';
import { studentTCdf, studentTQuantile, studentTTwoSided } from '../distributions/student-t.ts';
import { logGamma } from '../numerics/gamma.ts';
import { findRoot } from '../numerics/find-root.ts';
import { varianceOf, welchError, type Sample } from './samples.ts';

export type Alternative = 'two_sided' | 'less' | 'greater';

export interface TTest {
  readonly t: number;
  readonly df: number;
  readonly p: number;
  /** Difference of the means, in the samples' units. */
  readonly difference: number;
  readonly interval: Interval;
  /** Cohen's d and Hedges' g with their intervals by the noncentral t distribution. */
  readonly d: { readonly value: number; readonly interval: Interval };
  readonly g: { readonly value: number; readonly interval: Interval };
}

/**
 * Two independent samples. `equal`: Student's test with the pooled variance, else Welch's. R:
 * t.test(x, y, var.equal = equal);
 * d and g as effectsize::cohens_d and hedges_g with pooled_sd = equal. Both samples need two values
 * and some spread.
 */
export function tTest(
  x: Sample,
  y: Sample,
  equal: boolean,
  alternative: Alternative,
  level: number,
): TTest {
  const [vx, vy] = [varianceOf(x), varianceOf(y)];
  const difference = x.mean - y.mean;
  const pooled = (x.m2 + y.m2) / (x.n + y.n - 2);
  const { error, df } = equal
    ? { error: Math.sqrt(pooled / x.n + pooled / y.n), df: x.n + y.n - 2 }
    : welchError(x, y);
  const unit = Math.sqrt(equal ? pooled : (vx + vy) / 2);
  // The noncentral t of d over this is the t of the test.
  const spread = equal
    ? Math.sqrt(1 / x.n + 1 / y.n)
    : Math.sqrt((2 * (y.n * vx + x.n * vy)) / (x.n * y.n * (vx + vy)));
  return tResult({ difference, error, df, unit, spread }, alternative, level);
}

interface TParts {
  readonly difference: number;
  /** Standard error of the difference. */
  readonly error: number;
  readonly df: number;
  /** What d is counted in. */
  readonly unit: number;
  /** d over the noncentrality of t. */
  readonly spread: number;
}

/** Everything that follows from a difference and its standard error. */
export function tResult(
  { difference, error, df, unit, spread }: TParts,
  alternative: Alternative,
  level: number,
): TTest {
  const t = difference / error;
  const half =
    -studentTQuantile(alternative === 'two_sided' ? (1 - level) / 2 : 1 - level, df) * error;
  const d = { value: difference / unit, interval: effectInterval(t, df, spread, level) };
  const correction = Math.exp(logGamma(df / 2) - 0.5 * Math.log(df / 2) - logGamma((df - 1) / 2));
  return {
    t,
    df,
    p: pOf(t, df, alternative),
    difference,
    interval: {
      level,
      low: alternative === 'less' ? -Infinity : difference - half,
      high: alternative === 'greater' ? Infinity : difference + half,
    },
    d,
    g: {
      value: d.value * correction,
      interval: { level, low: d.interval.low * correction, high: d.interval.high * correction },
    },
  };
}

/** The tail that the alternative asks for. */
function pOf(t: number, df: number, alternative: Alternative): number {
  if (alternative === 'two_sided') return studentTTwoSided(t, df);
  // The smaller tail is computed as such, never as 1 − the larger one.
  return alternative === 'less' ? studentTCdf(t, df) : studentTCdf(-t, df);
}

/** A tail as small as this has less than six digits in 1 less the other. */
const farTail = 1e-10;

/**
 * Noncentralities at which the observed t lies at either end of the level, times what turns them
 * into d.
 */
function effectInterval(t: number, df: number, spread: number, level: number): Interval {
  const tail = (1 - level) / 2;
  const at = (beyond: (delta: number) => number): number => findRoot(beyond, t) * spread;
  return tail < farTail
    ? {
        level,
        low: at((delta) => noncentralTFarTail(-t, df, -delta) - tail),
        high: at((delta) => noncentralTFarTail(t, df, delta) - tail),
      }
    : {
        level,
        low: at((delta) => noncentralTCdf(t, df, delta) - (1 + level) / 2),
        high: at((delta) => noncentralTCdf(t, df, delta) - tail),
      };
}
