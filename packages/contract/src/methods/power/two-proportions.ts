import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { design, designInput } from './power.ts';

export const twoProportionsDesign = defineMethod({
  ...design,
  method: 'two_proportions',
  title: 'test of two proportions',
  asks: 'two proportions',
  note: 'h',
  r: '`pwr::pwr.2p.test`',
  input: { ...designInput("Cohen's h.", 'Cohen’s h', 0.3), alternative },
  details: [],
  example: { effect: 0.3, power: 0.8 },
});
