import { slot } from '../define-method.ts';
import { numberColumn } from '../field.ts';
import { ofColumn } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

/** What tests of normality share. */
export const normality = {
  family: 'normality',
  tier: 'paid',
  input: { column: numberColumn('Column', 'A number column.'), ...rowsAsked },
  sentence: ['Is', slot('column'), 'normally distributed'],
  details: [],
  example: { column: 'mass' },
  leansOn: ({ column }: { readonly column: string }) => ofColumn(column),
} as const;
