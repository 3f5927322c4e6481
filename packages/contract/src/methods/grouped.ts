import { z } from 'zod';
import { categoryColumn, field, numberColumn } from './field.ts';
import { rowsAsked } from './rows-asked.ts';
import { slot } from './define-method.ts';

export const comparedColumn = numberColumn('Column', 'The number column that is compared.');

export const groupColumn = categoryColumn('Groups', 'The column that tells the groups apart.');

export const chosenGroups = field(
  z
    .array(z.string().max(1000))
    .min(2)
    .max(50)
    .optional()
    .describe(
      'Which groups, in this order; all where left out. The first minus the second is the difference of two.',
    ),
  { kind: 'values', label: 'Which groups', of: 'group' },
);

/** A number column in groups. */
export const grouped = {
  value: comparedColumn,
  group: groupColumn,
  groups: chosenGroups,
  ...rowsAsked,
};

/** The sentence of a number column in groups. */
export const betweenGroups = [
  'Compare',
  slot('value'),
  'between groups of',
  slot('group'),
] as const;
