import { bounds, withinBounds } from '../bounds.ts';
import { defineMethod, slot } from '../define-method.ts';
import { comparedColumn } from '../grouped.ts';
import { ofProducts } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';
import { otherColumn } from './measurements.ts';

export const tostPaired = defineMethod({
  method: 'tost_paired',
  family: 'two_measurements',
  tier: 'paid',
  title: 'paired equivalence (TOST)',
  asks: 'does a mean difference lie within bounds',
  r: 'two `t.test(…, mu = bound)`',
  input: { value: comparedColumn, other: otherColumn, ...bounds, ...rowsAsked },
  sentence: ['Compare', slot('value'), 'with', slot('other'), ...withinBounds],
  details: [],
  example: { value: 'wing', other: 'bill', low: 100, high: 200 },
  leansOn: ({ value, other }) => ofProducts([value, other]),
});
