import {
  linearModel,
  type Covariance,
  type Design,
  type Explained,
  type LinearModel,
} from '@columnist/statistics';
import type { Assumption } from '../finding.ts';
import { modelDesign } from './model-design.ts';
import type { ModelRows } from './read-model.ts';

export interface Kept {
  readonly model: ModelRows;
  readonly design: Design;
  readonly fit: LinearModel;
}

/**
 * A model without the terms that have no coefficient, as they are combinations of those before
 * them: the others are tested as if those had not been written. R: car::Anova of the model that
 * alias() leaves.
 */
export function withoutAliased(
  whole: Kept,
  response: Explained,
  options: { readonly level: number; readonly covariance: Covariance },
): Kept {
  const { model, design, fit } = whole;
  const known = new Set(
    fit.coefficients.filter(({ estimate }) => estimate !== null).map(({ term }) => term),
  );
  // The intercept is no term of the formula.
  const written = design.terms.flatMap(({ factors }, term) => (factors.length === 0 ? [] : [term]));
  const terms = model.formula.terms.filter((_, i) => known.has(written[i] ?? -1));
  if (terms.length === model.formula.terms.length) return whole;
  const kept = { ...model, formula: { ...model.formula, terms } };
  const narrower = modelDesign(kept, 'treatment');
  return {
    model: kept,
    design: narrower,
    fit: linearModel(narrower, response, { weights: model.weights, ...options }),
  };
}

export const aliasedNote = (names: readonly string[]): Assumption[] =>
  names.length === 0
    ? []
    : [
        {
          name: 'no column a combination of others',
          verdict: 'doubtful',
          said: `${names.join(', ')} ${names.length === 1 ? 'follows' : 'follow'} from the terms before, so that no data can tell their effects apart; the others are tested without ${names.length === 1 ? 'it' : 'them'}.`,
        },
      ];
