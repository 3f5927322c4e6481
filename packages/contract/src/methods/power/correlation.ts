import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { design, designInput } from './power.ts';

export const correlationDesign = defineMethod({
  ...design,
  method: 'correlation',
  title: 'correlation',
  asks: 'a correlation',
  r: '`pwr::pwr.r.test`',
  note: 'r',
  input: { ...designInput('Correlation r.', 'r', 0.3), alternative },
  details: [],
  example: { effect: 0.3, power: 0.8 },
});
