import type { Interval } from '../numerics/interval.ts';
import { fSurvival } from '../distributions/fisher-f.ts';
import { studentTQuantile, studentTTwoSided } from '../distributions/student-t.ts';
import { total } from '../numerics/total.ts';
import { multiply, narrow, subtract } from '../numerics/double-double.ts';
import { productsOf, type CrossProducts } from './cross-products.ts';
import type { Design } from './design.ts';
import type { Explained } from './explained.ts';
import { estimableOf } from './estimable.ts';
import { leastSquares, squareOf } from './least-squares.ts';
import { namedColumns, type NamedColumns } from './named-columns.ts';
import { isBlind, robustErrors, type Covariance } from './robust-errors.ts';
import { anovaLines, othersOf, type AnovaLine } from './tests-of-terms.ts';
import { quadratic, waldF } from './wald-f.ts';

export interface Coefficient {
  readonly name: string;
  readonly term: number;
  /** null where the column is a combination of those before it. */
  readonly estimate: number | null;
  /**
   * Of robust errors null where the estimate rests on a row of leverage 1, whose error nothing is
   * known of, and 0 where the model fits every row exactly that it follows from: t, p and interval
   * are null then.
   */
  readonly error: number | null;
  readonly t: number | null;
  readonly p: number | null;
  readonly interval: Interval | null;
}

export interface LinearModel {
  readonly n: number;
  readonly coefficients: readonly Coefficient[];
  readonly sigma: number;
  readonly df: number;
  readonly rss: number;
  readonly r_squared: number;
  readonly adjusted_r_squared: number;
  /**
   * null where nothing is tested, or where the covariance of the estimates that it rests on is
   * singular or not known (robust errors alone).
   */
  readonly f: number | null;
  readonly f_df: readonly [number, number];
  readonly p: number | null;
  readonly aic: number;
  readonly bic: number;
  readonly residuals: Float64Array;
  /**
   * Residuals times the root of their weight, which have the same variance where the weights are
   * right: what checks of a model look at. R: residuals(, "pearson"); statsmodels: wresid.
   */
  readonly pearson: Float64Array;
  readonly fitted: Float64Array;
  readonly leverages: Float64Array;
  /** The lines of the coefficients: the product of two is their entry of (XᵀWX)⁻¹. */
  readonly lines: NamedColumns['lines'];
  /** QᵀY: the product with a line is its coefficient, of a response about its origin. */
  readonly scores: Float64Array;
  /** What is between two lines in the covariance of their coefficients. */
  readonly spread: readonly (readonly number[])[];
  /** Directions in which robust errors know no variance; see RobustErrors. */
  readonly blind: readonly Float64Array[];
  /** Sums of products of the columns as they were fitted, with the response as the last. */
  readonly products: CrossProducts;
  /** See LeastSquares. */
  readonly inflation: number;
  readonly conditionNumber: () => number;
  /** The mean at one row of the design. */
  readonly meanAt: (row: readonly number[]) => number;
  /** Variance of the mean at one row of the design; NaN where it is not known. */
  readonly varianceAt: (row: readonly number[]) => number;
  /**
   * Whether the mean at a row follows from the data: not where it needs a coefficient that is a
   * combination of others.
   */
  readonly estimable: (row: readonly number[]) => boolean;
  readonly anova: (type: 1 | 2) => AnovaLine[];
}

/**
 * Ordinary or weighted least squares. Estimates, errors and sums of squares come from products with
 * 32 digits. R: lm(),
 * summary.lm(); errors of HC0 to HC3 as sandwich::vcovHC; tests of terms as anova() (type 1) and
 * car::Anova (type 2).
 */
export function linearModel(
  design: Design,
  response: Explained,
  options: {
    readonly weights: Float64Array | null;
    readonly level: number;
    readonly covariance: Covariance;
  },
): LinearModel {
  const { weights, level } = options;
  const { origin } = response;
  const { columns, rows: n } = design;
  const products = productsOf(design, response, weights);
  const all = columns.map((_, k) => k);
  const fit = leastSquares(products, all, columns.length);
  const [residuals, fitted, leverages] = [
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
  ];
  const used = all.filter((k) => fit.coefficients[k] !== null);
  const named = namedColumns(design, fit);
  const entries = new Float64Array(columns.length);
  const rests = new Float64Array(columns.length);
  for (let i = 0; i < n; i++) {
    const value = response.values[i] ?? NaN;
    let left = { hi: value, lo: response.rest?.[i] ?? 0 };
    for (const k of used) {
      const [column, coefficient] = [columns[k], fit.coefficients[k]];
      const entry = column?.values[i] ?? NaN;
      entries[k] = entry;
      rests[k] = column?.rest?.[i] ?? 0;
      if (coefficient !== null && coefficient !== undefined)
        left = subtract(left, multiply(coefficient, { hi: entry, lo: column?.rest?.[i] ?? 0 }));
    }
    residuals[i] = narrow(left);
    fitted[i] = origin + (value - narrow(left));
    leverages[i] = (weights?.[i] ?? 1) * squareOf(fit.whiten(entries, rests));
  }
  const df = (weights === null ? n : weights.filter((w) => w > 0).length) - fit.rank;
  const rss = total(n, (i) => (weights?.[i] ?? 1) * (residuals[i] ?? 0) ** 2);
  const sigma = Math.sqrt(rss / df);
  const mean = design.intercept
    ? narrow(products.at(columns.length, 0)) / narrow(products.at(0, 0))
    : 0;
  const tss = total(n, (i) => (weights?.[i] ?? 1) * ((response.values[i] ?? 0) - mean) ** 2);
  const { spread, blind } =
    options.covariance === 'classical'
      ? {
          spread: Array.from(fit.scores, (_, i) =>
            Array.from(fit.scores, (__, j) => (i === j ? sigma * sigma : 0)),
          ),
          blind: [],
        }
      : robustErrors(design, fit, { residuals, leverages, weights, df, sigma }, options.covariance);
  const varianceOf = (line: Float64Array): number =>
    options.covariance === 'classical'
      ? sigma * sigma * squareOf(line)
      : isBlind(blind, line)
        ? NaN
        : quadratic(spread, line);
  const quantile = -studentTQuantile((1 - level) / 2, df);
  const coefficients = columns.map(({ name, term }, k): Coefficient => {
    const about = named.estimates[k];
    if (about === null || about === undefined)
      return { name, term, estimate: null, error: null, t: null, p: null, interval: null };
    // An origin other than 0 comes with an intercept, which is the first column.
    const value = k === 0 ? origin + about : about;
    const line = named.lines[k] ?? new Float64Array();
    const error = Math.sqrt(varianceOf(line));
    if (!(error > 0))
      return {
        name,
        term,
        estimate: value,
        error: error === 0 ? 0 : null,
        t: null,
        p: null,
        interval: null,
      };
    const t = value / error;
    return {
      name,
      term,
      estimate: value,
      error,
      t,
      p: studentTTwoSided(t, df),
      interval: { level, low: value - quantile * error, high: value + quantile * error },
    };
  });
  const tested = used.filter((k) => !(design.intercept && k === 0));
  const df1 = tested.length;
  const wald =
    options.covariance === 'classical'
      ? (tss - rss) / df1 / (rss / df)
      : waldF({ lines: named.lines, scores: fit.scores, spread, blind }, tested);
  const f = df1 === 0 || Number.isNaN(wald) ? null : wald;
  const likelihood =
    -0.5 *
    (n * (Math.log(2 * Math.PI) + 1 - Math.log(n) + Math.log(rss)) -
      total(weights === null ? 0 : n, (i) => Math.log(weights?.[i] ?? 1)));
  const anova = (type: 1 | 2): AnovaLine[] =>
    anovaLines(design, { products, fit, named }, { rss, df }, othersOf(design, type));
  // By rounding alone the rest can be more than the whole.
  const unexplained = Math.min(rss / tss, 1);
  return {
    n,
    coefficients,
    sigma,
    df,
    rss,
    r_squared: 1 - unexplained,
    adjusted_r_squared: 1 - unexplained * ((n - (design.intercept ? 1 : 0)) / df),
    f,
    f_df: [df1, df],
    p: f === null ? null : fSurvival(f, df1, df),
    aic: -2 * likelihood + 2 * (fit.rank + 1),
    bic: -2 * likelihood + Math.log(n) * (fit.rank + 1),
    residuals,
    pearson: residuals.map((value, i) => Math.sqrt(weights?.[i] ?? 1) * value),
    fitted,
    leverages,
    lines: named.lines,
    scores: fit.scores,
    spread,
    blind,
    products,
    inflation: fit.inflation,
    conditionNumber: fit.conditionNumber,
    anova,
    estimable: estimableOf(products, used, all),
    meanAt: (row) =>
      fit.whiten(row).reduce((sum, value, k) => sum + value * (fit.scores[k] ?? 0), 0) +
      (origin === 0 ? 0 : origin * (row[0] ?? 0)),
    varianceAt: (row) => varianceOf(fit.whiten(row)),
  };
}
