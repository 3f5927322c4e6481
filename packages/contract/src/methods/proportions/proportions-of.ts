import { z } from 'zod';
import { slot } from '../define-method.ts';
import { categoryColumn, field } from '../field.ts';

/** The values that are counted, and the one whose share it is. */
export const counted = {
  event: categoryColumn('Column', 'The column whose values are counted.'),
  success: field(z.string().max(1000).describe('The value that is counted.'), {
    kind: 'value',
    label: 'Value',
    of: 'event',
  }),
};

export const shareOf = ['Compare the share of', slot('success'), 'in', slot('event')] as const;
