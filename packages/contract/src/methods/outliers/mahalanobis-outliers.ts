import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { rowsAlone } from '../rows-asked.ts';
import { outliers } from './outliers.ts';

export const mahalanobisOutliers = defineMethod({
  ...outliers,
  method: 'mahalanobis_outliers',
  title: 'Mahalanobis distance',
  asks: 'which rows lie far from the middle of several columns',
  r: '`mahalanobis`',
  note: "'columns'",
  input: {
    columns: field(z.array(columnName()).min(2).max(20), {
      kind: 'numbers',
      label: 'Columns',
      most: 20,
    }),
    alpha: field(z.number().gt(0).lt(1).default(0.001), {
      kind: 'figure',
      label: 'Significance level',
      first: 0.001,
    }),
    ...rowsAlone,
  },
  sentence: ['Which rows of', slot('columns'), 'lie far out'],
  details: ['alpha'],
  example: { columns: ['mass', 'wing'], alpha: 0.1 },
});
