import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { areSafeIntegers, robustMeans, unitOf, type FrequencyTable } from './frequency-table.ts';
import { tabulate } from './tabulate.ts';

/**
 * Central moments: m2 = Σ((x − mean) / unit)², m3 and m4 likewise, not divided by n. `unit` is a
 * power of two near the
 * largest value, so that no power leaves the range of a double.
 */
export interface CentralMoments {
  readonly n: number;
  readonly mean: number;
  readonly unit: number;
  readonly m2: number;
  readonly m3: number;
  readonly m4: number;
}

/**
 * Moments of a table, n ≥ 1. Deviations are taken from a centre beside the mean and summed with
 * compensation, then
 * moved to the mean itself: sums of powers of the raw values would lose the digits that they share.
 */
export function momentsOf(table: FrequencyTable): CentralMoments {
  const { values, counts, n } = table;
  if (values.length === 1) return { n, mean: values[0] ?? NaN, unit: 1, m2: 0, m3: 0, m4: 0 };
  const unit = unitOf(table);
  const mean = robustMeans(table, 0).trimmed;
  // A whole centre keeps the deviations of whole numbers exact.
  const centre = (areSafeIntegers(values) ? Math.round(mean) : mean) / unit;
  const s1 = new CompensatedSum();
  const s2 = new CompensatedSum();
  const s3 = new CompensatedSum();
  const s4 = new CompensatedSum();
  for (let i = 0; i < values.length; i++) {
    const count = counts[i] ?? 0;
    const d = (values[i] ?? NaN) / unit - centre;
    s1.add(count * d);
    s2.add(count * d * d);
    s3.add(count * d * d * d);
    s4.add(count * d * d * d * d);
  }
  const powers = powersOfMean({ n, s1: s1.total, s2: s2.total, s3: s3.total, s4: s4.total });
  // The mean comes from the values: deviations are rounded, which shows where large ones cancel.
  return { n, mean, unit, ...powers };
}

interface CentredSums {
  readonly n: number;
  readonly s1: number;
  readonly s2: number;
  readonly s3: number;
  readonly s4: number;
}

/**
 * From sums of powers of the deviations from a centre to those from the mean (binomial theorem).
 */
function powersOfMean({
  n,
  s1,
  s2,
  s3,
  s4,
}: CentredSums): Pick<CentralMoments, 'm2' | 'm3' | 'm4'> {
  const d = s1 / n;
  return {
    m2: s2 - d * s1,
    m3: s3 - 3 * d * s2 + 2 * n * d ** 3,
    m4: s4 - 4 * d * s3 + 6 * d * d * s2 - 3 * n * d ** 4,
  };
}

/** Sample variance, divisor n − 1. R: var(x). n ≥ 2. */
export const variance = ({ n, m2, unit }: CentralMoments): number => (m2 / (n - 1)) * unit * unit;

/** Sample standard deviation, divisor n − 1. R: sd(x). n ≥ 2. */
export const standardDeviation = ({ n, m2, unit }: CentralMoments): number =>
  Math.sqrt(m2 / (n - 1)) * unit;

/** Sample standard deviation of values. R: sd(x). n ≥ 2. */
export const spreadOf = (values: Float64Array): number =>
  standardDeviation(momentsOf(tabulate(values)));

/** Standard error of the mean: sd / √n. */
export const standardError = (moments: CentralMoments): number =>
  standardDeviation(moments) / Math.sqrt(moments.n);

/**
 * Skewness. Joanes & Gill (1998): type 1 g1 = m3 / m2^1.5; type 2 G1 = g1 √(n(n−1)) / (n−2) (SAS,
 * SPSS, Excel, pandas);
 * type 3 b1 = g1 (1 − 1/n)^1.5 (Minitab, R e1071 default). null for fewer than 3 values (type 2) or
 * a constant.
 */
export function skewness({ n, m2, m3 }: CentralMoments, type: 1 | 2 | 3 = 2): number | null {
  if (n < (type === 2 ? 3 : 1) || m2 === 0) return null;
  const g1 = m3 / n / (m2 / n) ** 1.5;
  if (type === 1) return g1;
  return type === 2 ? (g1 * Math.sqrt(n * (n - 1))) / (n - 2) : g1 * (1 - 1 / n) ** 1.5;
}

/**
 * Excess kurtosis. Joanes & Gill (1998): type 1 g2 = m4 / m2² − 3; type 2 G2 = ((n+1) g2 +
 * 6)(n−1)/((n−2)(n−3))
 * (SAS, SPSS, Excel, pandas); type 3 b2 = (g2 + 3)(1 − 1/n)² − 3. null for fewer than 4 values
 * (type 2) or a constant.
 */
export function kurtosis({ n, m2, m4 }: CentralMoments, type: 1 | 2 | 3 = 2): number | null {
  if (n < (type === 2 ? 4 : 1) || m2 === 0) return null;
  const g2 = m4 / n / (m2 / n) ** 2 - 3;
  if (type === 1) return g2;
  return type === 2
    ? (((n + 1) * g2 + 6) * (n - 1)) / ((n - 2) * (n - 3))
    : (g2 + 3) * (1 - 1 / n) ** 2 - 3;
}
