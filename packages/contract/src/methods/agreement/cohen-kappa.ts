import { defineMethod } from '../define-method.ts';
import { ofCells } from '../leaning.ts';
import { relateTwo, twoCategories } from '../pair.ts';

export const cohenKappa = defineMethod({
  method: 'cohen_kappa',
  family: 'agreement',
  tier: 'paid',
  title: 'Cohen’s κ',
  asks: 'do two raters agree; interval, *z* and *p* against agreement by chance',
  r: '`psych::cohen.kappa`',
  input: twoCategories,
  sentence: relateTwo,
  details: [],
  example: { x: 'before', y: 'after' },
  leansOn: ({ x, y }) => ofCells([x, y]),
});
