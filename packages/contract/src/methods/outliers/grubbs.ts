import { defineMethod, slot } from '../define-method.ts';
import { rowsAsked } from '../rows-asked.ts';
import { ofOneColumn, outliers } from './outliers.ts';

export const grubbs = defineMethod({
  ...outliers,
  method: 'grubbs',
  title: 'Grubbs’ test',
  asks: 'is the value farthest from the mean an outlier',
  r: '`outliers::grubbs.test`',
  namesRow: true,
  input: { column: ofOneColumn, ...rowsAsked },
  sentence: ['Has', slot('column'), 'an outlier'],
  details: [],
  example: { column: 'mass' },
});
