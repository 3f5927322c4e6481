import { pText, type AnyMethod, type View } from '@columnist/contract';
import { samplesOf } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { describeGroups } from '../describe-groups.ts';
import { groupsPicture } from '../pictures.ts';
import { groupsCode, readGroups, type ReadGroups } from '../read-groups.ts';
import { requireGroups, type Need } from '../require-groups.ts';
import { short, significant, twoPlaces } from '../words.ts';

export interface TwoGroups {
  readonly value: string;
  readonly group: string;
  readonly groups?: readonly string[] | undefined;
  readonly view?: View | undefined;
  readonly confidence_level: number;
  readonly alternative?: 'two_sided' | 'less' | 'greater';
}

/** Reads two groups that fit the method. */
export const readTwo =
  ({ ofMore = null }: Pick<AnyMethod, 'ofMore'>, need: Need = {}) =>
  async (connection: Connection, table: TableRef, input: TwoGroups): Promise<ReadGroups> => {
    const read = await readGroups(connection, table, input);
    requireGroups(read, { ...need, two: { ofMore } });
    return read;
  };

/** Two groups, with what every comparison of them says and shows. */
export function pairOf(input: TwoGroups, read: ReadGroups) {
  const { samples, scale } = samplesOf(read.values, read.scale);
  const { confidence_level: level } = input;
  const [x, y] = samples;
  const [first = '', second = ''] = read.names;
  const [vx = new Float64Array(), vy = new Float64Array()] = read.values;
  if (x === undefined || y === undefined) throw new Error('There are two groups.');
  const groups = describeGroups(read.names, { samples, scale }, level);
  const [gx, gy] = groups;
  const alternative = input.alternative ?? 'two_sided';
  const than = { two_sided: 'differs from', less: 'is smaller than', greater: 'is larger than' }[
    alternative
  ];
  const hypotheses = (what: string) => ({
    null: `The ${what} of ${first} and ${second} are the same.`,
    alternative: `The ${what.replace(/s$/, '')} of ${first} ${than} that of ${second}.`,
  });
  const means = `means ${short(gx?.mean ?? NaN)} and ${short(gy?.mean ?? NaN)}`;
  const sentence = (
    p: number,
    by: string,
    effect: { readonly name: string; readonly value: number | null } | undefined,
  ): string => {
    const sure = `p ${pText(p)}${effect === undefined ? '' : `, ${effect.name} ${twoPlaces(effect.value)}`}`;
    return p < significant
      ? `${input.value} differs between ${first} and ${second}: ${by} (${sure}).`
      : `These data show no clear difference of ${input.value} between ${first} and ${second}: ${by} (${sure}).`;
  };
  const common = { groups, picture: groupsPicture(input.value, read.names, { samples, scale }) };
  const code = groupsCode(read);
  const snippet = (
    r: string,
    python: string,
    imports: readonly string[] = ['from scipy import stats'],
  ) => ({
    r: [...code.r, r, 'print(result)'],
    python: [...imports, '', ...code.python, python, 'print(result)'],
  });
  const [rAlternative, pythonAlternative] = [
    `, alternative = "${alternative.replace('_', '.')}"`,
    `, alternative="${alternative.replace('_', '-')}"`,
  ];
  return {
    x,
    y,
    vx,
    vy,
    first,
    second,
    gx,
    gy,
    samples,
    scale,
    alternative,
    hypotheses,
    means,
    sentence,
    common,
    code,
    snippet,
    rAlternative,
    pythonAlternative,
  };
}

/** Both groups as arguments in R. */
export const rPair = 'value[group == levels(group)[1]], value[group == levels(group)[2]]';
