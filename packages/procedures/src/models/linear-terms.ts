import type { RegressionOptions, ResultTable } from '@columnist/contract';
import {
  linearModel,
  typeThree,
  waldTerms,
  type Design,
  type Explained,
  type LinearModel,
} from '@columnist/statistics';
import { sayP } from '../verdict.ts';
import { alphaOf, ofUnit } from '../words.ts';
import { sayDifference } from './linear-effects.ts';
import { modelDesign } from './model-design.ts';
import type { ModelRows } from './read-model.ts';

export type LinearOptions = Extract<RegressionOptions, { method: 'linear' }>;

export interface Terms {
  readonly variant: string;
  readonly tables: readonly ResultTable[];
  /** Which terms were found to explain, with how much or how surely: a sentence. */
  readonly lead: string;
  /** How the whole model was tested, where that is not usual. */
  readonly test: string;
  /** Terms that have coefficients, but no test with these errors. */
  readonly untested: readonly string[];
}

interface Led {
  readonly term: string;
  /** How much it explains, or how surely. */
  readonly said: string;
}

/**
 * ' Found to explain: x (…): y is 2 higher for each 1 more of x, 95% CI […]; g (…).' Differences are
 * said where they are what was tested: sums of squares of type I leave out the terms that follow.
 */
function leading(
  terms: readonly Led[],
  type: LinearOptions['sums_of_squares'],
  model: ModelRows,
  fit: LinearModel,
): string {
  const isAlone = model.formula.terms.length === 1;
  const differences = terms.map(({ term }) =>
    type === 1 && !isAlone ? null : sayDifference(term, model, fit),
  );
  const list = terms.map(({ term, said }, i) => {
    const difference = differences[i] ?? null;
    return `${term} (${said})${difference === null ? '' : `: ${difference}`}`;
  });
  const held =
    isAlone || differences.every((one) => one === null)
      ? ''
      : ' Each difference is at equal values of the other terms.';
  return terms.length === 0 ? '' : ` Found to explain: ${list.join('; ')}.${held}`;
}

/**
 * Tests of the terms with the errors that were asked for: by sums of squares, or by Wald's F where
 * variances may differ.
 */
export function termsOf(
  { errors, sums_of_squares: type, confidence_level: level }: LinearOptions,
  model: ModelRows,
  design: Design,
  response: Explained,
  fit: LinearModel,
): Terms {
  const clear = (p: number | null): boolean => p !== null && p < alphaOf(level);
  if (errors === 'classical') {
    const lines =
      type === 3
        ? typeThree(modelDesign(model, 'sum'), response, model.weights, fit)
        : fit.anova(type);
    return {
      variant: `sums of squares of type ${'I'.repeat(type)}`,
      test: '',
      untested: [],
      lead: leading(
        lines
          .filter(({ p }) => clear(p))
          .map(({ term, p, partial_eta_squared: share }) => ({
            term,
            said: `${sayP(p ?? NaN, level)}, partial η² = ${ofUnit(share ?? NaN)}`,
          })),
        type,
        model,
        fit,
      ),
      tables:
        lines.length === 0
          ? []
          : [
              {
                title: 'Terms',
                columns: ['term', 'sum of squares', 'df', 'F', 'p', 'partial η²'],
                rows: [
                  ...lines.map(({ term, ss, df, f, p, partial_eta_squared: share }) => [
                    term,
                    ss,
                    df,
                    f,
                    p,
                    share,
                  ]),
                  ['residuals', fit.rss, fit.df, null, null, null],
                ],
              },
            ],
    };
  }
  const said = errors.toUpperCase();
  const sums = type === 3 ? modelDesign(model, 'sum') : null;
  const lines =
    sums === null
      ? waldTerms(design, fit, type)
      : waldTerms(
          sums,
          linearModel(sums, response, { weights: model.weights, level: 0.95, covariance: errors }),
          3,
        );
  return {
    variant: `Wald tests of type ${'I'.repeat(type)} with ${said} errors`,
    test: `Wald test with ${said} errors`,
    untested: lines.filter(({ df, f }) => df > 0 && f === null).map(({ term }) => term),
    lead: leading(
      lines
        .filter(({ p }) => clear(p))
        .map(({ term, p }) => ({ term, said: sayP(p ?? NaN, level) })),
      type,
      model,
      fit,
    ),
    tables:
      lines.length === 0
        ? []
        : [
            {
              title: 'Terms',
              columns: ['term', 'df', `F (Wald, ${said})`, `p (${said})`],
              rows: [
                ...lines.map(({ term, df, f, p }) => [term, df, f, p]),
                ['residuals', fit.df, null, null],
              ],
            },
          ],
  };
}
