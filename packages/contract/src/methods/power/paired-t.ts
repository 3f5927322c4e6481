import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { design, designInput } from './power.ts';

export const pairedTDesign = defineMethod({
  ...design,
  method: 'paired_t',
  title: 'paired t test',
  asks: 'a mean of differences',
  r: '`pwr::pwr.t.test(type = "paired")`',
  note: 'effect d',
  input: {
    ...designInput("Cohen's d of the differences.", 'Cohen’s d of the differences', 0.5),
    alternative,
  },
  details: [],
  example: { effect: 0.3, power: 0.8 },
});
