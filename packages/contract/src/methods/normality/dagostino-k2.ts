import { defineMethod } from '../define-method.ts';
import { byMoments, normality } from './normality.ts';

export const dagostinoK2 = defineMethod({
  ...normality,
  method: 'dagostino_k2',
  title: 'D’Agostino and Pearson’s K² test',
  asks: 'are skewness and kurtosis those of a normal distribution, each made normal',
  r: '`stats.normaltest`',
  values: { least: 8 },
  leansOn: byMoments,
});
