import { defineMethod } from '../define-method.ts';
import { normality, ofOneValue } from './normality.ts';

export const lilliefors = defineMethod({
  ...normality,
  method: 'lilliefors',
  title: 'Lilliefors test',
  asks: 'is it normal, mean and variance estimated',
  r: '`nortest::lillie.test`',
  values: { least: 5 },
  leansOn: ofOneValue('its distance is that of one value.'),
});
