import { powerOfTwoNear } from '../numerics/power-of-two.ts';
import type { CentredProducts } from './correlation.ts';
import type { Codes } from './codes.ts';

/** The rows of a pair in ascending order, and those that either lacks; null is all rows. */
export type Rows = { readonly kept: Uint32Array; readonly left: Uint32Array } | null;

/** A column in row order, or what the codes of its rows mean. */
export interface Looked {
  readonly values: Float64Array;
  readonly codes: Int32Array | null;
}

/**
 * The doubles of a column, block by block: those from one place to before another, perhaps in the
 * room that is given.
 */
type Blocks = (from: number, to: number, room: Float64Array) => Float64Array;

const block = 1024;
const rooms: readonly [Float64Array, Float64Array] = [
  new Float64Array(block),
  new Float64Array(block),
];

export function blocksOf({ values, codes }: Looked): Blocks {
  if (codes === null) return (from, to) => values.subarray(from, to);
  return (from, to, room) => {
    for (let i = from; i < to; i++) room[i - from] = values[codes[i] ?? 0] ?? NaN;
    return room;
  };
}

/** The doubles of some rows, in this room. */
export function gather({ values, codes }: Looked, rows: Uint32Array, room: Float64Array): Looked {
  if (codes === null) for (let i = 0; i < rows.length; i++) room[i] = values[rows[i] ?? 0] ?? NaN;
  else for (let i = 0; i < rows.length; i++) room[i] = values[codes[rows[i] ?? 0] ?? 0] ?? NaN;
  return { values: room, codes: null };
}

/** Rows of a column with their mean. */
export interface Centred {
  readonly n: number;
  /** What the blocks count in. */
  readonly unit: number;
  readonly blocks: Blocks;
  readonly mean: number;
  /** Sum of the deviations: what rounding left. */
  readonly sum: number;
  readonly squares: number;
}

/**
 * Centred sums by deviations from the mean; what its rounding left over is taken out of the sums of
 * products (corrected
 * two-pass algorithm, Chan, Golub & LeVeque 1983). Deviations are not kept: a long column would
 * take as much memory again.
 */
export const productOf = (x: Centred, y: Centred): CentredProducts => ({
  n: x.n,
  units: [x.unit, y.unit],
  sxx: x.squares,
  syy: y.squares,
  sxy: dotOfDeviations(x, y) - (x.n === 0 ? 0 : (x.sum * y.sum) / x.n),
});

/** A column whose squares leave the range of a double counts in a unit near its largest value. */
export function centre(column: Looked): Centred {
  const n = (column.codes ?? column.values).length;
  const largest = largestOf(blocksOf(column), n);
  const unit = largest > 1e100 || largest < 1e-100 ? powerOfTwoNear(largest) : 1;
  const blocks = blocksOf(
    unit === 1 ? column : { ...column, values: column.values.map((value) => value / unit) },
  );
  const first = blocks(0, Math.min(n, 1), rooms[0])[0] ?? 0;
  const mean = first + sumFrom(blocks, n, first) / n;
  return withSquares({ n, unit, blocks, mean, sum: sumFrom(blocks, n, mean) });
}

/**
 * Average ranks by code among some rows, less their mean, doubled: whole numbers, which take half
 * the memory; up to 2^30 rows.
 */
export function rank({ codes, counts }: Codes, rows: Rows, ranks: Int32Array): Int32Array {
  const n = rows?.kept.length ?? codes.length;
  const fromAll = rows === null || rows.left.length < n;
  if (fromAll) ranks.set(counts);
  else ranks.fill(0);
  // Whichever are fewer: rows that are left out, or kept.
  const others = rows === null ? [] : fromAll ? rows.left : rows.kept;
  const change = fromAll ? -1 : 1;
  for (let i = 0; i < others.length; i++) {
    const code = codes[others[i] ?? 0] ?? -1;
    if (code >= 0) ranks[code] = (ranks[code] ?? 0) + change;
  }
  let before = 0;
  for (let code = 0; code < ranks.length; code++) {
    const count = ranks[code] ?? 0;
    ranks[code] = 2 * before + count - n;
    before += count;
  }
  return ranks;
}

/** Doubled ranks by code, and the codes of the rows. */
interface Ranked {
  readonly ranks: Int32Array;
  readonly codes: Int32Array;
}

export function gatherRanks(
  { ranks, codes }: Ranked,
  rows: Uint32Array | null,
  room: Float64Array,
): Float64Array {
  if (rows === null)
    for (let row = 0; row < codes.length; row++) room[row] = (ranks[codes[row] ?? 0] ?? NaN) / 2;
  else for (let i = 0; i < rows.length; i++) room[i] = (ranks[codes[rows[i] ?? 0] ?? 0] ?? NaN) / 2;
  return room;
}

export const blocksOfRanks =
  ({ ranks, codes }: Ranked): Blocks =>
  (from, to, room) => {
    for (let row = from; row < to; row++) room[row - from] = (ranks[codes[row] ?? 0] ?? NaN) / 2;
    return room;
  };

/** Ranks are centred as they are: nothing is left over. */
export const centredRanks = (n: number, blocks: Blocks): Centred =>
  withSquares({ n, unit: 1, blocks, mean: 0, sum: 0 });

function withSquares(column: Omit<Centred, 'squares'>): Centred {
  const centred = { ...column, squares: 0 };
  return { ...centred, squares: productOf(centred, centred).sxy };
}

function largestOf(blocks: Blocks, n: number): number {
  let largest = 0;
  for (let from = 0; from < n; from += block) {
    const to = Math.min(from + block, n);
    const values = blocks(from, to, rooms[0]);
    for (let i = 0; i < to - from; i++) {
      const size = Math.abs(values[i] ?? NaN);
      if (size > largest) largest = size;
    }
  }
  return largest;
}

/** Sum of the distances from an origin. */
function sumFrom(blocks: Blocks, n: number, origin: number): number {
  let sum = 0;
  for (let from = 0; from < n; from += block) {
    const to = Math.min(from + block, n);
    const values = blocks(from, to, rooms[0]);
    for (let i = 0; i < to - from; i++) sum += (values[i] ?? NaN) - origin;
  }
  return sum;
}

/**
 * Sum of products of deviations, block by block: the error grows with the number of blocks, not of
 * terms.
 */
function dotOfDeviations(x: Centred, y: Centred): number {
  let total = 0;
  for (let from = 0; from < x.n; from += block) {
    const to = Math.min(from + block, x.n);
    const xs = x.blocks(from, to, rooms[0]);
    const ys = y.blocks(from, to, rooms[1]);
    let sum = 0;
    for (let i = 0; i < to - from; i++)
      sum += ((xs[i] ?? NaN) - x.mean) * ((ys[i] ?? NaN) - y.mean);
    total += sum;
  }
  return total;
}
