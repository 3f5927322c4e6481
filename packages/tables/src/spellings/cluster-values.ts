import type { SpellingMethod } from '@columnist/contract';
import { keys, plainLettersOf } from './fingerprints.ts';
import { joined } from './joined.ts';
import { nearPairs } from './near-texts.ts';

export interface CountedValue {
  readonly value: string;
  readonly n: number;
}

export interface Cluster {
  /** The spelling that most rows have, without white space around it; of several the first. */
  readonly into: string;
  readonly n: number;
  readonly values: readonly CountedValue[];
}

/** Longer texts are no spellings of a name. */
const longestCompared = 200;

/** Edits that texts of this length may have: one from 4 letters on, two from 8. */
export const editsOf = (length: number): number =>
  length < 4 || length > longestCompared ? 0 : length < 8 ? 1 : 2;

/**
 * Values that are likely spellings of one: those with the same key, or for `nearest` those a letter
 * or two apart (in chains, in any case and without accents). Clusters with most rows first; values
 * within one by their rows.
 */
export function clusterValues(
  counted: readonly CountedValue[],
  method: SpellingMethod,
): { readonly clusters: Cluster[]; readonly isWhole: boolean } {
  const { groups, isWhole } =
    method === 'nearest'
      ? nearGroups(counted)
      : { groups: keyGroups(counted, keys[method]), isWhole: true };
  const clusters = groups
    .filter((values) => values.length > 1)
    .map((values): Cluster => {
      const sorted = values.toSorted((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1));
      return {
        into: mostWritten(sorted),
        n: values.reduce((sum, { n }) => sum + n, 0),
        values: sorted,
      };
    })
    .sort((a, b) => b.n - a.n || (a.into < b.into ? -1 : 1));
  return { clusters, isWhole };
}

/** White space around a spelling is no part of it: what differs by that alone counts together. */
function mostWritten(sorted: readonly CountedValue[]): string {
  const rows = new Map<string, number>();
  for (const { value, n } of sorted) rows.set(value.trim(), (rows.get(value.trim()) ?? 0) + n);
  const clean = sorted.filter(({ value }) => value === value.trim());
  const most = Math.max(...clean.map(({ value }) => rows.get(value) ?? 0));
  return (clean.find(({ value }) => rows.get(value) === most) ?? sorted[0])?.value ?? '';
}

const keyGroups = (
  counted: readonly CountedValue[],
  keyOf: (text: string) => string,
): CountedValue[][] => {
  const groups = Map.groupBy(counted, ({ value }) => keyOf(value));
  groups.delete('');
  return [...groups.values()];
};

function nearGroups(counted: readonly CountedValue[]): {
  readonly groups: CountedValue[][];
  readonly isWhole: boolean;
} {
  const byText = Map.groupBy(counted, ({ value }) => plainLettersOf(value).trim());
  const texts = [...byText.keys()];
  const { pairs, isWhole } = nearPairs(texts, editsOf);
  const groups = joined(texts.length, pairs).map((places) =>
    places.flatMap((place) => byText.get(texts[place] ?? '') ?? []),
  );
  return { groups, isWhole };
}
