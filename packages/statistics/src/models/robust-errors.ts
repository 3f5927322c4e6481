import type { Design } from './design.ts';
import type { LeastSquares } from './least-squares.ts';
import type { LinearModel } from './linear-model.ts';

export type Covariance = 'classical' | 'hc0' | 'hc1' | 'hc2' | 'hc3';

// As near to 1 as sandwich::vcovHC takes for 1.
const leverageOne = 1 - Math.sqrt(Number.EPSILON);

/**
 * Whether the model must fit a row exactly, whatever its response: a coefficient follows from it
 * alone, such as that of a group of one row.
 */
export const isDecisive = (leverage: number): boolean => leverage > leverageOne;

/** Whether a residual is but the rounding of 0; `sigma` is that of a row of weight 1. */
const isExact = (residual: number, sigma: number, weight: number): boolean =>
  Math.abs(residual) * Math.sqrt(weight) <= Number.EPSILON * sigma;

/**
 * Rows that the model fits exactly, as it does groups that are constant or of one row. Robust
 * errors learn nothing from them.
 */
export const exactRows = ({ pearson, sigma }: LinearModel): number[] =>
  Array.from(pearson, (_, i) => i).filter((i) => isExact(pearson[i] ?? 0, sigma, 1));

/** What the errors of a fit follow from. */
interface Errors {
  readonly residuals: Float64Array;
  readonly leverages: Float64Array;
  readonly weights: Float64Array | null;
  readonly df: number;
  readonly sigma: number;
}

/** What the sandwich knows of the errors of estimates, between lines of whitened rows. */
export interface RobustErrors {
  readonly spread: number[][];
  /**
   * The whitened rows of leverage 1. Their residual is 0 whatever their error, so the variance of
   * an estimate that they enter is not known: the sandwich would take their part of it to be 0.
   */
  readonly blind: Float64Array[];
}

/** What an estimate takes of a row to less than this share of all its rows is rounding. */
const noShare = 1e-7;

/** Whether an estimate, by its line, rests on a row whose error is not known. */
export const isBlind = (blind: readonly Float64Array[], line: Float64Array): boolean => {
  const size = Math.hypot(...line);
  return blind.some(
    (row) =>
      Math.abs(row.reduce((sum, value, i) => sum + value * (line[i] ?? 0), 0)) > noShare * size,
  );
};

/**
 * What the sandwich has between two lines: Σ ω z zᵀ over the whitened rows z. MacKinnon & White
 * (1985). Rows that the model fits exactly add nothing, not the rounding of their residual.
 */
export function robustErrors(
  design: Design,
  fit: LeastSquares,
  { residuals, leverages, weights, df, sigma }: Errors,
  kind: Exclude<Covariance, 'classical'>,
): RobustErrors {
  const spread = Array.from({ length: fit.rank }, () => new Float64Array(fit.rank));
  const blind: Float64Array[] = [];
  const [row, rest] = [
    new Float64Array(design.columns.length),
    new Float64Array(design.columns.length),
  ];
  for (let i = 0; i < design.rows; i++) {
    const alone = isDecisive(leverages[i] ?? 0);
    if (isExact(residuals[i] ?? 0, sigma, weights?.[i] ?? 1) && !alone) continue;
    for (const [k, column] of design.columns.entries()) {
      row[k] = column.values[i] ?? 0;
      rest[k] = column.rest?.[i] ?? 0;
    }
    const white = fit.whiten(row, rest);
    if (alone) {
      blind.push(white.map((value) => value * Math.sqrt(weights?.[i] ?? 1)));
      continue;
    }
    const left = 1 - (leverages[i] ?? 0);
    const scale = { hc0: 1, hc1: design.rows / df, hc2: 1 / left, hc3: 1 / (left * left) }[kind];
    const omega = ((weights?.[i] ?? 1) * (residuals[i] ?? 0)) ** 2 * scale;
    for (const [a, line] of spread.entries()) {
      const x = (white[a] ?? 0) * omega;
      for (let b = 0; b < fit.rank; b++) line[b] = (line[b] ?? 0) + x * (white[b] ?? 0);
    }
  }
  return { spread: spread.map((line) => [...line]), blind };
}
