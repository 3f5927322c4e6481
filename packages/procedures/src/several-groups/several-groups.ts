import { pText, type View } from '@columnist/contract';
import { samplesOf } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { describeGroups } from '../describe-groups.ts';
import type { Group } from '../finding.ts';
import { groupsPicture } from '../pictures.ts';
import { groupsCode, readGroups, type ReadGroups } from '../read-groups.ts';
import { requireGroups, type Need } from '../require-groups.ts';
import { short, significant, twoPlaces } from '../words.ts';

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

/** Two or more groups, with what every comparison of them shows. */
export function groupsOf(input: SeveralGroups, read: ReadGroups) {
  const { samples, scale } = samplesOf(read.values, read.scale);
  const { confidence_level: level } = input;
  const groups = describeGroups(read.names, { samples, scale }, level);
  const code = groupsCode(read);
  const snippet = (r: string, python: string, imports = 'from scipy import stats') => ({
    r: [...code.r, r, 'print(result)'],
    python: [imports, '', ...code.python, python, 'print(result)'],
  });
  const common = { groups, picture: groupsPicture(input.value, read.names, { samples, scale }) };
  const pairs = samples.length > 2 && samples.length <= comparedAtMost;
  return { samples, scale, groups, common, pairs, snippet };
}

/** Between which groups the middle values lie, and how sure that is. */
export function sentenceOf(
  { value, group }: SeveralGroups,
  p: number,
  groups: readonly Group[],
  effect: { readonly name: string; readonly value: number | null } | undefined,
  middle: (group: Group) => number,
): string {
  const sorted = groups.toSorted((a, b) => middle(b) - middle(a));
  const [most, least] = [sorted[0], sorted.at(-1)];
  const ending =
    most === undefined || least === undefined
      ? ''
      : `from ${short(middle(least))} (${least.name}) to ${short(middle(most))} (${most.name})`;
  const sure = `p ${pText(p)}${effect === undefined ? '' : `, ${effect.name} ${twoPlaces(effect.value)}`}`;
  return p < significant
    ? `${value} differs between the groups of ${group}, ${ending} (${sure}).`
    : `These data show no clear difference of ${value} between the groups of ${group}, ${ending} (${sure}).`;
}
