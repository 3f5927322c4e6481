import { alternativeOfValues } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { comparedColumn } from '../grouped.ts';
import { ofProducts } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';
import { inTheSameRows, otherColumn } from './measurements.ts';

export const pairedT = defineMethod({
  method: 'paired_t',
  family: 'two_measurements',
  tier: 'paid',
  usual: true,
  title: 'paired t test',
  asks: 'do two measurements of the same rows differ',
  r: '`t.test(x, y, paired = TRUE)`',
  advised: true,
  input: {
    value: comparedColumn,
    other: otherColumn,
    alternative: alternativeOfValues,
    ...rowsAsked,
  },
  sentence: inTheSameRows,
  details: ['alternative'],
  example: { value: 'wing', other: 'bill' },
  leansOn: ({ value, other }) => ofProducts([value, other]),
});
