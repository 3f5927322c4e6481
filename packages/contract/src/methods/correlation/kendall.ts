import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { ofProducts } from '../leaning.ts';
import { relateTwo, twoNumbers } from '../pair.ts';

export const kendall = defineMethod({
  method: 'kendall',
  family: 'numbers',
  tier: 'paid',
  title: 'Kendall’s τ-b',
  asks: 'the same of two columns, τ-b',
  r: '`cor.test(method = "kendall")`',
  advised: true,
  input: { ...twoNumbers, alternative },
  sentence: relateTwo,
  details: ['alternative'],
  example: { x: 'mass', y: 'wing' },
  leansOn: ({ x, y }) => ofProducts([x, y], 20),
});
