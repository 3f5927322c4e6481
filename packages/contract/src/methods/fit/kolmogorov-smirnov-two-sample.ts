import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { categoryColumn, field, numberColumn } from '../field.ts';
import { inGroups } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const kolmogorovSmirnovTwoSample = defineMethod({
  method: 'kolmogorov_smirnov_two_sample',
  family: 'fit_of_groups',
  tier: 'paid',
  title: 'Kolmogorov–Smirnov test of two groups',
  asks: 'are two groups distributed alike',
  r: '`ks.test(x, y)`',
  ofMore: null,
  input: {
    column: numberColumn('Column', 'A number column.'),
    group: categoryColumn('Groups'),
    groups: field(z.array(z.string().max(1000)).length(2).optional(), {
      kind: 'values',
      label: 'Which groups',
      of: 'group',
    }),
    ...rowsAsked,
  },
  sentence: ['Is', slot('column'), 'distributed alike in groups of', slot('group')],
  details: ['groups'],
  example: { column: 'mass', group: 'sex' },
  leansOn: ({ column, group, groups }) => inGroups(column, group, groups),
});
