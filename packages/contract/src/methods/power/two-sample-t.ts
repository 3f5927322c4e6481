import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { design, designInput } from './power.ts';

export const twoSampleTDesign = defineMethod({
  ...design,
  method: 'two_sample_t',
  usual: true,
  title: 'two-sample t test',
  asks: 'two means',
  r: '`pwr::pwr.t.test`',
  input: { ...designInput("Cohen's d.", 'Cohen’s d', 0.5), alternative },
  details: [],
  example: { effect: 0.3, power: 0.8 },
});
