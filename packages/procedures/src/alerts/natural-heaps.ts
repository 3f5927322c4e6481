import type { Outlying } from './outlying-group.ts';
import { quantileOf, type LevelFacts, type NumberFacts } from './read-facts.ts';
import { unitsOf } from './units.ts';

const fewest = 30;
const followedFrom = 0.9;

/** Two heaps of values that a factor may have made. */
export interface Split {
  /** The two units; null where the name says nothing of them. */
  readonly units: string | null;
  readonly factor: number | null;
  /** The unit of the column, by its name. */
  readonly own: string | null;
  /** The bound between the two, and whether the part in another unit lies above it. */
  readonly bound: number;
  readonly isAbove: boolean;
  /** Whether values near the bound may belong to either part. */
  readonly isOverlapping: boolean;
  /** The other part in the unit of the column, else of most rows, as an expression of the column. */
  readonly mended: string;
}

/** Whether a value is in the other unit; logarithms know no values up to 0. */
export const isOther = ({ bound, isAbove, factor }: Split, value: number): boolean =>
  isAbove ? value > bound : value < bound && (factor === null || value > 0);

/**
 * Whether another quantity follows the column through both heaps, as the time of a flight does its
 * distance: one in another unit would be off.
 */
export function isFollowed(
  facts: NumberFacts,
  split: Split,
  numbers: readonly NumberFacts[],
): boolean {
  const own = unitsOf(facts.name)?.quantity;
  return numbers.some((other) => {
    const quantity = unitsOf(other.name)?.quantity;
    if (other === facts || own === undefined || quantity === undefined || quantity === own)
      return false;
    const pairs = [...facts.values].flatMap((value, i): [number, number, boolean][] => {
      const beside = other.values[i] ?? NaN;
      return value > 0 && beside > 0
        ? [[Math.log(value), Math.log(beside), isOther(split, value)]]
        : [];
    });
    const rest = pairs.filter(([, , isIn]) => !isIn);
    const line = lineOf(rest);
    if (line === null || line.r < followedFrom) return false;
    const off = pairs
      .flatMap(([x, y, isIn]) => (isIn ? [x - line.at(y)] : []))
      .toSorted((a, b) => a - b);
    const far = Math.log(split.factor ?? 2);
    return off.length > 0 && Math.abs(quantileOf(off, 0.5)) < 0.3 * far;
  });
}

/** The line of least squares by which the second foretells the first, with their correlation. */
function lineOf(
  pairs: readonly (readonly [number, number, boolean])[],
): { readonly r: number; readonly at: (y: number) => number } | null {
  const n = pairs.length;
  const [meanX, meanY] = [0, 1].map(
    (place) => pairs.reduce((sum, pair) => sum + Number(pair[place]), 0) / n,
  );
  if (meanX === undefined || meanY === undefined || n < fewest) return null;
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  if (xx === 0 || yy === 0) return null;
  return { r: Math.abs(xy) / Math.sqrt(xx * yy), at: (y) => meanX + (xy / yy) * (y - meanY) };
}

/** Small factors are also what kinds of things differ by: whether a category says which is which. */
export function isNatural(
  { values }: NumberFacts,
  split: Split,
  categories: readonly LevelFacts[],
): boolean {
  return categories.some(({ codes, levels }) => {
    const counts = levels.map(() => ({ other: 0, all: 0 }));
    values.forEach((value, i) => {
      const count = counts[codes[i] ?? NaN];
      if (count === undefined || Number.isNaN(value)) return;
      count.all++;
      if (isOther(split, value)) count.other++;
    });
    const others = counts.reduce((sum, { other }) => sum + other, 0);
    const inOwn = counts.reduce((sum, { other, all }) => sum + (other > 0.9 * all ? other : 0), 0);
    return others > 0 && inOwn >= 0.8 * others;
  });
}

/**
 * Whether whole numbers are as large as the others of their kind, as the sums of what has a whole
 * price are: their distance within the groups of a category is less than half of the factor.
 */
export function isOfKinds(
  { values }: NumberFacts,
  { codes, levels }: LevelFacts,
  factor: number,
): boolean {
  const groups = levels.map(() => ({ whole: 0, ofWhole: 0, broken: 0, ofBroken: 0 }));
  values.forEach((value, i) => {
    const group = groups[codes[i] ?? NaN];
    if (group === undefined || !(value > 0)) return;
    if (Number.isInteger(value)) {
      group.whole++;
      group.ofWhole += Math.log(value);
    } else {
      group.broken++;
      group.ofBroken += Math.log(value);
    }
  });
  const wholes = groups.reduce((sum, { whole }) => sum + whole, 0);
  const both = groups.filter(({ whole, broken }) => whole > 0 && broken > 0);
  const compared = both.reduce((sum, { whole }) => sum + whole, 0);
  const apart = both.reduce(
    (sum, { whole, ofWhole, broken, ofBroken }) => sum + ofWhole - (whole * ofBroken) / broken,
    0,
  );
  return wholes > 0 && (compared < 0.5 * wholes || apart < 0.5 * compared * Math.log(factor));
}

/** Whether most of the other values are of one group that is far from all the others. */
export function isOfGroup(
  { values }: NumberFacts,
  split: Split,
  { category: { codes, levels }, group }: Outlying,
): boolean {
  const code = levels.indexOf(group);
  let [others, inGroup] = [0, 0];
  values.forEach((value, i) => {
    if (!isOther(split, value)) return;
    others++;
    if (codes[i] === code) inGroup++;
  });
  return inGroup > 0.5 * others;
}
