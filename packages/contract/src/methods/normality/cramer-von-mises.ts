import { defineMethod } from '../define-method.ts';
import { normality } from './normality.ts';

export const cramerVonMises = defineMethod({
  ...normality,
  method: 'cramer_von_mises',
  title: 'Cramér–von Mises test',
  asks: 'is it normal, mean and variance estimated; all values count alike',
  r: '`nortest::cvm.test`',
  values: { least: 8 },
});
