import { z } from 'zod';
import { columnName, field } from '../field.ts';

/** Columns whose structure is asked for. */
export const columnsOf = (first: 'many' | 'missing') => ({
  columns: field(z.array(columnName()).min(2).max(60).describe('Number columns.'), {
    kind: 'numbers',
    label: 'Columns',
    most: 60,
    first,
  }),
});

export const scale = field(
  z
    .boolean()
    .default(true)
    .describe('In units of standard deviations; without it columns of large numbers decide alone.'),
  {
    kind: 'choice',
    label: 'Units',
    options: [
      { value: true, label: 'standard deviations' },
      { value: false, label: 'those of the columns' },
    ],
  },
);
