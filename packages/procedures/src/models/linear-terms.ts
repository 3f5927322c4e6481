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

/** ' Terms found to explain: x (…), g (…).' */
const leading = (terms: readonly string[]): string =>
  terms.length === 0 ? '' : ` Found to explain: ${terms.join('; ')}.`;

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
          .map(
            ({ term, p, partial_eta_squared: share }) =>
              `${term} (${sayP(p ?? NaN, level)}, partial η² = ${ofUnit(share)})`,
          ),
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
                    df === 0 ? null : share,
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
      lines.filter(({ p }) => clear(p)).map(({ term, p }) => `${term} (${sayP(p ?? NaN, level)})`),
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
