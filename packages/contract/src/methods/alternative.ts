import { z } from 'zod';
import { field, type FieldKind } from './field.ts';

const choice = {
  kind: 'choice',
  label: 'Alternative',
  options: [
    { value: 'two_sided', label: 'two-sided' },
    { value: 'less', label: 'smaller' },
    { value: 'greater', label: 'larger' },
  ],
} as const satisfies FieldKind;

const either = z.enum(['two_sided', 'less', 'greater']).default('two_sided');

export const alternative = field(either, choice);
/** Of a difference, or of a value against a number. */
export const alternativeOfValues = field(
  either.describe('less: the first group, or the value, is smaller.'),
  choice,
);
