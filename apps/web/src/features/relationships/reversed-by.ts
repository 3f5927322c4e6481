/** A row that is drawn: two numbers, and its group of each of some columns. */
export interface GroupedPoint {
  readonly x: number;
  readonly y: number;
  /** The value of each column by which rows are grouped; null where missing. */
  readonly groups: readonly (string | null)[];
}

interface Reversed {
  /** Which of the columns of groups. */
  readonly column: number;
  /** Correlation of all rows, and that within groups (of the distances from the group means). */
  readonly r: number;
  readonly within: number;
}

const fewestGroups = 2;
const fewestRows = 5;
/** |r| · √n beyond which a correlation is no chance: about p < 0.003. */
const beyondChance = 3;

interface Products {
  n: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}

const empty = (): Products => ({ n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 });

function add(sums: Products, x: number, y: number): void {
  sums.n++;
  sums.x += x;
  sums.y += y;
  sums.xx += x * x;
  sums.yy += y * y;
  sums.xy += x * y;
}

/** Products of the distances from the means. */
const centred = ({ n, x, y, xx, yy, xy }: Products) => ({
  xx: xx - (x * x) / n,
  yy: yy - (y * y) / n,
  xy: xy - (x * y) / n,
});

const ratio = ({ xx, yy, xy }: { xx: number; yy: number; xy: number }): number =>
  xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;

/**
 * The column of groups within which two numbers go together the other way than over all rows
 * (Simpson's paradox), the one with the closest relation within; null where there is none. Within
 * groups is the pooled correlation: of the distances of x and y from the means of their group.
 */
export function reversedBy(points: readonly GroupedPoint[], columns: number): Reversed | null {
  // Distances from the first row lose no digits where values are far from 0.
  const [origin] = points;
  if (origin === undefined) return null;
  const all = empty();
  for (const { x, y } of points) add(all, x - origin.x, y - origin.y);
  const r = ratio(centred(all));
  if (Math.abs(r) * Math.sqrt(all.n) < beyondChance) return null;
  const found = Array.from({ length: columns }, (_, column): Reversed | null => {
    const groups = new Map<string, Products>();
    for (const { x, y, groups: of } of points) {
      const group = of[column] ?? null;
      if (group === null) continue;
      const sums = groups.get(group) ?? empty();
      add(sums, x - origin.x, y - origin.y);
      groups.set(group, sums);
    }
    const large = [...groups.values()].filter(({ n }) => n >= fewestRows);
    if (large.length < fewestGroups) return null;
    const pooled = large.map(centred).reduce((a, b) => ({
      xx: a.xx + b.xx,
      yy: a.yy + b.yy,
      xy: a.xy + b.xy,
    }));
    const n = large.reduce((sum, one) => sum + one.n, 0) - large.length;
    const within = ratio(pooled);
    const isReversed = within * r < 0 && Math.abs(within) * Math.sqrt(n) > beyondChance;
    return isReversed ? { column, r, within } : null;
  });
  return found.reduce(
    (best, one) =>
      one !== null && (best === null || Math.abs(one.within) > Math.abs(best.within)) ? one : best,
    null,
  );
}
