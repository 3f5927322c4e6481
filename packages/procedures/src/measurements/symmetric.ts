import { momentsOf, skewness, tabulate } from '@columnist/statistics';
import type { Assumption } from '../finding.ts';
import { twoPlaces } from '../words.ts';

/** Beyond this skewness differences are not called symmetric. */
const mostSkew = 1;

/**
 * Signed ranks test a shift of values that lie symmetrically about their middle (Conover, Practical
 * Nonparametric Statistics, 3rd edition, 5.7).
 */
export function symmetric(what: string, values: Float64Array): Assumption {
  const skew = values.length < 3 ? null : skewness(momentsOf(tabulate(values)));
  return {
    name: 'symmetric about their middle',
    verdict: skew !== null && Math.abs(skew) > mostSkew ? 'doubtful' : 'nothing_against',
    said:
      skew === null
        ? `${what} has too few different values to see.`
        : `The skewness of ${what} is ${twoPlaces(skew)}.`,
  };
}
