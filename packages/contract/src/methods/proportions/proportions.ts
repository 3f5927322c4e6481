import { z } from 'zod';
import { alternativeOfValues } from '../alternative.ts';
import { yatesOf } from '../yates.ts';
import { defineMethod, slot } from '../define-method.ts';
import { chosenGroups, groupColumn } from '../grouped.ts';
import { ofCells } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';
import { counted, shareOf } from './proportions-of.ts';

export const proportions = defineMethod({
  method: 'proportions',
  family: 'proportions',
  tier: 'paid',
  title: 'test of proportions',
  asks: 'is the share the same in several groups',
  r: '`prop.test`',
  advised: true,
  input: {
    ...counted,
    group: groupColumn,
    groups: chosenGroups,
    correct: yatesOf(z.boolean().default(true).describe("Yates' correction of two groups.")),
    alternative: alternativeOfValues,
    ...rowsAsked,
  },
  sentence: [...shareOf, 'between groups of', slot('group')],
  details: ['groups', 'correct', 'alternative'],
  example: { event: 'sex', success: 'male', group: 'kind' },
  leansOn: ({ event, group, groups }) => ({
    ...ofCells([event, group]),
    ...(groups === undefined ? {} : { chosen: { group, groups } }),
  }),
});
