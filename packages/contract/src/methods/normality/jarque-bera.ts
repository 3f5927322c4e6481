import { defineMethod } from '../define-method.ts';
import { byMoments, normality } from './normality.ts';

export const jarqueBera = defineMethod({
  ...normality,
  method: 'jarque_bera',
  title: 'Jarque–Bera test',
  asks: 'are skewness and kurtosis those of a normal distribution',
  r: '`stats.jarque_bera`',
  values: { least: 3 },
  leansOn: byMoments,
});
