import type { NumberFigures } from './read-facts.ts';

type Moments = Pick<NumberFigures, 'n' | 'mean' | 'sd' | 'skewness' | 'min' | 'max'>;

/**
 * The skewness (type 2) without the outermost value of the longer tail, from the moments of all: what
 * one row alone makes is no shape of the column. Null where it is not known.
 */
export function skewnessWithoutOne({ n, mean, sd, skewness, min, max }: Moments): number | null {
  if (n < 4 || mean === null || sd === null || !(sd > 0) || skewness === null) return null;
  const one = Number(skewness > 0 ? max : min) - mean;
  // Sums of the powers of the distances from the mean of all.
  const squares = sd ** 2 * (n - 1);
  const cubes = ((skewness * (n - 2)) / Math.sqrt(n * (n - 1))) * n * (squares / n) ** 1.5;
  const rest = n - 1;
  const [first, second, third] = [-one, squares - one ** 2, cubes - one ** 3];
  const moved = first / rest;
  const variance = (second - rest * moved ** 2) / rest;
  const third0 = (third - 3 * moved * second + 3 * moved ** 2 * first - rest * moved ** 3) / rest;
  return variance > 0
    ? ((Math.sqrt(rest * (rest - 1)) / (rest - 2)) * third0) / variance ** 1.5
    : null;
}
