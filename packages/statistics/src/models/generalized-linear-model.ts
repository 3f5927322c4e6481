import type { Interval } from '../numerics/interval.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { normalQuantile, normalSurvival } from '../distributions/normal.ts';
import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { narrow } from '../numerics/double-double.ts';
import { logGamma } from '../numerics/gamma.ts';
import { productsOf } from './cross-products.ts';
import type { Design } from './design.ts';
import { leastSquares, squareOf, type LeastSquares } from './least-squares.ts';
import { namedColumns } from './named-columns.ts';
import type { Coefficient } from './linear-model.ts';

export type Family = 'binomial' | 'poisson';

export interface GeneralizedLinearModel {
  readonly n: number;
  /** With z in the place of t. */
  readonly coefficients: readonly Coefficient[];
  readonly deviance: number;
  /**
   * Of the mean alone; of even odds or a mean of 1 where the model has no intercept. R:
   * fit$null.deviance.
   */
  readonly null_deviance: number;
  readonly df: number;
  readonly null_df: number;
  readonly log_likelihood: number;
  /**
   * Of the mean alone, whether or not the model has an intercept. R: logLik(update(fit, . ~ 1)).
   */
  readonly null_log_likelihood: number;
  readonly aic: number;
  /** Likelihood ratio against the model of `null_deviance`. */
  readonly chi_square: number;
  readonly chi_square_df: number;
  readonly p: number;
  readonly fitted: Float64Array;
  readonly deviance_residuals: Float64Array;
  readonly leverages: Float64Array;
  /** The linear predictor at one row of the design, of an exposure of 1. */
  readonly meanAt: (row: readonly number[]) => number;
  /** Its variance there. */
  readonly varianceAt: (row: readonly number[]) => number;
  /**
   * Whether the estimates settled; without it they run away, as where groups are distinguished without
   * error.
   */
  readonly converged: boolean;
}

const steps = 50;
const settled = 1e-12;

const logistic = (eta: number): number => 1 / (1 + Math.exp(-eta));
const xlogx = (x: number, over: number): number => (x === 0 ? 0 : x * Math.log(x / over));

/** Deviance of one observation, and its share of the log-likelihood. */
const unitDeviance: Readonly<Record<Family, (y: number, mu: number) => number>> = {
  binomial: (y, mu) => 2 * (xlogx(y, mu) + xlogx(1 - y, 1 - mu)),
  poisson: (y, mu) => 2 * (xlogx(y, mu) - (y - mu)),
};
const logLikelihood: Readonly<Record<Family, (y: number, mu: number) => number>> = {
  binomial: (y, mu) => y * Math.log(mu) + (1 - y) * Math.log1p(-mu),
  poisson: (y, mu) => (y === 0 ? 0 : y * Math.log(mu)) - mu - logGamma(y + 1),
};

const total = (values: ArrayLike<number>, at: (value: number, i: number) => number): number => {
  const sum = new CompensatedSum();
  for (let i = 0; i < values.length; i++) sum.add(at(values[i] ?? NaN, i));
  return sum.total;
};

/**
 * Logistic (log-odds) or Poisson (log) regression by iteratively reweighted least squares; counts of
 * an exposure, as person-time, are modelled by their rate. R: glm(family = binomial / poisson,
 * offset = log(exposure)), Wald intervals (confint.default).
 */
export function generalizedLinearModel(
  design: Design,
  response: Float64Array,
  family: Family,
  level: number,
  exposure: Float64Array | null = null,
): GeneralizedLinearModel {
  const { columns, rows: n } = design;
  const offset = exposure?.map(Math.log);
  const link = (mu: number): number =>
    family === 'binomial' ? Math.log(mu / (1 - mu)) : Math.log(mu);
  const mean = (eta: number): number =>
    family === 'binomial'
      ? Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, logistic(eta)))
      : Math.max(Number.EPSILON, Math.exp(eta));
  const variance = (mu: number): number => (family === 'binomial' ? mu * (1 - mu) : mu);
  let mu = response.map((y) => (family === 'binomial' ? (y + 0.5) / 2 : y + 0.1));
  let eta = mu.map(link);
  let deviance = Infinity;
  let converged = false;
  const all = columns.map((_, k) => k);
  // What rounding leaves of the deviance of rows that are fitted exactly.
  const rounding = 8 * Number.EPSILON * total(response, (y) => y);
  const fitOnce = (): LeastSquares & { weights: Float64Array } => {
    const weights = mu.map(variance);
    const working = eta.map(
      (value, i) =>
        value - (offset?.[i] ?? 0) + ((response[i] ?? 0) - (mu[i] ?? 0)) / (weights[i] ?? 1),
    );
    return {
      ...leastSquares(
        productsOf(design, { values: working, rest: null }, weights),
        all,
        columns.length,
      ),
      weights,
    };
  };
  let fit = fitOnce();
  for (let step = 0; step < steps; step++) {
    const fitted = fit.coefficients.map((one) => (one === null ? 0 : narrow(one)));
    eta = Float64Array.from({ length: n }, (_, i) =>
      fitted.reduce((sum, b, k) => sum + b * (columns[k]?.values[i] ?? 0), offset?.[i] ?? 0),
    );
    mu = eta.map(mean);
    const next = total(response, (y, i) => unitDeviance[family](y, mu[i] ?? NaN));
    const change = Math.abs(next - deviance);
    if (change < settled * (Math.abs(next) + 0.1) || change <= rounding) converged = true;
    deviance = next;
    fit = fitOnce();
    if (converged) break;
  }
  const { rank, weights } = fit;
  const { estimates, lines } = namedColumns(design, fit);
  const quantile = -normalQuantile((1 - level) / 2);
  const coefficients = columns.map(({ name, term }, k): Coefficient => {
    const estimate = estimates[k] ?? null;
    if (estimate === null)
      return { name, term, estimate: null, error: null, t: null, p: null, interval: null };
    const error = Math.sqrt(squareOf(lines[k] ?? new Float64Array()));
    return {
      name,
      term,
      estimate,
      error,
      t: estimate / error,
      p: 2 * normalSurvival(Math.abs(estimate / error)),
      interval: { level, low: estimate - quantile * error, high: estimate + quantile * error },
    };
  });
  const average = total(response, (y) => y) / (exposure === null ? n : total(exposure, (t) => t));
  const expected = design.intercept ? average : mean(0);
  const exposed = (i: number): number => exposure?.[i] ?? 1;
  // A model of the mean alone is its own null model: what is compared with it is exactly alike.
  const isNull = design.intercept && rank === 1;
  const nullDeviance = isNull
    ? deviance
    : total(response, (y, i) => unitDeviance[family](y, expected * exposed(i)));
  const likelihood = total(response, (y, i) => logLikelihood[family](y, mu[i] ?? NaN));
  const entries = new Float64Array(columns.length);
  const leverages = Float64Array.from({ length: n }, (_, i) => {
    for (const [k, { values }] of columns.entries()) entries[k] = values[i] ?? 0;
    return (weights[i] ?? 0) * squareOf(fit.whiten(entries));
  });
  const chiDf = rank - (design.intercept ? 1 : 0);
  return {
    n,
    coefficients,
    deviance,
    null_deviance: nullDeviance,
    df: n - rank,
    null_df: n - (design.intercept ? 1 : 0),
    log_likelihood: likelihood,
    null_log_likelihood: isNull
      ? likelihood
      : total(response, (y, i) => logLikelihood[family](y, average * exposed(i))),
    aic: -2 * likelihood + 2 * rank,
    chi_square: nullDeviance - deviance,
    chi_square_df: chiDf,
    p: chiDf === 0 ? 1 : chiSquareSurvival(nullDeviance - deviance, chiDf),
    fitted: mu,
    deviance_residuals: response.map(
      (y, i) =>
        Math.sign(y - (mu[i] ?? 0)) * Math.sqrt(Math.max(0, unitDeviance[family](y, mu[i] ?? NaN))),
    ),
    leverages,
    meanAt: (row) =>
      fit.whiten(row).reduce((sum, value, k) => sum + value * (fit.scores[k] ?? 0), 0),
    varianceAt: (row) => squareOf(fit.whiten(row)),
    converged,
  };
}

export interface Roc {
  /** From the strictest threshold to the mildest. */
  readonly points: readonly {
    readonly threshold: number;
    readonly sensitivity: number;
    readonly specificity: number;
  }[];
  readonly auc: number;
  readonly interval: Interval;
}

/**
 * The receiver operating characteristic of scores, its area and DeLong's interval (1988). R:
 * pROC::roc, ci.auc(method = "delong").
 */
export function rocOf(response: Float64Array, scores: Float64Array, level: number): Roc {
  const order = Array.from(scores, (_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const positives = total(response, (y) => y);
  const negatives = response.length - positives;
  // Mid-ranks among all, among positives and among negatives give DeLong's structural components
  // (Sun & Xu 2014).
  const points = [{ threshold: Infinity, sensitivity: 0, specificity: 1 }];
  const [ofPositive, ofNegative]: [number[], number[]] = [[], []];
  let [above, below] = [0, 0];
  for (let i = 0; i < order.length;) {
    const threshold = scores[order[i] ?? 0] ?? NaN;
    let [p, q] = [0, 0];
    for (; i < order.length && scores[order[i] ?? 0] === threshold; i++) {
      if (response[order[i] ?? 0] === 1) p += 1;
      else q += 1;
    }
    for (let k = 0; k < p; k++) ofPositive.push((negatives - below - q / 2) / negatives);
    for (let k = 0; k < q; k++) ofNegative.push((above + p / 2) / positives);
    [above, below] = [above + p, below + q];
    points.push({ threshold, sensitivity: above / positives, specificity: 1 - below / negatives });
  }
  const auc = total(ofPositive, (value) => value) / positives;
  const spread = (list: readonly number[]): number =>
    total(list, (value) => (value - auc) ** 2) / (list.length - 1);
  const error = Math.sqrt(spread(ofPositive) / positives + spread(ofNegative) / negatives);
  const quantile = -normalQuantile((1 - level) / 2);
  return {
    points,
    auc,
    interval: {
      level,
      low: Math.max(0, auc - quantile * error),
      high: Math.min(1, auc + quantile * error),
    },
  };
}

/**
 * Hosmer–Lemeshow test: observed against expected in groups of the fitted probability. R:
 * ResourceSelection::hoslem.test(y, fitted, g).
 */
export function hosmerLemeshow(
  response: Float64Array,
  fitted: Float64Array,
  groups: number,
): {
  statistic: number;
  df: number;
  p: number;
  rows: { upper: number; n: number; observed: number; expected: number }[];
} {
  const sorted = Float64Array.from(fitted).sort();
  const at = (p: number): number => {
    const place = (sorted.length - 1) * p;
    const low = Math.floor(place);
    return (
      (sorted[low] ?? NaN) +
      (place - low) * ((sorted[Math.min(low + 1, sorted.length - 1)] ?? NaN) - (sorted[low] ?? NaN))
    );
  };
  const cuts = [...new Set(Array.from({ length: groups }, (_, i) => at((i + 1) / groups)))];
  const rows = cuts.map((upper) => ({ upper, n: 0, observed: 0, expected: 0 }));
  fitted.forEach((value, i) => {
    const row =
      rows[
        Math.max(
          0,
          cuts.findIndex((cut) => value <= cut),
        )
      ];
    if (row === undefined) return;
    row.n += 1;
    row.observed += response[i] ?? 0;
    row.expected += value;
  });
  const filled = rows.filter(({ n }) => n > 0);
  const statistic = filled.reduce(
    (sum, { n, observed, expected }) =>
      sum + (observed - expected) ** 2 / expected + (expected - observed) ** 2 / (n - expected),
    0,
  );
  const df = filled.length - 2;
  return { statistic, df, p: df < 1 ? NaN : chiSquareSurvival(statistic, df), rows: filled };
}
