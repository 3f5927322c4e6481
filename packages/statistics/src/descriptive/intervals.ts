import { normalQuantile } from '../distributions/normal.ts';
import { studentTQuantile } from '../distributions/student-t.ts';
import type { Interval } from '../numerics/interval.ts';

/** Student t interval of a mean. R: t.test(x)$conf.int. n ≥ 2. */
export function meanInterval(
  mean: number,
  standardError: number,
  n: number,
  level: number,
): Interval {
  const half = -studentTQuantile((1 - level) / 2, n - 1) * standardError;
  return { level, low: mean - half, high: mean + half };
}

/**
 * Wilson score interval of a proportion, without continuity correction. R: prop.test(x, n, correct
 * = FALSE)$conf.int.
 */
export function wilsonInterval(successes: number, n: number, level: number): Interval {
  const z = -normalQuantile((1 - level) / 2);
  const p = successes / n;
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return {
    level,
    low: successes === 0 ? 0 : (centre - half) / scale,
    high: successes === n ? 1 : (centre + half) / scale,
  };
}
