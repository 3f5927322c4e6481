import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { ofProducts } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const friedman = defineMethod({
  method: 'friedman',
  family: 'several_measurements',
  tier: 'paid',
  title: 'Friedman test',
  asks: 'do several measurements of the same rows differ',
  r: '`friedman.test`',
  input: {
    columns: field(
      z.array(columnName()).min(3).max(20).describe('Number columns of the same rows.'),
      { kind: 'numbers', label: 'Columns', most: 20 },
    ),
    ...rowsAsked,
  },
  sentence: ['Compare', slot('columns'), 'in the same rows'],
  details: [],
  example: { columns: ['mass', 'wing', 'bill'] },
  leansOn: ({ columns }) => ofProducts(columns),
});
