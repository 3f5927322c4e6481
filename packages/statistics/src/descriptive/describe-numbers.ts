import {
  geometricMean,
  harmonicMean,
  interquartileRange,
  medianAbsoluteDeviation,
  quantile,
  robustMeans,
  type FrequencyTable,
} from './frequency-table.ts';
import { meanInterval } from './intervals.ts';
import type { Interval } from '../numerics/interval.ts';
import { isHeld } from '../numerics/power-of-two.ts';
import {
  kurtosis,
  momentsOf,
  skewness,
  standardDeviation,
  standardError,
  variance,
  type CentralMoments,
} from './moments.ts';
import { madConstant, type QuantileType } from './quantiles.ts';
import { placeOf, spanOf, type Scale } from './scale.ts';

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
  /** Type 2 where none is named. */
  readonly skewness: number | null;
  /** Excess, of the same type. */
  readonly kurtosis: number | null;
  readonly geometric_mean: number | null;
  readonly harmonic_mean: number | null;
  readonly trimmed_mean: number | null;
  readonly winsorised_mean: number | null;
}

const noFigures: NumberFigures = {
  mean: null,
  mean_ci: null,
  standard_error: null,
  variance: null,
  sd: null,
  median: null,
  q1: null,
  q3: null,
  iqr: null,
  mad: null,
  skewness: null,
  kurtosis: null,
  geometric_mean: null,
  harmonic_mean: null,
  trimmed_mean: null,
  winsorised_mean: null,
};

export interface FigureTypes {
  readonly quantiles: QuantileType;
  readonly moments: 1 | 2 | 3;
  /** Share of the values at each end. */
  readonly trim: number;
}
const usual: FigureTypes = { quantiles: 7, moments: 2, trim: 0.1 };

/** Why a figure is null, by its name. */
type Reasons = Record<string, string>;

/** The figures of a number column, in the column's unit; `level` is that of the interval. */
export function describeNumbers(
  table: FrequencyTable,
  scale: Scale,
  level: number,
  types: FigureTypes = usual,
): { figures: NumberFigures; reasons: Reasons } {
  if (table.n === 0) {
    return {
      figures: noFigures,
      reasons: Object.fromEntries(
        Object.keys(noFigures).map((name) => [name, 'No value is present.']),
      ),
    };
  }
  const moments = momentsOf(table);
  const robust = robustMeans(table, types.trim);
  const q1 = quantile(table, 0.25, types.quantiles);
  const q3 = quantile(table, 0.75, types.quantiles);
  const figures: NumberFigures = {
    ...noFigures,
    ...(table.n < 2 ? {} : spreadOf(moments, scale, level)),
    mean: placeOf(scale, moments.mean),
    median: placeOf(scale, quantile(table, 0.5, types.quantiles)),
    q1: placeOf(scale, q1),
    q3: placeOf(scale, q3),
    iqr: spanOf(scale, interquartileRange(table, types.quantiles)),
    mad: spanOf(scale, medianAbsoluteDeviation(table) * madConstant),
    skewness: skewness(moments, types.moments),
    kurtosis: kurtosis(moments, types.moments),
    trimmed_mean: placeOf(scale, robust.trimmed),
    winsorised_mean: placeOf(scale, robust.winsorised),
    ...positiveMeans(table, scale),
  };
  const { variance: square } = figures;
  return withoutOverflow(
    square === null || isHeld(square, moments.m2) ? figures : { ...figures, variance: NaN },
    reasonsOf(figures, moments),
  );
}

function spreadOf(moments: CentralMoments, scale: Scale, level: number) {
  const error = spanOf(scale, standardError(moments));
  return {
    mean_ci: meanInterval(placeOf(scale, moments.mean), error, moments.n, level),
    standard_error: error,
    variance: variance(moments) / scale.perUnit ** 2,
    sd: spanOf(scale, standardDeviation(moments)),
  };
}

function positiveMeans(table: FrequencyTable, { origin, perUnit }: Scale) {
  const geometric = geometricMean(table, origin * perUnit);
  const harmonic = harmonicMean(table, origin * perUnit);
  return {
    geometric_mean: geometric === null ? null : geometric / perUnit,
    harmonic_mean: harmonic === null ? null : harmonic / perUnit,
  };
}

function reasonsOf(figures: NumberFigures, { n, m2 }: CentralMoments): Reasons {
  const reasons: Reasons = {};
  if (n < 2)
    for (const name of ['mean_ci', 'standard_error', 'variance', 'sd'])
      reasons[name] = 'Needs at least two values.';
  if (figures.skewness === null)
    reasons['skewness'] =
      n >= 3 && m2 === 0 ? 'All values are equal.' : 'Needs at least three values.';
  if (figures.kurtosis === null)
    reasons['kurtosis'] =
      n >= 4 && m2 === 0 ? 'All values are equal.' : 'Needs at least four values.';
  if (figures.geometric_mean === null)
    for (const name of ['geometric_mean', 'harmonic_mean'])
      reasons[name] = 'Defined for positive values only.';
  return reasons;
}

/** Figures that leave the range of a double are null, with that reason. */
function withoutOverflow(
  figures: NumberFigures,
  reasons: Reasons,
): { figures: NumberFigures; reasons: Reasons } {
  const sizeOf = (figure: NumberFigures[keyof NumberFigures]): number =>
    figure === null ? 0 : typeof figure === 'number' ? figure : figure.high - figure.low;
  const beyond = Object.entries(figures).flatMap(([name, figure]) =>
    Number.isFinite(sizeOf(figure)) ? [] : [name],
  );
  return {
    figures: { ...figures, ...Object.fromEntries(beyond.map((name) => [name, null])) },
    reasons: {
      ...reasons,
      ...Object.fromEntries(beyond.map((name) => [name, 'Beyond the range of a double.'])),
    },
  };
}
