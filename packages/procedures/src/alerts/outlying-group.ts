import type { Alert } from '@columnist/contract';
import { short } from '../words.ts';
import { col, sayAlert, txt } from './say-alert.ts';
import { quantileOf, type LevelFacts, type NumberFacts } from './read-facts.ts';

const fewestGroups = 4;
/** Those who measure, and where: three of them are to agree, while three kinds of things differ. */
const measuring =
  /(^|[^a-z])(instrument|device|sensor|machine|analyst|operator|observer|rater|reader|interviewer|technician|lab|laboratory|batch|plate|scanner|meter|messger[äa]t|pr[üu]fer|labor)([^a-z]|$)/i;
const [fewestMeasuring, apartOfThree] = [3, 4];
const fewestRows = 5;

/** Means of the group, and the lowest and highest of the others. */
interface Means {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

interface Group extends Means {
  readonly group: string;
  readonly n: number;
  /** Of the values as they are. */
  readonly plain: Means;
  /** Distance to the nearest other mean in standard deviations within groups. */
  readonly size: number;
}

/** A group that is far from all the others of its category. */
export interface Outlying extends Group {
  readonly category: LevelFacts;
}

/** Of a number the category of which one group is far from all the others. */
export function outlyingGroup(
  facts: NumberFacts,
  categories: readonly LevelFacts[],
): Outlying | null {
  const [found] = categories
    .flatMap((category) => {
      const outlying = outlyingOf(facts, category);
      return outlying === null ? [] : [{ category, ...outlying }];
    })
    .toSorted((a, b) => b.size - a.size);
  return found ?? null;
}

export function sayOutlying(
  { name }: NumberFacts,
  { category, group, n, size, plain, ...drawn }: Outlying,
): Alert {
  // A reader can check the means as they are; a far value in another group may hide what is seen.
  const isPlain = drawn.mean > drawn.high ? plain.mean > plain.high : plain.mean < plain.low;
  const { mean, low, high } = isPlain ? plain : drawn;
  const how = isPlain ? '' : ', with the outermost 0.5% of values at each end drawn in';
  return sayAlert([category.name, name], {
    kind: 'outlying_group',
    severity: size >= 2 ? 'high' : 'medium',
    count: null,
    measure: size,
    rows: `${col(category.name)} = ${txt(group)}`,
    sort: [{ column: name, direction: mean > high ? 'descending' : 'ascending' }],
    said: `${name} of ${category.name} ${group} has mean ${short(mean)} (n = ${n.toLocaleString('en')}), every other group ${short(low)} to ${short(high)}${how}.`,
    fix: 'Find out whether this group was measured in another way; compare answers with and without it.',
    remedy: {
      said: `Leave out ${group}`,
      view: {
        filter: `${col(category.name)} is missing or ${col(category.name)} != ${txt(group)}`,
      },
    },
  });
}

function outlyingOf(
  { values, sorted }: NumberFacts,
  { name, codes, levels }: LevelFacts,
): Group | null {
  const atLeast = measuring.test(name) ? fewestMeasuring : fewestGroups;
  if (levels.length < atLeast) return null;
  // Values at the ends are drawn in: one extreme value makes no group.
  const [floor, ceiling] = [quantileOf(sorted, 0.005), quantileOf(sorted, 0.995)];
  const sums = levels.map((group) => ({ group, n: 0, sum: 0, squares: 0, plain: 0 }));
  values.forEach((value, i) => {
    const one = sums[codes[i] ?? NaN];
    if (one === undefined || Number.isNaN(value)) return;
    const drawn = Math.min(ceiling, Math.max(floor, value));
    one.n++;
    one.plain += value;
    one.sum += drawn;
    one.squares += drawn * drawn;
  });
  const groups = sums
    .filter(({ n }) => n >= fewestRows)
    .map(({ group, n, sum, squares, plain }) => ({
      group,
      n,
      mean: sum / n,
      plain: plain / n,
      rest: Math.max(0, squares - (sum * sum) / n),
    }))
    .toSorted((a, b) => a.mean - b.mean);
  if (groups.length < atLeast) return null;
  const apart = groups.length < fewestGroups ? apartOfThree : 1.5;
  const rows = groups.reduce((sum, { n }) => sum + n, 0);
  const sd = Math.sqrt(groups.reduce((sum, { rest }) => sum + rest, 0) / (rows - groups.length));
  for (const [one, others] of [
    [groups[0], groups.slice(1)],
    [groups.at(-1), groups.slice(0, -1)],
  ] as const) {
    const [first, last] = [others[0], others.at(-1)];
    if (one === undefined || first === undefined || last === undefined) continue;
    const distance = Math.max(first.mean - one.mean, one.mean - last.mean);
    const error = sd * Math.sqrt(1 / one.n + 1 / Math.min(first.n, last.n));
    if (
      distance > apart * (last.mean - first.mean) &&
      distance > sd &&
      distance > 5 * error &&
      isFarInLogs(one.mean, first.mean, last.mean)
    )
      return {
        group: one.group,
        n: one.n,
        mean: one.mean,
        low: first.mean,
        high: last.mean,
        plain: plainMeans(one, others),
        size: distance / sd,
      };
  }
  return null;
}

function plainMeans(
  one: { readonly plain: number },
  others: readonly { readonly plain: number }[],
): Means {
  const means = others.map(({ plain }) => plain);
  return { mean: one.plain, low: Math.min(...means), high: Math.max(...means) };
}

/** Kinds and firms differ by factors, and the largest is then far from all others by its size alone. */
const isFarInLogs = (mean: number, first: number, last: number): boolean =>
  !(Math.min(mean, first) > 0) ||
  Math.log(mean > last ? mean / last : first / mean) > Math.log(last / first);
