import { alternativeOfValues } from '../alternative.ts';
import { betweenGroups, grouped } from '../grouped.ts';
import { inGroups } from '../leaning.ts';

/** What tests of a number in two groups share. */
export const twoGroups = {
  family: 'two_groups',
  tier: 'paid',
  input: { ...grouped, alternative: alternativeOfValues },
  sentence: betweenGroups,
  details: ['groups', 'alternative'],
  example: { value: 'mass', group: 'sex' },
  leansOn: ({
    value,
    group,
    groups,
  }: {
    readonly value: string;
    readonly group: string;
    readonly groups?: readonly string[] | undefined;
  }) => inGroups(value, group, groups),
} as const;
