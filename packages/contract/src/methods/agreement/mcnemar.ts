import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { ofCells } from '../leaning.ts';
import { relateTwo, twoCategories } from '../pair.ts';

export const mcnemar = defineMethod({
  method: 'mcnemar',
  family: 'agreement',
  tier: 'paid',
  title: 'McNemar’s test',
  asks: 'did a category change one way more often',
  r: '`mcnemar.test`, `binom.test`',
  input: {
    ...twoCategories,
    variant: field(z.enum(['corrected', 'uncorrected', 'exact']).default('corrected'), {
      kind: 'choice',
      label: 'Form',
      options: [
        { value: 'corrected', label: 'with continuity correction' },
        { value: 'uncorrected', label: 'without correction' },
        { value: 'exact', label: 'exact' },
      ],
    }),
  },
  sentence: relateTwo,
  details: ['variant'],
  example: { x: 'before', y: 'after' },
  leansOn: ({ x, y }) => ofCells([x, y]),
});
