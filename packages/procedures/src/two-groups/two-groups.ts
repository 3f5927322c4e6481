import type { AnyMethod, View } from '@columnist/contract';
import { samplesOf } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { describeGroups } from '../describe-groups.ts';
import type { Figure } from '../finding.ts';
import { groupsPicture } from '../pictures.ts';
import { nearOf } from '../near-values.ts';
import { groupsCode, readGroups, type ReadGroups } from '../read-groups.ts';
import { requireGroups, type Need } from '../require-groups.ts';
import { sayInterval, type Alternative } from '../verdict.ts';
import { withError } from '../words.ts';

export interface TwoGroups {
  readonly value: string;
  readonly group: string;
  readonly groups?: readonly string[] | undefined;
  readonly view?: View | undefined;
  readonly confidence_level: number;
  readonly alternative?: Alternative;
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
  const alternative = input.alternative ?? 'two_sided';
  const write = withError(Math.hypot(...groups.map(({ sd, n }) => (sd ?? 0) / Math.sqrt(n))));
  /** 'means 12.3 (a) and 10.1 (b)', or medians. */
  const middles = (of: 'mean' | 'median'): string =>
    `${of}s ${groups.map((group) => `${write(group[of])} (${group.name})`).join(' and ')}`;
  /** The difference of the means with its interval, as exactly as the means. */
  const difference = ({ value, ci }: Figure): string =>
    `difference ${write(value)}${ci === null ? '' : `, ${sayInterval(ci, write)}`}`;
  const common = { groups, picture: groupsPicture(input.value, read.names, { samples, scale }) };
  const code = groupsCode(read);
  const near = nearOf(read.scale, read.values);
  const nearer = groupsCode(read, near);
  /** Of what depends on no place and on no unit. */
  const nearSnippet = (r: string, python: string) => ({
    r: [...nearer.r, r, 'print(result)'],
    python: ['from scipy import stats', '', ...nearer.python, python, 'print(result)'],
  });
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
    samples,
    scale,
    alternative,
    middles,
    difference,
    common,
    code,
    near,
    nearSnippet,
    snippet,
    rAlternative,
    pythonAlternative,
  };
}

/** Both groups as arguments in R. */
export const rPair = 'value[group == levels(group)[1]], value[group == levels(group)[2]]';
