import { z } from 'zod';
import { byName } from '../../by-name.ts';
import { defineMethod, slot } from '../define-method.ts';
import { categoryColumn } from '../field.ts';
import { ofCells } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const chiSquareGoodnessOfFit = defineMethod({
  method: 'chi_square_goodness_of_fit',
  family: 'fit_of_counts',
  tier: 'paid',
  title: 'goodness of fit',
  asks: 'do values occur in the expected shares',
  r: '`chisq.test(counts, p)`',
  input: {
    column: categoryColumn('Column'),
    expected: byName(z.string().max(10_000), z.number().positive())
      .optional()
      .describe('Share of each value, in proportion; all alike where left out.'),
    ...rowsAsked,
  },
  sentence: ['Do the values of', slot('column'), 'occur equally often'],
  details: [],
  example: { column: 'kind' },
  leansOn: ({ column }) => ofCells([column]),
});
