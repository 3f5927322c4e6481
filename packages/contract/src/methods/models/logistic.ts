import { defineMethod } from '../define-method.ts';
import { model } from './model.ts';

export const logistic = defineMethod({
  ...model,
  method: 'logistic',
  title: 'logistic regression',
  asks: 'one of two values: the second, or true, is the event',
  r: '`glm(family = binomial)`, `pROC::ci.auc`',
  note: 'one of two values',
  example: { formula: 'sex ~ mass' },
});
