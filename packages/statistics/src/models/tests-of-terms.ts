import { fSurvival } from '../distributions/fisher-f.ts';
import { productsOf, type CrossProducts } from './cross-products.ts';
import type { Design } from './design.ts';
import type { Explained } from './explained.ts';
import { leastSquares, type LeastSquares } from './least-squares.ts';
import type { LinearModel } from './linear-model.ts';
import { namedColumns, type NamedColumns } from './named-columns.ts';
import { along, axesOf, waldF } from './wald-f.ts';

/** A term without a test has no figures. */
export interface AnovaLine {
  readonly term: string;
  readonly ss: number | null;
  /** 0 where the term is a combination of others, or its test does not follow from the data. */
  readonly df: number;
  readonly f: number | null;
  readonly p: number | null;
  /** Of this term and the error: SS / (SS + residual SS). */
  readonly partial_eta_squared: number | null;
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
export function waldTerms(design: Design, model: LinearModel, type: 1 | 2 | 3): WaldLine[] {
  const { coefficients, df: left } = model;
  const others =
    type === 3 ? (i: number) => (other: number) => other !== i : othersOf(design, type);
  const columnsOf = (wanted: (term: number) => boolean): number[] =>
    coefficients.flatMap(({ term, estimate }, k) => (estimate !== null && wanted(term) ? [k] : []));
  const isOpen =
    type === 3
      ? openTerms(
          design,
          coefficients.map(({ estimate }) => estimate),
        )
      : null;
  return design.terms.flatMap(({ name, factors }, i): WaldLine[] => {
    if (factors.length === 0) return [];
    const own = columnsOf((term) => term === i);
    // What a term is not tested given is taken to be 0: the terms that contain it, or come after
    // it.
    const f = waldF(
      model,
      own,
      columnsOf((term) => term !== i && !others(i)(term)),
    );
    const isTested = own.length > 0 && isOpen?.(i) !== true;
    const known = isTested && Number.isFinite(f);
    return [
      {
        term: name,
        df: isTested ? own.length : 0,
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

/** What tests of terms take of the fit of a whole design. */
interface WholeFit {
  readonly products: CrossProducts;
  readonly fit: LeastSquares;
  readonly named: NamedColumns;
}

const withoutTest = (term: string): AnovaLine => ({
  term,
  ss: null,
  df: 0,
  f: null,
  p: null,
  partial_eta_squared: null,
});

/**
 * Whether a test of type III of a term does not follow from the data: it averages over all groups
 * of the interactions that contain it, and one of these has a combination without rows, a
 * coefficient without an estimate. R: car::Anova(type = 3) refuses these models.
 */
const openTerms =
  ({ terms, columns }: Design, estimates: readonly (number | null)[]) =>
  (term: number): boolean =>
    columns.some(
      (column, k) =>
        column.term !== term && estimates[k] === null && contains(terms, column.term, term),
    );

/**
 * What each term takes from the residual sum of squares, given the terms that `others` names for
 * it.
 */
export function anovaLines(
  design: Design,
  whole: WholeFit,
  error: ErrorTerm,
  others: (term: number) => (other: number) => boolean,
): AnovaLine[] {
  const taken = design.expansion === null ? takenByFits : takenByLines;
  return design.terms.flatMap(({ name, factors }, i): AnovaLine[] => {
    if (factors.length === 0) return [];
    const { ss, df } = taken(design, whole, i, others(i));
    if (df === 0) return [withoutTest(name)];
    const f = ss / df / (error.rss / error.df);
    return [
      {
        term: name,
        ss,
        df,
        f,
        p: fSurvival(f, df, error.df),
        partial_eta_squared: ss / (ss + error.rss),
      },
    ];
  });
}

interface Taken {
  readonly ss: number;
  readonly df: number;
}

/** By the fits with and without the term. */
function takenByFits(
  design: Design,
  { products }: WholeFit,
  term: number,
  isGiven: (other: number) => boolean,
): Taken {
  const response = design.columns.length;
  const columnsOf = (wanted: (other: number) => boolean): number[] =>
    design.columns.flatMap((column, k) => (wanted(column.term) ? [k] : []));
  const before = columnsOf(isGiven);
  const fit = leastSquares(products, [...before, ...columnsOf((one) => one === term)], response);
  return {
    ss: fit.sequential.slice(before.length).reduce((sum, value) => sum + value, 0),
    df: fit.rank - leastSquares(products, before, response).rank,
  };
}

/**
 * The same by the fit of the whole design, whose columns are not those that the terms name: the
 * part of the scores along the lines of the term that is at a right angle to those of the terms it
 * is not tested given.
 */
function takenByLines(
  { columns }: Design,
  { fit, named }: WholeFit,
  term: number,
  isGiven: (other: number) => boolean,
): Taken {
  const linesOf = (wanted: (other: number) => boolean): Float64Array[] =>
    columns.flatMap((column, k) => {
      const line = named.lines[k];
      return wanted(column.term) && named.estimates[k] !== null && line !== undefined ? [line] : [];
    });
  const given = linesOf((other) => other !== term && !isGiven(other));
  const own = linesOf((other) => other === term);
  return {
    ss: axesOf([...given, ...own])
      .slice(given.length)
      .reduce((sum, axis) => sum + along(axis, fit.scores) ** 2, 0),
    df: own.length,
  };
}

/**
 * The terms that a term is tested given: those before it (1), or all that do not contain it (2).
 */
export const othersOf =
  ({ terms }: Design, type: 1 | 2) =>
  (i: number) =>
  (other: number): boolean =>
    type === 1 ? other < i : other !== i && !contains(terms, other, i);

/** Whether one term has all factors of another. */
const contains = (terms: Design['terms'], one: number, other: number): boolean =>
  (terms[other]?.factors ?? []).every((name) => terms[one]?.factors.includes(name));

/**
 * Type III: each term given all others, with levels coded as deviations (a design with sum
 * contrasts). R: car::Anova(type = 3) under contr.sum.
 */
export function typeThree(
  design: Design,
  response: Explained,
  weights: Float64Array | null,
  error: ErrorTerm,
): AnovaLine[] {
  const products = productsOf(design, response, weights);
  const fit = leastSquares(
    products,
    design.columns.map((_, k) => k),
    design.columns.length,
  );
  const whole = { products, fit, named: namedColumns(design, fit) };
  const isOpen = openTerms(design, whole.named.estimates);
  const lines = anovaLines(design, whole, error, (i) => (other) => other !== i);
  const places = design.terms.flatMap(({ factors }, i) => (factors.length === 0 ? [] : [i]));
  return lines.map((line, k) => (isOpen(places[k] ?? -1) ? withoutTest(line.term) : line));
}
