import { mulberry32 } from '../numerics/mulberry32.ts';

export interface Clusters {
  /** Of each row, from 0; clusters in the order of their size, largest first. */
  readonly codes: Uint32Array;
  readonly centres: readonly (readonly number[])[];
  readonly sizes: readonly number[];
  /** Squares of distances to the own centre, of each cluster. */
  readonly within: readonly number[];
}

interface Search {
  readonly seed: number;
  /** Choices of first centres, one at least. */
  readonly starts: number;
  /** Moves of a single centre that are tried then. */
  readonly exchanges: number;
}

/** A sum of squares that is smaller by less is the same. */
const smaller = 1 - 1e-12;

/**
 * Rows in k clusters with the least squares of distances to their centres that was found: begun at
 * several seeded choices (Arthur and Vassilvitskii 2007), moved by means (Lloyd 1982) and then row
 * by row while that makes the sum smaller (Hartigan and Wong 1979). From the best of them on, single
 * centres are moved to a row that is drawn while that finds a smaller sum, which reaches what starts
 * alone miss (Fränti 2018, Efficiency of random swap clustering). R: kmeans(x, k, nstart). At least
 * k distinct rows.
 */
export function kMeans(
  columns: readonly Float64Array[],
  k: number,
  { seed, starts, exchanges }: Search,
): Clusters {
  const random = mulberry32(seed);
  const from = (centres: number[][]): { codes: Uint32Array; total: number } => {
    const codes = lloyd(columns, k, centres);
    improve(columns, k, codes);
    const total = squaresWithin(columns, k, codes).reduce((sum, value) => sum + value, 0);
    return { codes, total };
  };
  let best = from(choose(columns, k, random));
  for (let start = 1; start < starts; start++) {
    const found = from(choose(columns, k, random));
    if (found.total < best.total * smaller) best = found;
  }
  for (let i = 0; i < exchanges; i++) {
    const centres = meansOf(columns, k, best.codes).means;
    const row = Math.floor(random() * best.codes.length);
    centres[Math.floor(random() * k)] = columns.map((values) => values[row] ?? 0);
    const found = from(centres);
    if (found.total < best.total * smaller) best = found;
  }
  return ordered(columns, k, best.codes);
}

const rowsOf = (columns: readonly Float64Array[]): number => columns[0]?.length ?? 0;
const distance = (
  columns: readonly Float64Array[],
  row: number,
  centre: readonly number[],
): number => {
  let sum = 0;
  for (const [c, values] of columns.entries()) sum += ((values[row] ?? 0) - (centre[c] ?? 0)) ** 2;
  return sum;
};

/** First centres: rows far from those chosen before are likelier. */
function choose(columns: readonly Float64Array[], k: number, random: () => number): number[][] {
  const n = rowsOf(columns);
  const at = (row: number): number[] => columns.map((values) => values[row] ?? 0);
  const centres = [at(Math.floor(random() * n))];
  const nearest = new Float64Array(n).fill(Infinity);
  while (centres.length < k) {
    const last = centres.at(-1) ?? [];
    let total = 0;
    for (let row = 0; row < n; row++) {
      nearest[row] = Math.min(nearest[row] ?? Infinity, distance(columns, row, last));
      total += nearest[row] ?? 0;
    }
    let left = random() * total;
    let row = 0;
    while (row < n - 1 && (left -= nearest[row] ?? 0) > 0) row += 1;
    while ((nearest[row] ?? 0) === 0 && row > 0) row -= 1;
    centres.push(at(row));
  }
  return centres;
}

function lloyd(columns: readonly Float64Array[], k: number, first: number[][]): Uint32Array {
  const n = rowsOf(columns);
  const codes = new Uint32Array(n);
  let centres = first;
  for (let turn = 0; turn < 100; turn++) {
    let moved = turn === 0;
    for (let row = 0; row < n; row++) {
      let [nearest, least] = [0, Infinity];
      for (let c = 0; c < k; c++) {
        const d = distance(columns, row, centres[c] ?? []);
        if (d < least) [nearest, least] = [c, d];
      }
      if (codes[row] !== nearest) moved = true;
      codes[row] = nearest;
    }
    if (!moved) break;
    const found = meansOf(columns, k, codes);
    // A cluster that lost all its rows begins again at the row that is farthest from its centre.
    centres = found.means.map((mean, c) =>
      (found.sizes[c] ?? 0) > 0
        ? mean
        : columns.map((values) => values[farthest(columns, codes, found.means)] ?? 0),
    );
  }
  return codes;
}

function farthest(
  columns: readonly Float64Array[],
  codes: Uint32Array,
  centres: readonly (readonly number[])[],
): number {
  let [place, most] = [0, -1];
  for (let row = 0; row < codes.length; row++) {
    const d = distance(columns, row, centres[codes[row] ?? 0] ?? []);
    if (d > most) [place, most] = [row, d];
  }
  return place;
}

function meansOf(
  columns: readonly Float64Array[],
  k: number,
  codes: Uint32Array,
): { means: number[][]; sizes: number[] } {
  const sizes = Array.from({ length: k }, () => 0);
  for (const code of codes) sizes[code] = (sizes[code] ?? 0) + 1;
  const means = Array.from({ length: k }, () => columns.map(() => 0));
  for (const [c, values] of columns.entries()) {
    const sums = new Float64Array(k);
    for (let row = 0; row < codes.length; row++)
      sums[codes[row] ?? 0] = (sums[codes[row] ?? 0] ?? 0) + (values[row] ?? 0);
    means.forEach((mean, code) => (mean[c] = (sums[code] ?? 0) / Math.max(1, sizes[code] ?? 0)));
  }
  return { means, sizes };
}

/**
 * Moves single rows while the sum of squares becomes smaller: both clusters' centres move along.
 */
function improve(columns: readonly Float64Array[], k: number, codes: Uint32Array): void {
  const { means, sizes } = meansOf(columns, k, codes);
  for (let turn = 0; turn < 50; turn++) {
    let moved = false;
    for (let row = 0; row < codes.length; row++) {
      const from = codes[row] ?? 0;
      const own = sizes[from] ?? 0;
      if (own < 2) continue;
      const loss = (distance(columns, row, means[from] ?? []) * own) / (own - 1);
      let [to, gain] = [from, loss * (1 - 1e-12)];
      for (let c = 0; c < k; c++) {
        if (c === from) continue;
        const cost =
          (distance(columns, row, means[c] ?? []) * (sizes[c] ?? 0)) / ((sizes[c] ?? 0) + 1);
        if (cost < gain) [to, gain] = [c, cost];
      }
      if (to === from) continue;
      for (const [c, values] of columns.entries()) {
        const [a, b] = [means[from], means[to]];
        if (a === undefined || b === undefined) continue;
        a[c] = (a[c] ?? 0) - ((values[row] ?? 0) - (a[c] ?? 0)) / (own - 1);
        b[c] = (b[c] ?? 0) + ((values[row] ?? 0) - (b[c] ?? 0)) / ((sizes[to] ?? 0) + 1);
      }
      sizes[from] = own - 1;
      sizes[to] = (sizes[to] ?? 0) + 1;
      codes[row] = to;
      moved = true;
    }
    if (!moved) return;
  }
}

function squaresWithin(columns: readonly Float64Array[], k: number, codes: Uint32Array): number[] {
  const { means } = meansOf(columns, k, codes);
  const within = Array.from({ length: k }, () => 0);
  for (let row = 0; row < codes.length; row++)
    within[codes[row] ?? 0] =
      (within[codes[row] ?? 0] ?? 0) + distance(columns, row, means[codes[row] ?? 0] ?? []);
  return within;
}

function ordered(columns: readonly Float64Array[], k: number, codes: Uint32Array): Clusters {
  const { means, sizes } = meansOf(columns, k, codes);
  const order = sizes
    .map((_, c) => c)
    .toSorted(
      (a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || (means[a]?.[0] ?? 0) - (means[b]?.[0] ?? 0),
    );
  const place = new Map(order.map((c, i) => [c, i]));
  const within = squaresWithin(columns, k, codes);
  return {
    codes: codes.map((code) => place.get(code) ?? 0),
    centres: order.map((c) => means[c] ?? []),
    sizes: order.map((c) => sizes[c] ?? 0),
    within: order.map((c) => within[c] ?? 0),
  };
}

/**
 * How much nearer each of some rows is to its own cluster than to the next: 1 well inside, below 0
 * nearer to another. Rousseeuw (1987); R: cluster::silhouette().
 */
export function silhouettes(
  columns: readonly Float64Array[],
  codes: Uint32Array,
  k: number,
): Float64Array {
  const n = rowsOf(columns);
  const sizes = Array.from({ length: k }, (_, c) => codes.filter((code) => code === c).length);
  const sums = new Float64Array(n * k);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let d = 0;
      for (const values of columns) d += ((values[i] ?? 0) - (values[j] ?? 0)) ** 2;
      d = Math.sqrt(d);
      const [a, b] = [i * k + (codes[j] ?? 0), j * k + (codes[i] ?? 0)];
      sums[a] = (sums[a] ?? 0) + d;
      sums[b] = (sums[b] ?? 0) + d;
    }
  }
  return Float64Array.from({ length: n }, (_, i) => {
    const own = codes[i] ?? 0;
    const size = sizes[own] ?? 0;
    if (size < 2) return 0;
    const inside = (sums[i * k + own] ?? 0) / (size - 1);
    let outside = Infinity;
    for (let c = 0; c < k; c++)
      if (c !== own && (sizes[c] ?? 0) > 0)
        outside = Math.min(outside, (sums[i * k + c] ?? 0) / (sizes[c] ?? 1));
    return (outside - inside) / Math.max(inside, outside);
  });
}
