import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { ofProducts } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const cronbachAlpha = defineMethod({
  method: 'cronbach_alpha',
  family: 'items',
  tier: 'paid',
  title: 'Cronbach’s α',
  asks: 'do items measure one thing',
  r: '`psych::alpha`',
  note: "items in 'columns'",
  input: {
    columns: field(z.array(columnName()).min(2).max(60), {
      kind: 'numbers',
      label: 'Items',
      most: 60,
    }),
    ...rowsAsked,
  },
  sentence: ['Do', slot('columns'), 'measure one thing'],
  details: [],
  example: { columns: ['mass', 'wing', 'bill'] },
  leansOn: ({ columns }) => ofProducts(columns),
});
