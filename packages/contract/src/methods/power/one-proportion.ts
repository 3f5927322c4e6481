import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { design, designInput } from './power.ts';

export const oneProportionDesign = defineMethod({
  ...design,
  method: 'one_proportion',
  title: 'test of one proportion',
  asks: 'a proportion',
  r: '`pwr::pwr.p.test`',
  note: 'h',
  input: { ...designInput("Cohen's h.", 'Cohen’s h', 0.3), alternative },
  details: [],
  example: { effect: 0.3, power: 0.8 },
});
