import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { field, numberColumn } from '../field.ts';
import { ofWholeColumns } from '../fit/of-whole-columns.ts';
import { noMethod } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const autocorrelation = defineMethod({
  method: 'autocorrelation',
  family: 'order',
  tier: 'paid',
  title: 'Ljung–Box test',
  asks: 'do values depend on those before them, in the order of the rows',
  r: '`acf`, `Box.test(type = "Ljung-Box")`',
  note: 'Ljung–Box',
  input: {
    column: numberColumn('Column', 'A number column.'),
    lags: field(
      z.int().min(1).max(100).default(1).describe('Lags up to this one, in the order of the rows.'),
      { kind: 'figure', label: 'Lags', first: 1 },
    ),
    ...rowsAsked,
  },
  sentence: ['Do values of', slot('column'), 'depend on those before'],
  details: ['lags'],
  example: { column: 'mass', lags: 2 },
  leansOn: (_, method) => {
    throw noMethod(method, 'it multiplies each value with those beside it.', ofWholeColumns);
  },
});
