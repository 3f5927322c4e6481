import { bounds, withinBounds } from '../bounds.ts';
import { defineMethod } from '../define-method.ts';
import { betweenGroups, grouped } from '../grouped.ts';
import { twoGroups } from './two-groups.ts';

export const tost = defineMethod({
  ...twoGroups,
  method: 'tost',
  title: 'equivalence (TOST)',
  asks: 'is the difference too small to matter',
  r: 'two `t.test(…, mu = bound)`',
  note: 'equivalence',
  ofMore: null,
  input: { ...grouped, ...bounds },
  sentence: [...betweenGroups, ...withinBounds],
  details: ['groups'],
  example: { value: 'mass', group: 'sex', low: -100, high: 100 },
});
