import type { AnsweredSet } from './answered-sets.ts';

/**
 * Rows of which it is certain whether they have a value of the column: those of sets without it,
 * and of sets that have nothing else, such as a sum of 0 or a count of all. One list for each value
 * that may be known of some rows. For each of `fresh` there is also what would be certain if all its
 * rows were alike, so that a refusal does not depend on what they have.
 */
export function certainRows(
  sets: readonly AnsweredSet[],
  fresh: readonly AnsweredSet[],
): ReadonlySet<number>[] {
  const found = new Map<string, ReadonlySet<number>>();
  const enter = (kinds: ReadonlySet<number>): void => {
    if (kinds.size > 0) found.set([...kinds].sort((a, b) => a - b).join(), kinds);
  };
  const sorted = sets.flatMap(({ kinds, values }) =>
    values === undefined ? [] : { kinds, values },
  );
  const certain = [...new Set(sorted.flatMap(({ values }) => values))]
    .filter((value) => value !== '')
    .map(
      (value) =>
        new Set(
          sorted.flatMap((set) =>
            set.values.length === 1 || !set.values.includes(value) ? set.kinds : [],
          ),
        ),
    );
  const anyhow = certain.flatMap((kinds) => [...kinds]);
  for (const kinds of certain) enter(kinds);
  for (const set of fresh)
    for (const kinds of [[], anyhow]) enter(new Set([...kinds, ...set.kinds]));
  return [...found.values()];
}
