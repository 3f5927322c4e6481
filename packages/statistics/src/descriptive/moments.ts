/**
 * What one pass over the deviations from a centre near the mean gathers: n and the sums of d, d², d³ and d⁴
 * with d = x − centre. Summing deviations, not squares of raw values, keeps the digits that an offset would eat.
 */
export interface CentredSums {
  readonly n: number;
  readonly centre: number;
  readonly s1: number;
  readonly s2: number;
  readonly s3: number;
  readonly s4: number;
}

/** Central moments about the mean: m2 = Σ(x − mean)², and so on; not divided by n. */
export interface CentralMoments {
  readonly n: number;
  readonly mean: number;
  readonly m2: number;
  readonly m3: number;
  readonly m4: number;
}

/** Shifts the sums from the centre to the mean (binomial theorem). */
export function centralMoments({ n, centre, s1, s2, s3, s4 }: CentredSums): CentralMoments {
  const d = s1 / n;
  return {
    n,
    mean: centre + d,
    m2: s2 - d * s1,
    m3: s3 - 3 * d * s2 + 2 * n * d ** 3,
    m4: s4 - 4 * d * s3 + 6 * d * d * s2 - 3 * n * d ** 4,
  };
}

/** Sample variance, divisor n − 1. R: var(x). n ≥ 2. */
export const variance = ({ n, m2 }: CentralMoments): number => m2 / (n - 1);

/** Standard error of the mean: sd / √n. */
export const standardError = (moments: CentralMoments): number => Math.sqrt(variance(moments) / moments.n);

/**
 * Skewness. Joanes & Gill (1998): type 1 g1 = m3 / m2^1.5; type 2 G1 = g1 √(n(n−1)) / (n−2) (SAS, SPSS, Excel, pandas);
 * type 3 b1 = g1 (1 − 1/n)^1.5 (Minitab, R e1071 default). null for fewer than 3 values (type 2) or a constant.
 */
export function skewness({ n, m2, m3 }: CentralMoments, type: 1 | 2 | 3 = 2): number | null {
  if (n < (type === 2 ? 3 : 1) || m2 === 0) return null;
  const g1 = m3 / n / (m2 / n) ** 1.5;
  if (type === 1) return g1;
  return type === 2 ? (g1 * Math.sqrt(n * (n - 1))) / (n - 2) : g1 * (1 - 1 / n) ** 1.5;
}

/**
 * Excess kurtosis. Joanes & Gill (1998): type 1 g2 = m4 / m2² − 3; type 2 G2 = ((n+1) g2 + 6)(n−1)/((n−2)(n−3))
 * (SAS, SPSS, Excel, pandas); type 3 b2 = (g2 + 3)(1 − 1/n)² − 3. null for fewer than 4 values (type 2) or a constant.
 */
export function kurtosis({ n, m2, m4 }: CentralMoments, type: 1 | 2 | 3 = 2): number | null {
  if (n < (type === 2 ? 4 : 1) || m2 === 0) return null;
  const g2 = m4 / n / (m2 / n) ** 2 - 3;
  if (type === 1) return g2;
  return type === 2 ? (((n + 1) * g2 + 6) * (n - 1)) / ((n - 2) * (n - 3)) : (g2 + 3) * (1 - 1 / n) ** 2 - 3;
}
