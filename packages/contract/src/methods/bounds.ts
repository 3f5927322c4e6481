import { z } from 'zod';
import { field } from './field.ts';
import { slot } from './define-method.ts';

/** What counts as equivalent. */
export const bounds = {
  low: field(
    z.number().describe('Lower bound of what counts as equivalent, in the units of the column.'),
    { kind: 'figure', label: 'Lower bound', needed: true },
  ),
  high: field(z.number().describe('Upper bound of what counts as equivalent.'), {
    kind: 'figure',
    label: 'Upper bound',
    needed: true,
  }),
};

export const withinBounds = ['within', slot('low'), 'to', slot('high')] as const;
