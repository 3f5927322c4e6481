import { slot } from '../define-method.ts';
import { numberColumn } from '../field.ts';

/** The second measurement of a pair. */
export const otherColumn = numberColumn(
  'Other column',
  'The number column of the second measurement in the same rows.',
);

/** The sentence of two measurements of the same rows. */
export const inTheSameRows = [
  'Compare',
  slot('value'),
  'with',
  slot('other'),
  'in the same rows',
] as const;
