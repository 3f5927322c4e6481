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
  },
  details: ['event', ...model.details],
  example: { formula: 'sex ~ mass' },
});
