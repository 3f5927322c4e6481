import { z } from 'zod';
import { alternativeOfValues } from '../alternative.ts';
import { defineMethod, slot } from '../define-method.ts';
import { field } from '../field.ts';
import { comparedColumn } from '../grouped.ts';
import { ofValues } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const oneSampleT = defineMethod({
  method: 'one_sample_t',
  family: 'one_column',
  tier: 'paid',
  usual: true,
  title: 'one-sample t test',
  asks: 'is the mean `mu`',
  r: '`t.test(x, mu)`',
  input: {
    value: comparedColumn,
    mu: field(z.number().default(0).describe('The mean it is compared with.'), {
      kind: 'figure',
      label: 'Mean',
      first: 0,
    }),
    alternative: alternativeOfValues,
    ...rowsAsked,
  },
  sentence: ['Compare', slot('value'), 'with', slot('mu')],
  details: ['alternative'],
  example: { value: 'mass', mu: 4000 },
  leansOn: ({ value }) => ofValues(value),
});
