import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { explained, model } from './model.ts';

export const logistic = defineMethod({
  ...model,
  method: 'logistic',
  title: 'logistic regression',
  asks: 'one of two values: `event`, else the second, or true',
  r: '`glm(family = binomial)`, `pROC::ci.auc`',
  note: 'one of two values',
  input: {
    ...model.input,
    event: field(
      z
        .string()
        .max(1000)
        .exactOptional()
        .describe(
          'The value of the two whose odds are modelled; the second, or true, if left out.',
        ),
      { kind: 'value', label: 'Odds of', of: explained, usual: 'true, 1, yes, or else the second' },
    ),
    stratify: field(
      z.boolean().exactOptional().describe('Each part has the shares of both values.'),
      {
        kind: 'choice',
        label: 'Parts',
        options: [
          { value: false, label: 'of any rows' },
          { value: true, label: 'with the shares of both values' },
        ],
      },
    ),
  },
  details: ['event', 'unseen', 'stratify', 'seed'],
  example: { formula: 'sex ~ mass' },
});
