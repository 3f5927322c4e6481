import {
  linearModel,
  type Covariance,
  type Design,
  type Explained,
  type LinearModel,
} from '@columnist/statistics';
import { withoutLeftOut } from './left-out.ts';
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
  const model = withoutLeftOut(whole.model, whole.design, whole.fit.coefficients);
  if (model === whole.model) return whole;
  const design = modelDesign(model, 'treatment');
  return {
    model,
    design,
    fit: linearModel(design, response, { weights: model.weights, ...options }),
  };
}
