import { slot } from '../define-method.ts';
import { numberColumn } from '../field.ts';
import { ofWholeColumns } from '../fit/of-whole-columns.ts';
import { noMethod, type Leaning } from '../leaning.ts';

/** What methods that name outlying values share. */
export const outliers = {
  family: 'outliers',
  tier: 'paid',
  leansOn: (_: unknown, method: string): Leaning => {
    throw noMethod(method, 'outliers are single rows.', ofWholeColumns);
  },
} as const;

export const ofOneColumn = numberColumn('Column', 'A number column.');
export const farOut = ['Which values of', slot('column'), 'lie far out'] as const;
