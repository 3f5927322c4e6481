import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { design, designInput } from './power.ts';

export const oneSampleTDesign = defineMethod({
  ...design,
  method: 'one_sample_t',
  title: 'one-sample t test',
  asks: 'a mean',
  r: '`pwr::pwr.t.test(type = "one.sample")`',
  input: { ...designInput("Cohen's d.", 'Cohen’s d', 0.5), alternative },
  details: [],
  example: { effect: 0.3, power: 0.8 },
});
