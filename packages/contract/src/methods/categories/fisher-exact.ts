import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { ofCells } from '../leaning.ts';
import { relateTwo, twoCategories } from '../pair.ts';
import { seed } from '../seed.ts';

export const fisherExact = defineMethod({
  method: 'fisher_exact',
  family: 'categories',
  tier: 'paid',
  title: 'Fisher’s exact test',
  asks: 'the same, exactly; conditional odds ratio',
  r: '`fisher.test`; 99,999 tables drawn where there are too many',
  advised: true,
  input: { ...twoCategories, alternative, seed },
  sentence: relateTwo,
  details: ['alternative', 'seed'],
  example: { x: 'before', y: 'after' },
  leansOn: ({ x, y }) => ofCells([x, y]),
});
