import { defineMethod } from '../define-method.ts';
import { model } from './model.ts';

export const poisson = defineMethod({
  ...model,
  method: 'poisson',
  title: 'Poisson regression',
  asks: 'counts',
  r: '`glm(family = poisson)`',
  note: 'counts',
  example: { formula: 'wing ~ kind' },
});
