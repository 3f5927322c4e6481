import { defineMethod } from '../define-method.ts';
import { normality } from './normality.ts';

export const andersonDarling = defineMethod({
  ...normality,
  method: 'anderson_darling',
  title: 'Anderson–Darling test',
  asks: 'is it normal, mean and variance estimated; far values count most',
  r: '`nortest::ad.test`',
  values: { least: 8 },
});
