import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { rowsAsked } from '../rows-asked.ts';
import { farOut, ofOneColumn, outliers } from './outliers.ts';

export const tukeyOutliers = defineMethod({
  ...outliers,
  method: 'tukey_outliers',
  title: 'Tukey’s fences',
  asks: 'which values lie many interquartile ranges beyond the quartiles',
  r: '',
  input: {
    column: ofOneColumn,
    k: field(z.number().positive().default(1.5), {
      kind: 'figure',
      label: 'Interquartile ranges',
      first: 1.5,
    }),
    ...rowsAsked,
  },
  sentence: farOut,
  details: ['k'],
  example: { column: 'mass' },
});
