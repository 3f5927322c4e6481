import { compensatedSum } from '../numerics/compensated-sum.ts';
import { areSafeIntegers, geometricMean, harmonicMean, medianAbsoluteDeviation, quantile, trimmedMean, type FrequencyTable } from './frequency-table.ts';
import { meanInterval, type Interval } from './intervals.ts';
import { centralMoments, kurtosis, skewness, standardError, variance, type CentralMoments } from './moments.ts';
import { madConstant } from './quantiles.ts';

export interface NumberFigures {
  readonly mean: number | null;
  readonly mean_ci: Interval | null;
  readonly standard_error: number | null;
  readonly variance: number | null;
  readonly sd: number | null;
  readonly median: number | null;
  readonly q1: number | null;
  readonly q3: number | null;
  readonly iqr: number | null;
  readonly mad: number | null;
  readonly skewness: number | null;
  readonly kurtosis: number | null;
  readonly geometric_mean: number | null;
  readonly harmonic_mean: number | null;
  readonly trimmed_mean: number | null;
  /** Why a figure is null, by its name. */
  readonly reasons: Record<string, string>;
}

/** Sum of all values, in the table's own unit; exact for whole numbers while it is below 2^53. */
export const sumOf = ({ values, counts }: Pick<FrequencyTable, 'values' | 'counts'>): number => compensatedSum(values.length, (i) => (counts[i] ?? 0) * (values[i] ?? NaN));

/** Moments about the mean in the table's own unit; n ≥ 1. Deviations are taken from the value nearest the mean. */
export function momentsOf({ values, counts, n }: FrequencyTable): CentralMoments {
  const rough = sumOf({ values, counts }) / n;
  // A whole centre keeps the deviations of whole numbers exact.
  const centre = areSafeIntegers(values) ? Math.round(rough) : rough;
  const sum = (power: (d: number) => number) => compensatedSum(values.length, (i) => (counts[i] ?? 0) * power((values[i] ?? NaN) - centre));
  return centralMoments({ n, centre, s1: sum((d) => d), s2: sum((d) => d * d), s3: sum((d) => d * d * d), s4: sum((d) => d * d * d * d) });
}

/**
 * Figures of a number column. The table counts in units of 10^−scale, so that decimal text stays whole numbers, exact
 * until the sums are done; the figures are in the column's unit.
 */
export function describeNumbers(table: FrequencyTable, scale: number, level: number): NumberFigures {
  const reasons: Record<string, string> = {};
  const because = (reason: string, ...names: string[]): null => {
    for (const name of names) reasons[name] = reason;
    return null;
  };
  const { n } = table;
  if (n === 0) {
    because('No value is present.', ...figureNames);
    return { ...allNull, reasons };
  }
  const unit = 10 ** scale;
  const moments = momentsOf(table);
  const constant = moments.m2 === 0;
  const many = n >= 2;
  if (!many) because('Needs at least two values.', 'mean_ci', 'standard_error', 'variance', 'sd');
  const error = many ? standardError(moments) / unit : null;
  const mean = moments.mean / unit;
  const skew = skewness(moments);
  if (skew === null) because(constant && n >= 3 ? 'All values are equal.' : 'Needs at least three values.', 'skewness');
  const kurt = kurtosis(moments);
  if (kurt === null) because(constant && n >= 4 ? 'All values are equal.' : 'Needs at least four values.', 'kurtosis');
  const geometric = geometricMean(table);
  if (geometric === null) because('Defined for positive values only.', 'geometric_mean', 'harmonic_mean');
  const harmonic = harmonicMean(table);
  const q1 = quantile(table, 0.25);
  const q3 = quantile(table, 0.75);
  return {
    mean,
    mean_ci: error === null ? null : meanInterval(mean, error, n, level),
    standard_error: error,
    variance: many ? variance(moments) / unit / unit : null,
    sd: many ? Math.sqrt(variance(moments)) / unit : null,
    median: quantile(table, 0.5) / unit,
    q1: q1 / unit,
    q3: q3 / unit,
    iqr: (q3 - q1) / unit,
    mad: (medianAbsoluteDeviation(table) * madConstant) / unit,
    skewness: skew,
    kurtosis: kurt,
    geometric_mean: geometric === null ? null : geometric / unit,
    harmonic_mean: harmonic === null ? null : harmonic / unit,
    trimmed_mean: trimmedMean(table, 0.1) / unit,
    reasons,
  };
}

const allNull = {
  mean: null, mean_ci: null, standard_error: null, variance: null, sd: null, median: null, q1: null, q3: null, iqr: null, mad: null,
  skewness: null, kurtosis: null, geometric_mean: null, harmonic_mean: null, trimmed_mean: null,
} as const;
const figureNames = Object.keys(allNull);
