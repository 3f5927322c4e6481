import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { design, designInput } from './power.ts';

export const chiSquareDesign = defineMethod({
  ...design,
  method: 'chi_square',
  title: 'chi-square test',
  asks: 'a table of counts',
  r: '`pwr::pwr.chisq.test`',
  note: 'w, df',
  input: {
    ...designInput("Cohen's w.", 'Cohen’s w', 0.3),
    df: field(z.int().min(1).max(10_000), {
      kind: 'figure',
      label: 'degrees of freedom',
      first: 2,
    }),
  },
  details: ['df'],
  example: { effect: 0.3, power: 0.8, df: 2 },
});
