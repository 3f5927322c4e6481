import { z } from 'zod';
import { alternativeOfValues } from '../alternative.ts';
import { defineMethod, slot } from '../define-method.ts';
import { field } from '../field.ts';
import { ofCells } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';
import { counted, shareOf } from './proportions-of.ts';

export const oneProportion = defineMethod({
  method: 'one_proportion',
  family: 'proportions',
  tier: 'paid',
  title: 'binomial test',
  asks: 'is the share of `success` in `event` `p`',
  r: '`binom.test`',
  input: {
    ...counted,
    p: field(
      z.number().min(0).max(1).default(0.5).describe('The proportion it is compared with.'),
      { kind: 'figure', label: 'Proportion', first: 0.5 },
    ),
    alternative: alternativeOfValues,
    ...rowsAsked,
  },
  sentence: [...shareOf, 'with', slot('p')],
  details: ['alternative'],
  example: { event: 'sex', success: 'male' },
  leansOn: ({ event }) => ofCells([event]),
});
