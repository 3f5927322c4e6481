import type { View } from '@columnist/contract';
import { samplesOf } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { describeGroups } from '../describe-groups.ts';
import type { Figure, Group, Snippet } from '../finding.ts';
import { groupsPicture } from '../pictures.ts';
import { nearOf } from '../near-values.ts';
import { groupsCode, readGroups, type ReadGroups } from '../read-groups.ts';
import { requireGroups, type Need } from '../require-groups.ts';
import { verdict, type Hypotheses } from '../verdict.ts';
import { alphaOf, short, withError } from '../words.ts';
import type { PairsCode } from './pairs-code.ts';

export interface SeveralGroups {
  readonly value: string;
  readonly group: string;
  readonly groups?: readonly string[] | undefined;
  readonly view?: View | undefined;
  readonly confidence_level: number;
}

/** Reads two or more groups that fit the method. */
export const readSeveral =
  (need: Need = {}) =>
  async (connection: Connection, table: TableRef, input: SeveralGroups): Promise<ReadGroups> => {
    const read = await readGroups(connection, table, input);
    requireGroups(read, need);
    return read;
  };

/** Pairs of more groups take longer than anybody reads. */
const comparedAtMost = 15;

/** What the code of a test has beside the test of all groups. */
interface More {
  readonly imports?: readonly string[];
  /** The comparison of pairs, where the answer has one. */
  readonly further?: PairsCode | undefined;
}

/** Two or more groups, with what every comparison of them shows. */
export function groupsOf(
  input: SeveralGroups,
  read: ReadGroups,
  { ranks = false }: { readonly ranks?: boolean } = {},
) {
  const { samples, scale } = samplesOf(read.values, read.scale);
  const { confidence_level: level } = input;
  const groups = describeGroups(read.names, { samples, scale }, level);
  const code = ranks ? groupsCode(read) : groupsCode(read, nearOf(read.scale, read.values));
  const snippet = (r: string, python: string, { imports = [], further }: More = {}): Snippet => ({
    r: [...code.r, ...(further?.r ?? []), r, 'print(result)'],
    python: [
      ...new Set(['from scipy import stats', ...imports, ...(further?.imports ?? [])]),
      '',
      ...code.python,
      ...(further?.python ?? []),
      python,
      'print(result)',
    ],
  });
  const common = { groups, picture: groupsPicture(input.value, read.names, { samples, scale }) };
  const pairs = samples.length > 2 && samples.length <= comparedAtMost;
  return { samples, scale, groups, common, pairs, snippet };
}

/** One of the pairs of groups, by their places. */
interface Pair {
  readonly first: number;
  readonly second: number;
  readonly p: number;
}

interface Compared {
  readonly p: number;
  readonly hypotheses: Hypotheses;
  readonly groups: readonly Group[];
  readonly by: readonly Figure[];
  readonly middle: 'mean' | 'median';
  /** Pairs with their adjusted p, and by whom they are compared. */
  readonly pairs?: readonly Pair[];
  readonly pairsBy?: string;
}

/** Whether the groups differ, between which ends their middles lie, and which pairs differ. */
export function verdictOn(
  { confidence_level: level }: SeveralGroups,
  { p, hypotheses, groups, by, middle, pairs = [], pairsBy = '' }: Compared,
): ReturnType<typeof verdict> {
  const errors = groups.flatMap(({ sd, n }) => (sd !== null && sd > 0 ? [sd / Math.sqrt(n)] : []));
  const write = errors.length === 0 ? short : withError(Math.min(...errors));
  const ends = (of: 'mean' | 'median'): string => {
    const sorted = groups.toSorted((a, b) => b[of] - a[of]);
    const [most, least] = [sorted[0], sorted.at(-1)];
    if (most === undefined || least === undefined) return '';
    // Ranks may differ where the medians are one value: then the means say in which direction.
    return of === 'median' && most.median === least.median
      ? `all medians ${write(most.median)}, ${ends('mean')}`
      : `${of}s from ${write(least[of])} (${least.name}) to ${write(most[of])} (${most.name})`;
  };
  return verdict({
    p,
    level,
    hypotheses,
    seen: ends(middle),
    by,
    after: (found) => (found ? sayPairs(groups, pairs, level, pairsBy) : ''),
  });
}

const pairsNamed = 3;

/** Which pairs were not found to differ, where there are several. */
function sayPairs(
  groups: readonly Group[],
  pairs: readonly Pair[],
  level: number,
  by: string,
): string {
  if (pairs.length === 0) return '';
  const alike = pairs.filter(({ p }) => !(p < alphaOf(level)));
  if (alike.length === 0) return ` All pairs of groups differ (${by}).`;
  if (alike.length === pairs.length) return ` No pair by itself was found to differ (${by}).`;
  const named = alike.map(
    ({ first, second }) => `${groups[first]?.name ?? ''} and ${groups[second]?.name ?? ''}`,
  );
  return alike.length <= pairsNamed
    ? ` No difference was found between ${named.join(', nor between ')} (${by}).`
    : ` No difference was found in ${alike.length} of ${pairs.length} pairs (${by}).`;
}
