import { unfit } from './finding.ts';
import type { ReadGroups } from './read-groups.ts';

/** What a comparison needs of its groups. */
export interface Need {
  /** It takes two groups, and this method answers the same question of more. */
  readonly two?: { readonly ofMore: string | null };
  /** It needs one value a group only, and no spread within the groups. */
  readonly ranks?: boolean;
  /** It divides by the variance of each group. */
  readonly spreadInEach?: boolean;
}

const named = 10;

/** Names of groups in quotes, the first of many. */
const quoted = (names: readonly string[]): string =>
  names
    .slice(0, named)
    .map((name) => `'${name.slice(0, 100)}'`)
    .join(', ') + (names.length > named ? ` and ${names.length - named} more` : '');

/** Throws invalid_input where the groups do not fit. */
export function requireGroups(
  { names: groups, values, group }: ReadGroups,
  { two, ranks = false, spreadInEach = false }: Need,
): void {
  if (groups.length < 2)
    throw unfit(
      `'${group}' has ${groups.length === 1 ? 'one value' : 'no value'} here; a comparison needs two groups.`,
      'group',
      'Choose a column with at least two values, or another view.',
    );
  if (two !== undefined && groups.length !== 2)
    throw unfit(
      `'${group}' has ${groups.length} groups; this test compares two.`,
      'groups',
      `Name two of them in 'groups' (${groups
        .slice(0, 5)
        .map((name) => `'${name}'`)
        .join(
          ', ',
        )})${two.ofMore === null ? '' : `, or use ${two.ofMore}, which compares them all`}.`,
    );
  const least = ranks ? 1 : 2;
  const small = groups.filter((_, i) => (values[i]?.length ?? 0) < least);
  if (small.length > 0)
    throw unfit(
      `The ${small.length === 1 ? 'group' : 'groups'} ${quoted(small)} ${small.length === 1 ? 'has' : 'have'} ` +
        `${least === 1 ? 'no value' : 'fewer than two values'}.`,
      'groups',
      groups.length - small.length < 2
        ? 'Choose another column or another view.'
        : `Leave ${small.length === 1 ? 'it' : 'them'} out: name the other groups in 'groups' ` +
            `(${quoted(groups.filter((name) => !small.includes(name)))}), or choose another view.`,
    );
  const constant = values.every((list) => list.every((value) => value === list[0]));
  const alike = constant && values.every((list) => list[0] === values[0]?.[0]);
  if (alike || (constant && !ranks))
    throw unfit(
      `Within each group all values are equal${alike ? ', and the same in all' : ''}: there is no spread to compare with.`,
      'value',
      alike ? 'Choose another column.' : 'Choose another column, or a test on ranks.',
    );
  const still = groups.find((_, i) => values[i]?.every((value) => value === values[i]?.[0]));
  if (spreadInEach && still !== undefined)
    throw unfit(
      `All values of the group '${still.slice(0, 100)}' are equal; this divides by its variance.`,
      'groups',
      "Leave the group out with 'groups', or use kruskal_wallis.",
    );
}
