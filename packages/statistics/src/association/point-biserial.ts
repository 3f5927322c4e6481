import { correlation, type Correlation } from './correlation.ts';
import { pearsonProducts } from './pairwise.ts';

/**
 * Pearson's correlation of the values with 0 for the first group and 1 for the second, with
 * Fisher's interval. R: cor.test(value, as.numeric(group) - 1).
 */
export function pointBiserial(
  first: Float64Array,
  second: Float64Array,
  level: number,
): Correlation {
  const values = Float64Array.from([...first, ...second]);
  const [products] = pearsonProducts([values.map((_, i) => (i < first.length ? 0 : 1)), values]);
  if (products === undefined) throw new Error('There is one pair.');
  return correlation(products, level, 'pearson');
}
