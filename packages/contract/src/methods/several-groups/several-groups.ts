import { betweenGroups, grouped } from '../grouped.ts';
import { inGroups } from '../leaning.ts';

/** What tests of a number in several groups share. */
export const severalGroups = {
  family: 'several_groups',
  tier: 'paid',
  input: grouped,
  sentence: betweenGroups,
  details: ['groups'],
  example: { value: 'mass', group: 'kind' },
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
