import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { normalCdf } from '../distributions/normal.ts';
import { CrossProducts } from '../models/cross-products.ts';
import { leastSquares } from '../models/least-squares.ts';
import { narrow } from '../numerics/double-double.ts';
import { secondLevelBridgeSurvival, squaredBridgeSurvival } from './bridge-integrals.ts';

/**
 * What a series is allowed to have besides its own past: nothing, a constant, a constant and a
 * straight line.
 */
export type Deterministics = 'none' | 'constant' | 'trend';

export interface UnitRootTest {
  readonly statistic: number;
  readonly p: number;
  readonly lags: number;
  /** Differences that the regression is over. */
  readonly n: number;
}

const termsOf: Readonly<Record<Deterministics, number>> = { none: 0, constant: 1, trend: 2 };

/** As many lags as Schwert (1989) looks at, and the data allow. */
export const schwertLags = (n: number, terms: number): number =>
  Math.min(Math.floor(n / 2) - terms - 1, Math.ceil(12 * (n / 100) ** 0.25));

/**
 * Augmented Dickey–Fuller test of a unit root: Said and Dickey (1984); p by MacKinnon's (1994)
 * response surface. Where `lags`
 * is null, as many as make Akaike's criterion least. statsmodels.tsa.stattools.adfuller(y,
 * regression = 'n' | 'c' | 'ct').
 */
export function augmentedDickeyFuller(
  y: Float64Array,
  deterministics: Deterministics,
  lags: number | null,
): UnitRootTest {
  const most = lags ?? schwertLags(y.length, termsOf[deterministics]);
  const used = lags ?? bestLags(y, deterministics, most);
  const { products, n } = dickeyFullerProducts(y, deterministics, used);
  const columns = Array.from({ length: termsOf[deterministics] + 1 + used }, (_, i) => i);
  const fit = leastSquares(products, columns, columns.length);
  const level = termsOf[deterministics];
  const estimate = fit.coefficients[level];
  // What is left of a series that follows exactly from its past is rounding, and no error.
  const all = narrow(products.at(columns.length, columns.length));
  if (fit.residual <= 1e-26 * all) return { statistic: NaN, p: NaN, lags: used, n };
  const variance = (fit.residual / (n - columns.length)) * (fit.inverse[level]?.[level] ?? NaN);
  const statistic =
    (estimate === null || estimate === undefined ? NaN : narrow(estimate)) / Math.sqrt(variance);
  return { statistic, p: mackinnonP(statistic, deterministics), lags: used, n };
}

/** Nested models over the same rows: each lag takes its share of what the earlier ones left. */
function bestLags(y: Float64Array, deterministics: Deterministics, most: number): number {
  const { products, n } = dickeyFullerProducts(y, deterministics, most);
  const first = termsOf[deterministics] + 1;
  const columns = Array.from({ length: first + most }, (_, i) => i);
  const { sequential, residual } = leastSquares(products, columns, columns.length);
  const criteria = Array.from(
    { length: most + 1 },
    (_, k) =>
      n * Math.log(residual + sequential.slice(first + k).reduce((sum, ss) => sum + ss, 0)) +
      2 * (first + k),
  );
  return criteria.indexOf(Math.min(...criteria));
}

/** Columns: constant, trend, level before, differences before; last the difference itself. */
function dickeyFullerProducts(
  y: Float64Array,
  deterministics: Deterministics,
  lags: number,
): { products: CrossProducts; n: number } {
  const terms = termsOf[deterministics];
  const row = new Float64Array(terms + 2 + lags);
  const rest = new Float64Array(row.length);
  const products = new CrossProducts(row.length);
  const difference = (t: number): number => (y[t] ?? NaN) - (y[t - 1] ?? NaN);
  for (let t = lags + 1; t < y.length; t++) {
    if (terms > 0) row[0] = 1;
    if (terms > 1) row[1] = t - lags;
    row[terms] = y[t - 1] ?? NaN;
    for (let k = 1; k <= lags; k++) row[terms + k] = difference(t - k);
    row[row.length - 1] = difference(t);
    products.add(row, rest, 1);
  }
  return { products, n: y.length - 1 - lags };
}

/**
 * MacKinnon (1994), tables 3 and 4 for one variable, as statsmodels has them: where each holds, and
 * its polynomials.
 */
const surfaces: Readonly<
  Record<
    Deterministics,
    {
      readonly low: number;
      readonly high: number;
      readonly star: number;
      readonly left: readonly number[];
      readonly right: readonly number[];
    }
  >
> = {
  none: {
    low: -19.04,
    high: Infinity,
    star: -1.04,
    left: [0.6344, 1.2378, 0.032496],
    right: [0.4797, 0.93557, -0.06999, 0.033066],
  },
  constant: {
    low: -18.83,
    high: 2.74,
    star: -1.61,
    left: [2.1659, 1.4412, 0.038269],
    right: [1.7339, 0.93202, -0.12745, -0.010368],
  },
  trend: {
    low: -16.18,
    high: 0.7,
    star: -2.89,
    left: [3.2512, 1.6047, 0.049588],
    right: [2.5261, 0.61654, -0.37956, -0.060285],
  },
};

/** Coefficients of the polynomial whose value is the normal quantile of p. */
export const mackinnonPolynomial = (
  statistic: number,
  deterministics: Deterministics,
): readonly number[] =>
  surfaces[deterministics][statistic <= surfaces[deterministics].star ? 'left' : 'right'];

function mackinnonP(statistic: number, deterministics: Deterministics): number {
  const { low, high } = surfaces[deterministics];
  if (statistic > high) return 1;
  if (statistic < low) return 0;
  return normalCdf(
    mackinnonPolynomial(statistic, deterministics).reduceRight(
      (sum, coefficient) => sum * statistic + coefficient,
      0,
    ),
  );
}

/** Lags of the long-run variance by Hobijn, Franses and Ooms (1998). */
function hobijnLags(residuals: Float64Array): number {
  const n = residuals.length;
  let [s0, s1] = [productAt(residuals, 0) / n, 0];
  for (let lag = 1; lag <= Math.floor(n ** (2 / 9)); lag++) {
    const product = productAt(residuals, lag) / (n / 2);
    s0 += product;
    s1 += lag * product;
  }
  return Math.min(n - 1, Math.floor(1.1447 * ((s1 / s0) ** 2) ** (1 / 3) * n ** (1 / 3)));
}

function productAt(values: Float64Array, lag: number): number {
  const sum = new CompensatedSum();
  for (let i = lag; i < values.length; i++) sum.add((values[i] ?? 0) * (values[i - lag] ?? 0));
  return sum.total;
}

/**
 * Test that a series is stationary about a level or a straight line: Kwiatkowski, Phillips, Schmidt
 * and Shin (1992). p by the
 * distribution of the limit itself, not from a table between .01 and .10.
 * statsmodels.tsa.stattools.kpss(y, regression =
 * 'c' | 'ct', nlags = 'auto').
 */
export function kpss(
  y: Float64Array,
  about: 'constant' | 'trend',
  lags: number | null,
): UnitRootTest {
  const n = y.length;
  const residuals = about === 'constant' ? aboutMean(y) : aboutLine(y);
  const used = lags ?? hobijnLags(residuals);
  const variance = new CompensatedSum();
  variance.add(productAt(residuals, 0) / n);
  for (let lag = 1; lag <= used; lag++)
    variance.add((2 * productAt(residuals, lag) * (1 - lag / (used + 1))) / n);
  const squares = new CompensatedSum();
  const partial = new CompensatedSum();
  for (const value of residuals) {
    partial.add(value);
    squares.add(partial.total ** 2);
  }
  const statistic = squares.total / (n * n * variance.total);
  return {
    statistic,
    p:
      about === 'constant'
        ? squaredBridgeSurvival(statistic)
        : secondLevelBridgeSurvival(statistic),
    lags: used,
    n,
  };
}

function aboutMean(y: Float64Array): Float64Array {
  const [first = 0] = y;
  const sum = new CompensatedSum();
  for (const value of y) sum.add(value - first);
  const mean = sum.total / y.length;
  return y.map((value) => value - first - mean);
}

function aboutLine(y: Float64Array): Float64Array {
  const level = aboutMean(y);
  const middle = (y.length - 1) / 2;
  const [slope, square] = [new CompensatedSum(), new CompensatedSum()];
  level.forEach((value, t) => {
    slope.add(value * (t - middle));
    square.add((t - middle) ** 2);
  });
  return level.map((value, t) => value - (slope.total / square.total) * (t - middle));
}
