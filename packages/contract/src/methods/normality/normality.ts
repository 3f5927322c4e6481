import { slot } from '../define-method.ts';
import { numberColumn } from '../field.ts';
import { noMethod, ofColumn, type Leaning } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

/** What tests of normality share. */
export const normality = {
  family: 'normality',
  tier: 'paid',
  input: { column: numberColumn('Column', 'A number column.'), ...rowsAsked },
  sentence: ['Is', slot('column'), 'normally distributed'],
  details: [],
  example: { column: 'mass' },
  // Skewness and kurtosis, the table, are those of the outermost value where it lies far out.
  leansOn: ({ column }: { readonly column: string }): Leaning => ({
    ...ofColumn(column),
    shows: [],
  }),
} as const;

/** Of tests whose statistic, with mean and standard deviation, is that of one value. */
export const ofOneValue =
  (why: string) =>
  (_: unknown, method: string): Leaning => {
    throw noMethod(
      method,
      why,
      'Use shapiro_wilk, anderson_darling or cramer_von_mises of a whole column.',
    );
  };

export const byMoments = ofOneValue('skewness and kurtosis find a value that lies far out.');
