import { bounds, withinBounds } from '../bounds.ts';
import { defineMethod, slot } from '../define-method.ts';
import { comparedColumn } from '../grouped.ts';
import { ofValues } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const tostOneSample = defineMethod({
  method: 'tost_one_sample',
  family: 'one_column',
  tier: 'paid',
  title: 'equivalence (TOST), one sample',
  asks: 'does a mean lie within bounds',
  r: 'two `t.test(…, mu = bound)`',
  input: { value: comparedColumn, ...bounds, ...rowsAsked },
  sentence: ['Compare', slot('value'), ...withinBounds],
  details: [],
  example: { value: 'wing', low: 180, high: 200 },
  leansOn: ({ value }) => ofValues(value),
});
