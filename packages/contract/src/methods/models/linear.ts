import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { noMethod } from '../leaning.ts';
import { model, modelInput, ofModel } from './model.ts';

export const linear = defineMethod({
  ...model,
  method: 'linear',
  title: 'linear regression',
  asks: 'a number',
  r: '`lm`, `car::Anova`, `sandwich::vcovHC`',
  note: 'a number; weights, HC0 to HC3 errors, tests of terms of type 1, 2 or 3',
  input: {
    ...modelInput,
    weights: field(columnName().exactOptional().describe('A number column of weights.'), {
      kind: 'number',
      label: 'Weights',
      optional: true,
    }),
    errors: field(
      z
        .enum(['classical', 'hc0', 'hc1', 'hc2', 'hc3'])
        .default('classical')
        .describe('Standard errors; HC3 does without equal variances.'),
      {
        kind: 'choice',
        label: 'Standard errors',
        options: [
          { value: 'classical', label: 'Classical' },
          { value: 'hc3', label: 'HC3, without equal variances' },
          { value: 'hc2', label: 'HC2' },
          { value: 'hc1', label: 'HC1' },
          { value: 'hc0', label: 'HC0' },
        ],
      },
    ),
    sums_of_squares: field(
      z
        .union([z.literal(1), z.literal(2), z.literal(3)])
        .default(2)
        .describe('Type of the tests of the terms.'),
      {
        kind: 'choice',
        label: 'Tests of terms',
        options: [
          { value: 2, label: 'Type II, given the others' },
          { value: 1, label: 'Type I, in their order' },
          { value: 3, label: 'Type III, given all' },
        ],
      },
    ),
    means: z
      .array(z.string().min(1).max(1000))
      .min(1)
      .max(10)
      .exactOptional()
      .describe(
        "Estimated marginal means of these groups, others held constant: 'g', or 'g:h' for each combination.",
      ),
  },
  details: ['errors', 'sums_of_squares', 'weights', ...model.details],
  example: {
    formula: 'mass ~ wing + kind',
    folds: 3,
    means: ['kind'],
    predict: [{ wing: 190, kind: 'gentoo' }],
  },
  leansOn: (asked, method) => {
    if (asked.weights !== undefined || asked.errors !== 'classical')
      throw noMethod(
        method,
        'weights and robust errors lean on single rows.',
        "Leave out 'weights', and ask for errors 'classical'.",
      );
    return ofModel(asked, method);
  },
});
