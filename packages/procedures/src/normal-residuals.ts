import { pText } from '@columnist/contract';
import { momentsOf, shapiroWilk, skewness, tabulate } from '@columnist/statistics';
import type { Assumption } from './finding.ts';
import { doubtBelow, ofUnit, twoPlaces } from './words.ts';

const shapiroAtMost = 5000;
/** So many rows make means nearly normal, unless the residuals are very skewed. */
const manyRows = 200;

/** Whether residuals are so many that Shapiro and Wilk's test takes them. */
export const testsNormality = ({ length }: Float64Array): boolean =>
  length >= 3 && length <= shapiroAtMost;

/**
 * Whether residuals are near to a normal distribution, by Shapiro and Wilk's test, or so many that
 * estimates do not depend on it: more than 25 times their squared skewness, so that intervals miss
 * in at most 6 % where 5 % are meant (Cochran, Sampling Techniques, 3rd ed., 2.15).
 */
export function normalResiduals(residuals: Float64Array): Assumption[] {
  const n = residuals.length;
  if (!testsNormality(residuals)) return [];
  const { w, p } = shapiroWilk(residuals);
  const departs = p < doubtBelow;
  const found = `${departs ? 'Residuals depart from a normal distribution' : 'No departure from a normal distribution was found'}: Shapiro–Wilk W = ${ofUnit(w)}, p ${pText(p)}.`;
  const skew = skewness(momentsOf(tabulate(residuals))) ?? 0;
  const isSkewed = n <= 25 * skew ** 2;
  return [
    {
      name: 'normal residuals',
      verdict:
        n >= manyRows && !isSkewed ? 'large_enough' : departs ? 'doubtful' : 'nothing_against',
      said:
        n < manyRows
          ? found
          : isSkewed
            ? `${found} With a skewness of ${twoPlaces(skew)} even ${n.toLocaleString('en')} rows are too few for estimates not to depend on it: look at the rows with the largest residuals.`
            : `${found} The rows are large enough in number for means and estimates not to depend on it.`,
    },
  ];
}
