import { fSurvival } from '../distributions/fisher-f.ts';
import { choleskyOf, solveLower } from '../numerics/cholesky.ts';
import { productsOf, type CrossProducts } from './cross-products.ts';
import type { Design } from './design.ts';
import { leastSquares } from './least-squares.ts';
import type { Coefficient, LinearModel } from './linear-model.ts';

export interface AnovaLine {
  readonly term: string;
  readonly ss: number;
  /** 0 where the term is a combination of others: it has no test. */
  readonly df: number;
  readonly f: number | null;
  readonly p: number | null;
  /** Of this term and the error: SS / (SS + residual SS). */
  readonly partial_eta_squared: number;
}

/**
 * Whether the last of these coefficients are 0, given that those in `given` are, by their
 * covariance V: bᵀ V⁻¹ b / q of all less that of the given. NaN where V is singular.
 */
export function waldF(
  coefficients: readonly Coefficient[],
  covariance: readonly (readonly number[])[],
  tested: readonly number[],
  given: readonly number[] = [],
): number {
  const all = [...given, ...tested];
  const root = choleskyOf(all.map((i) => all.map((j) => covariance[i]?.[j] ?? NaN)));
  if (root === null) return NaN;
  const solved = solveLower(
    root,
    all.map((k) => coefficients[k]?.estimate ?? NaN),
  ).slice(given.length);
  return solved.reduce((sum, value) => sum + value * value, 0) / tested.length;
}

export interface WaldLine {
  readonly term: string;
  /** 0 where the term is a combination of others: it has no test. */
  readonly df: number;
  readonly f: number | null;
  readonly p: number | null;
}

/**
 * Tests of the terms by the covariance of the estimates, so with the errors the model was asked
 * for: a term given those that
 * `type` names for it, as in the tests by sums of squares, which these are where errors are
 * classical. Type 3 takes a model of a
 * design with sum contrasts. R: car::Anova(type = 2 | 3, white.adjust = "hc3"); type 1 is the same
 * in the order of the terms.
 */
export function waldTerms(
  design: Design,
  { coefficients, covariance, df: left }: LinearModel,
  type: 1 | 2 | 3,
): WaldLine[] {
  const others =
    type === 3 ? (i: number) => (other: number) => other !== i : othersOf(design, type);
  const columnsOf = (wanted: (term: number) => boolean): number[] =>
    coefficients.flatMap(({ term, estimate }, k) => (estimate !== null && wanted(term) ? [k] : []));
  return design.terms.flatMap(({ name, factors }, i): WaldLine[] => {
    if (factors.length === 0) return [];
    const own = columnsOf((term) => term === i);
    // What a term is not tested given is taken to be 0: the terms that contain it, or come after
    // it.
    const f = waldF(
      coefficients,
      covariance,
      own,
      columnsOf((term) => term !== i && !others(i)(term)),
    );
    const known = own.length > 0 && Number.isFinite(f);
    return [
      {
        term: name,
        df: own.length,
        f: known ? f : null,
        p: known ? fSurvival(f, own.length, left) : null,
      },
    ];
  });
}

export interface ErrorTerm {
  readonly rss: number;
  readonly df: number;
}

/**
 * What each term takes from the residual sum of squares, given the terms that `others` names for
 * it.
 */
export function termTests(
  design: Design,
  products: CrossProducts,
  error: ErrorTerm,
  others: (term: number) => (other: number) => boolean,
): AnovaLine[] {
  const response = design.columns.length;
  const columnsOf = (wanted: (term: number) => boolean): number[] =>
    design.columns.flatMap(({ term }, k) => (wanted(term) ? [k] : []));
  return design.terms.flatMap(({ name, factors }, i): AnovaLine[] => {
    if (factors.length === 0) return [];
    const before = columnsOf(others(i));
    const given = leastSquares(products, [...before, ...columnsOf((term) => term === i)], response);
    const ss = given.sequential.slice(before.length).reduce((sum, value) => sum + value, 0);
    const df = given.rank - leastSquares(products, before, response).rank;
    const f = df === 0 ? null : ss / df / (error.rss / error.df);
    return [
      {
        term: name,
        ss,
        df,
        f,
        p: f === null ? null : fSurvival(f, df, error.df),
        partial_eta_squared: ss / (ss + error.rss),
      },
    ];
  });
}

/**
 * The terms that a term is tested given: those before it (1), or all that do not contain it (2).
 */
export const othersOf =
  ({ terms }: Design, type: 1 | 2) =>
  (i: number) =>
  (other: number): boolean =>
    type === 1
      ? other < i
      : other !== i &&
        !(terms[i]?.factors ?? []).every((name) => terms[other]?.factors.includes(name));

/**
 * Type III: each term given all others, with levels coded as deviations (a design with sum
 * contrasts). R: car::Anova(type = 3) under contr.sum.
 */
export const typeThree = (
  design: Design,
  response: Float64Array,
  weights: Float64Array | null,
  error: ErrorTerm,
): AnovaLine[] =>
  termTests(design, productsOf(design, response, weights), error, (i) => (other) => other !== i);
