import { normalQuantile } from '../distributions/normal.ts';
import { choleskyOf, solveLower } from '../numerics/cholesky.ts';
import { searchWeights, type Weights } from './search-weights.ts';

/** Errors add; the trend is none, a line or a damped line; the season none or added. */
export interface SmoothingForm {
  readonly trend: 'none' | 'additive' | 'damped';
  /** Length of a cycle; null without a season. */
  readonly period: number | null;
}

export interface Smoothing {
  readonly form: SmoothingForm;
  readonly alpha: number;
  readonly beta: number | null;
  readonly phi: number | null;
  readonly gamma: number | null;
  readonly level: number;
  readonly slope: number | null;
  /** Of the first cycle; their sum is 0. */
  readonly season: readonly number[];
  readonly logLikelihood: number;
  readonly aic: number;
  readonly aicc: number;
  readonly bic: number;
  /** Variance of an error: the sum of squares by n less the number of parameters. */
  readonly variance: number;
  readonly fitted: Float64Array;
  readonly forecast: (
    steps: number,
    level: number,
  ) => { value: number; low: number; high: number }[];
}

/** As R writes a form: ETS(A,Ad,A). */
export const formName = ({ trend, period }: SmoothingForm): string =>
  `ETS(A,${{ none: 'N', additive: 'A', damped: 'Ad' }[trend]},${period === null ? 'N' : 'A'})`;

/** Every form that these values have enough of. */
export function formsFor(n: number, period: number | null): SmoothingForm[] {
  const periods = period === null || n < 2 * period + 1 ? [null] : [null, period];
  return periods
    .flatMap((one) =>
      (['none', 'additive', 'damped'] as const).map((trend) => ({ trend, period: one })),
    )
    .filter((form) => n > parametersOf(form) + 2);
}

/** Smoothing parameters, first states and the variance. */
const parametersOf = ({ trend, period }: SmoothingForm): number =>
  3 + { none: 0, additive: 2, damped: 3 }[trend] + (period === null ? 0 : period);

/**
 * Exponential smoothing with additive errors by maximum likelihood: Hyndman, Koehler, Ord and
 * Snyder (2008). Errors are linear
 * in the first states, so these are found by least squares for any smoothing parameters, and only
 * the latter are searched.
 * R: forecast::ets(y, model, damped), whose search ends earlier; same likelihood, criteria and
 * bounds.
 */
export function exponentialSmoothing(y: Float64Array, form: SmoothingForm): Smoothing {
  const n = y.length;
  const centre = y.reduce((sum, value) => sum + value, 0) / n;
  const centred = y.map((value) => value - centre);
  const weights = searchWeights(form, (some) => Math.log(concentrated(centred, form, some).sse));
  const { sse, states } = concentrated(centred, form, weights);
  const { errors, end } = filter(centred, form, weights, states);
  const parameters = parametersOf(form);
  const logLikelihood = -0.5 * n * Math.log(sse);
  const aic = -2 * logLikelihood + 2 * parameters;
  const variance = sse / (n - parameters + 1);
  const steps = stepVariances(form, weights);
  return {
    form,
    alpha: weights.alpha,
    beta: form.trend === 'none' ? null : weights.beta,
    phi: form.trend === 'damped' ? weights.phi : null,
    gamma: form.period === null ? null : weights.gamma,
    level: (states[0] ?? NaN) + centre,
    slope: form.trend === 'none' ? null : (states[1] ?? NaN),
    season: form.period === null ? [] : seasonOf(form, states),
    logLikelihood,
    aic,
    aicc: aic + (2 * parameters * (parameters + 1)) / (n - parameters - 1),
    bic: -2 * logLikelihood + Math.log(n) * parameters,
    variance,
    fitted: y.map((value, t) => value - (errors[t] ?? NaN)),
    forecast: (count, level) => {
      const z = -normalQuantile((1 - level) / 2);
      const factors = steps(count);
      let spread = 0;
      return Array.from({ length: count }, (_, h) => {
        spread += h === 0 ? 1 : (factors[h - 1] ?? 0) ** 2;
        const value = centre + end(h + 1);
        const reach = z * Math.sqrt(variance * spread);
        return { value, low: value - reach, high: value + reach };
      });
    },
  };
}

const stateCount = ({ trend, period }: SmoothingForm): number =>
  1 + (trend === 'none' ? 0 : 1) + (period === null ? 0 : period - 1);

function seasonOf({ trend, period }: SmoothingForm, states: ArrayLike<number>): number[] {
  const first = trend === 'none' ? 1 : 2;
  const free = Array.from({ length: (period ?? 1) - 1 }, (_, i) => states[first + i] ?? NaN);
  return [...free, -free.reduce((sum, value) => sum + value, 0)];
}

/** One pass over the values: errors of one step, and what follows the last value. */
function filter(
  y: Float64Array,
  form: SmoothingForm,
  { alpha, beta, phi, gamma }: Weights,
  states: ArrayLike<number>,
): { errors: Float64Array; end: (step: number) => number } {
  const { period } = form;
  let [level, slope] = [states[0] ?? 0, form.trend === 'none' ? 0 : (states[1] ?? 0)];
  const season = period === null ? new Float64Array(1) : Float64Array.from(seasonOf(form, states));
  const cycle = season.length;
  const errors = new Float64Array(y.length);
  for (let t = 0; t < y.length; t++) {
    const place = t % cycle;
    const expected = level + phi * slope;
    const error = (y[t] ?? NaN) - expected - (season[place] ?? 0);
    errors[t] = error;
    level = expected + alpha * error;
    slope = phi * slope + beta * error;
    season[place] = (season[place] ?? 0) + gamma * error;
  }
  return {
    errors,
    end: (step) => {
      let sum = 0;
      for (let j = 1; j <= step; j++) sum += phi ** j;
      return level + sum * slope + (season[(y.length + step - 1) % cycle] ?? 0);
    },
  };
}

/** The first states that make the sum of squared errors least. */
function concentrated(
  y: Float64Array,
  form: SmoothingForm,
  weights: Weights,
): { sse: number; states: Float64Array } {
  const k = stateCount(form);
  const zero = new Float64Array(k);
  const own = filter(y, form, weights, zero).errors;
  const silent = new Float64Array(y.length);
  // What one unit of each state takes from the errors.
  const columns = Array.from({ length: k }, (_, i) =>
    filter(
      silent,
      form,
      weights,
      zero.map((__, j) => (i === j ? 1 : 0)),
    ).errors.map((value) => -value),
  );
  const inner = (a: Float64Array, b: Float64Array): number => {
    let sum = 0;
    for (let t = 0; t < a.length; t++) sum += (a[t] ?? 0) * (b[t] ?? 0);
    return sum;
  };
  // The root takes the lower triangle alone.
  const root = choleskyOf(columns.map((a, i) => columns.slice(0, i + 1).map((b) => inner(a, b))));
  if (root === null) return { sse: Infinity, states: zero };
  let states = zero;
  let errors = own;
  // A second step takes what rounding left of the normal equations.
  for (let step = 0; step < 2; step++) {
    const change = solve(
      root,
      columns.map((column) => inner(column, errors)),
    );
    states = states.map((value, i) => value + (change[i] ?? 0));
    errors = filter(y, form, weights, states).errors;
  }
  return { sse: inner(errors, errors), states };
}

/** x of L Lᵀ x = b. */
function solve(root: readonly (readonly number[])[], b: readonly number[]): number[] {
  const half = solveLower(root, b);
  const x = half.map(() => 0);
  for (let i = half.length - 1; i >= 0; i--) {
    let sum = half[i] ?? 0;
    for (let j = i + 1; j < half.length; j++) sum -= (root[j]?.[i] ?? 0) * (x[j] ?? 0);
    x[i] = sum / (root[i]?.[i] ?? NaN);
  }
  return x;
}

/**
 * How much an error still counts j = 1, 2, … steps later: c_j = α + β (φ + φ² + … + φ^j), and γ
 * where j is a whole number of cycles.
 * Hyndman and others (2008), table 6.1; the variance of the error of step h is σ² (1 + c_1² + … +
 * c_{h−1}²).
 */
const stepVariances =
  ({ period }: SmoothingForm, { alpha, beta, phi, gamma }: Weights) =>
  (count: number): number[] => {
    let damped = 0;
    return Array.from({ length: count }, (_, i) => {
      damped += phi ** (i + 1);
      return alpha + beta * damped + (period !== null && (i + 1) % period === 0 ? gamma : 0);
    });
  };
