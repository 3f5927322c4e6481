import { logBeta, logGamma } from './gamma.ts';
import { regularizedIncompleteBeta } from './incomplete-beta.ts';

interface Mixture {
  /** Mean of the Poisson weights, above 0. */
  readonly mean: number;
  /** 1 for Poisson weights e^−m m^j / j!; 1.5 where Γ(j + 1.5) takes the place of j!. */
  readonly shift: number;
  readonly logX: number;
  readonly log1mX: number;
  readonly a: number;
  readonly b: number;
}

/** So many terms follow from one another before one is computed again from its logarithm. */
const run = 32;
/** Below it a double has fewer digits. */
const leastWhole = 2 ** -1022;

/**
 * Σ w_j I_x(a + j, b) over the weights that count, from the largest j down: I_x(a, b) is I_x(a + 1,
 * b) plus a positive term (DLMF 8.17.20), so nothing cancels. A weight and a term follow from those
 * before by a factor: a run of them loses less than its length in units of the last place.
 */
export function poissonBetaSum({ mean, shift, logX, log1mX, a, b }: Mixture): number {
  const reach = 12 * Math.sqrt(mean) + 60;
  const first = Math.max(0, Math.floor(mean - reach));
  const last = Math.ceil(mean + reach);
  const logMean = Math.log(mean);
  let beta = regularizedIncompleteBeta(logX, log1mX, a + last, b);
  const x = Math.exp(logX);
  let [sum, weight, term] = [0, 0, 0];
  for (let j = last; j >= first; j--) {
    const below = a + j - 1;
    const isDue = (last - j) % run === 0;
    weight =
      isDue || weight < leastWhole
        ? Math.exp(j * logMean - mean - logGamma(j + shift))
        : (weight * (j + shift)) / mean;
    sum += weight * beta;
    if (j === first) break;
    term =
      isDue || term < leastWhole
        ? Math.exp(below * logX + b * log1mX - Math.log(below) - logBeta(below, b))
        : (term * (below + 1)) / (x * (below + b));
    beta += term;
  }
  return sum;
}
