import { defineMethod } from '../define-method.ts';
import { normality } from './normality.ts';

export const shapiroWilk = defineMethod({
  ...normality,
  method: 'shapiro_wilk',
  usual: true,
  title: 'Shapiro–Wilk test',
  asks: 'is it normal',
  r: '`shapiro.test`',
  note: 'default, 3 to 5000 values',
  values: { least: 3, most: 5000, more: 'anderson_darling' },
});
