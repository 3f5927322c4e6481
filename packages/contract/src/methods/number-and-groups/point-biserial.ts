import { defineMethod } from '../define-method.ts';
import { inGroups } from '../leaning.ts';
import { numberAndGroups, relateTwo } from '../pair.ts';

export const pointBiserial = defineMethod({
  method: 'point_biserial',
  family: 'number_and_groups',
  tier: 'paid',
  title: 'point-biserial correlation',
  asks: 'a number with a column of two values',
  r: '`cor.test(x, 0/1)`',
  note: 'y has two values',
  advised: true,
  ofMore: 'correlation_ratio',
  input: numberAndGroups,
  sentence: relateTwo,
  details: [],
  example: { x: 'mass', y: 'sex' },
  leansOn: ({ x, y }) => inGroups(x, y),
});
