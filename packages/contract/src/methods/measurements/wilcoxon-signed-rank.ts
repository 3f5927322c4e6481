import { z } from 'zod';
import { alternativeOfValues } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { comparedColumn } from '../grouped.ts';
import { noMethod, ofProducts, ofValues } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';
import { inTheSameRows, otherColumn } from './measurements.ts';

export const wilcoxonSignedRank = defineMethod({
  method: 'wilcoxon_signed_rank',
  family: 'two_measurements',
  alsoIn: 'one_column',
  tier: 'paid',
  title: 'Wilcoxon signed rank test',
  asks: 'the same of ranks; or one column against `mu`',
  r: '`wilcox.test(x, mu)`',
  advised: true,
  input: {
    value: comparedColumn,
    other: field(otherColumn.optional(), { kind: 'number', label: 'Other column' }),
    mu: field(z.number().default(0), { kind: 'figure', label: 'Median', first: 0 }),
    alternative: alternativeOfValues,
    ...rowsAsked,
  },
  sentence: inTheSameRows,
  details: ['mu', 'alternative'],
  example: { value: 'wing', mu: 190 },
  leansOn: ({ value, other, mu }, method) => {
    if (mu !== 0)
      throw noMethod(
        method,
        'counts above and below a number of your choice would find each value.',
        "Leave out 'mu', or use one_sample_t.",
      );
    const leaning = other === undefined ? ofValues(value) : ofProducts([value, other]);
    return { ...leaning, hidesEstimate: true };
  },
});
