import { mulberry32 } from '../numerics/mulberry32.ts';
import type { Alternative } from './t-test.ts';

export interface Permutation {
  readonly p: number;
  /** Arrangements looked at; all of them where exact. */
  readonly arrangements: number;
  readonly exact: boolean;
}

const exactUpTo = 200_000;
const drawn = 99_999;

/**
 * Share of the arrangements of two samples whose difference of means is at least as far: all of
 * them up to 200,000, else 99,999 drawn with a seed and counted with the observed one (Phipson &
 * Smyth 2010).
 */
export function permutationTest(
  x: Float64Array,
  y: Float64Array,
  alternative: Alternative,
  seed: number,
): Permutation {
  const all = Float64Array.from([...x, ...y]);
  const [n, n1] = [all.length, x.length];
  const middle = all.reduce((sum, value) => sum + (value - (all[0] ?? 0)), 0) / n + (all[0] ?? 0);
  const centred = all.map((value) => value - middle);
  // With the mean at 0 the difference of means is a multiple of the first sum.
  const observed = centred.subarray(0, n1).reduce((sum, value) => sum + value, 0);
  const rounding = 1e-12 * centred.reduce((sum, value) => sum + Math.abs(value), 0);
  const isFar = (sum: number): boolean =>
    alternative === 'greater'
      ? sum >= observed - rounding
      : alternative === 'less'
        ? sum <= observed + rounding
        : Math.abs(sum) >= Math.abs(observed) - rounding;
  let total = 1;
  for (let i = 1; i <= n1 && total <= exactUpTo; i++) total = (total * (n - n1 + i)) / i;
  if (total <= exactUpTo) {
    let far = 0;
    const choose = (from: number, left: number, sum: number): void => {
      if (left === 0) {
        if (isFar(sum)) far += 1;
        return;
      }
      for (let i = from; i <= n - left; i++) choose(i + 1, left - 1, sum + (centred[i] ?? 0));
    };
    choose(0, n1, 0);
    return { p: far / Math.round(total), arrangements: Math.round(total), exact: true };
  }
  const random = mulberry32(seed);
  let far = 1;
  for (let draw = 0; draw < drawn; draw++) {
    let sum = 0;
    for (let i = 0; i < n1; i++) {
      const j = i + Math.floor(random() * (n - i));
      const value = centred[j] ?? 0;
      centred[j] = centred[i] ?? 0;
      centred[i] = value;
      sum += value;
    }
    if (isFar(sum)) far += 1;
  }
  return { p: far / (drawn + 1), arrangements: drawn + 1, exact: false };
}
