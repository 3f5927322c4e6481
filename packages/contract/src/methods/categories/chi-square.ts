import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { ofCells } from '../leaning.ts';
import { relateTwo, twoCategories } from '../pair.ts';
import { yatesOf } from '../yates.ts';

export const chiSquare = defineMethod({
  method: 'chi_square',
  family: 'categories',
  tier: 'paid',
  title: 'chi-square test',
  asks: 'are two categories independent; Cramér’s *V* or φ, odds ratio, relative risk',
  r: '`chisq.test`',
  advised: true,
  input: {
    ...twoCategories,
    correct: yatesOf(
      z.boolean().default(true).describe("Yates' correction of a table of two by two."),
    ),
  },
  sentence: relateTwo,
  details: ['correct'],
  example: { x: 'kind', y: 'sex' },
  leansOn: ({ x, y }) => ofCells([x, y]),
});
