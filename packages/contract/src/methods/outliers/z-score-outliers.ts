import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { rowsAsked } from '../rows-asked.ts';
import { farOut, ofOneColumn, outliers } from './outliers.ts';

export const zScoreOutliers = defineMethod({
  ...outliers,
  method: 'z_score_outliers',
  title: 'standard scores',
  asks: 'which values lie many standard deviations from the mean',
  r: '',
  input: {
    column: ofOneColumn,
    threshold: field(z.number().positive().default(3), {
      kind: 'figure',
      label: 'Standard deviations',
      first: 3,
    }),
    ...rowsAsked,
  },
  sentence: farOut,
  details: ['threshold'],
  example: { column: 'mass', threshold: 1 },
});
