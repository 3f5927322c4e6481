import { powerOfTwoNear } from '../numerics/power-of-two.ts';
import type { CentredProducts } from './correlation.ts';
import type { Codes } from './codes.ts';

/**
 * Centred sums of every pair of columns over the rows where both are finite (NaN is missing), in the order
 * (1,2), (1,3) … (2,3) …. Each column counts in a unit of its own, which a correlation does not see.
 */
export const pearsonProducts = (columns: readonly Float64Array[]): CentredProducts[] => ofValues(groupByRows(columns.map(gapsOf), columns[0]?.length ?? 0), columns);

/** The same of the average ranks among those rows: Spearman's ρ is Pearson's r of these. */
export const spearmanProducts = (columns: readonly Codes[]): CentredProducts[] => ofRanks(groupByRows(columns.map(({ codes }) => gapsOfCodes(codes)), columns[0]?.codes.length ?? 0), columns);

/** Both, of values and their codes; the rows of a pair are found once. */
export function correlationProducts(columns: readonly Float64Array[], codes: readonly Codes[]): { pearson: CentredProducts[]; spearman: CentredProducts[] } {
  const groups = groupByRows(columns.map(gapsOf), columns[0]?.length ?? 0);
  return { pearson: ofValues(groups, columns), spearman: ofRanks(groups, codes) };
}

const noValues = new Float64Array();
const noCodes: Codes = { codes: new Int32Array(), distinct: 0 };

/** Rows in ascending order; null is all of them. */
type Rows = Uint32Array | null;

interface RowGroup {
  readonly rows: Rows;
  readonly pairs: { readonly x: number; readonly y: number; readonly place: number }[];
}

/** The pairs by the rows they use, from the rows that each column lacks. */
function groupByRows(gaps: readonly Uint32Array[], length: number): RowGroup[] {
  const none = -1;
  const kinds = gaps.map((gap) => (gap.length === 0 ? none : gaps.findIndex((other) => sameRows(gap, other))));
  const groups = new Map<string, RowGroup>();
  let place = 0;
  for (const [x, first] of gaps.entries()) {
    for (const [y, second] of gaps.entries()) {
      if (y <= x) continue;
      const key = [...new Set([kinds[x] ?? none, kinds[y] ?? none])].filter((kind) => kind !== none).sort((a, b) => a - b).join();
      const group = groups.get(key) ?? { rows: key === '' ? null : rowsWithout(length, first, second), pairs: [] };
      groups.set(key, group);
      group.pairs.push({ x, y, place: place++ });
    }
  }
  return [...groups.values()];
}

/** The rows without a value. */
function gapsOf(column: Float64Array): Uint32Array {
  const gap = new Uint8Array(column.length);
  for (let row = 0; row < column.length; row++) if (!Number.isFinite(column[row])) gap[row] = 1;
  return rowsOf(gap, 1);
}

function gapsOfCodes(codes: Int32Array): Uint32Array {
  const gap = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) if ((codes[row] ?? -1) < 0) gap[row] = 1;
  return rowsOf(gap, 1);
}

function rowsOf(marks: Uint8Array, wanted: number): Uint32Array {
  let n = 0;
  for (let row = 0; row < marks.length; row++) if (marks[row] === wanted) n += 1;
  const rows = new Uint32Array(n);
  let next = 0;
  for (let row = 0; next < n; row++) if (marks[row] === wanted) rows[next++] = row;
  return rows;
}

function rowsWithout(length: number, first: Uint32Array, second: Uint32Array): Uint32Array {
  const gap = new Uint8Array(length);
  for (const row of first) gap[row] = 1;
  for (const row of second) gap[row] = 1;
  return rowsOf(gap, 0);
}

const sameRows = (a: Uint32Array, b: Uint32Array): boolean => a.length === b.length && a.every((row, i) => row === b[i]);

/** A column, or a copy in another unit, with its mean over some rows. */
interface Centred {
  readonly values: Float64Array;
  readonly mean: number;
  /** Sum of the deviations: what rounding left. */
  readonly sum: number;
  readonly squares: number;
}

/** Products of each group of rows, where `shared` gives what is known of a column there, found once. */
function productsOf<Known>(groups: readonly RowGroup[], find: (index: number, rows: Rows) => Known, product: (x: Known, y: Known, rows: Rows) => CentredProducts): CentredProducts[] {
  const products: CentredProducts[] = [];
  for (const { rows, pairs } of groups) {
    const known = new Map<number, Known>();
    const shared = (index: number): Known => {
      const found = known.get(index) ?? find(index, rows);
      known.set(index, found);
      return found;
    };
    for (const { x, y, place } of pairs) products[place] = product(shared(x), shared(y), rows);
  }
  return products;
}

/**
 * Centred sums by deviations from the mean; what its rounding left over is taken out of the sums of products (corrected
 * two-pass algorithm, Chan, Golub & LeVeque 1983). Deviations are not kept: a long column would take as much memory again.
 */
const ofValues = (groups: readonly RowGroup[], columns: readonly Float64Array[]): CentredProducts[] =>
  productsOf(groups, (index, rows) => centre(columns[index] ?? noValues, rows), (x, y, rows) => {
    const n = rows?.length ?? x.values.length;
    return { n, sxx: x.squares, syy: y.squares, sxy: dotOfDeviations(x, y, rows) - (n === 0 ? 0 : (x.sum * y.sum) / n) };
  });

/** A column whose squares leave the range of a double counts in a unit near its largest value. */
function centre(column: Float64Array, rows: Rows): Centred {
  const n = rows?.length ?? column.length;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    const size = Math.abs(column[rows === null ? i : (rows[i] ?? 0)] ?? NaN);
    if (size > largest) largest = size;
  }
  const unit = largest > 1e100 || largest < 1e-100 ? powerOfTwoNear(largest) : 1;
  const values = unit === 1 ? column : column.map((value) => value / unit);
  const first = values[rows?.[0] ?? 0] ?? 0;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (values[rows === null ? i : (rows[i] ?? 0)] ?? NaN) - first;
  const mean = first + sum / n;
  let left = 0;
  for (let i = 0; i < n; i++) left += (values[rows === null ? i : (rows[i] ?? 0)] ?? NaN) - mean;
  const centred = { values, mean, sum: left, squares: 0 };
  return { ...centred, squares: n === 0 ? 0 : dotOfDeviations(centred, centred, rows) - (left * left) / n };
}

/** Sum of products of deviations, block by block: the error grows with the number of blocks, not of terms. */
function dotOfDeviations(x: Centred, y: Centred, rows: Rows): number {
  const n = rows?.length ?? x.values.length;
  let total = 0;
  for (let from = 0; from < n; from += block) {
    const to = Math.min(from + block, n);
    let sum = 0;
    for (let i = from; i < to; i++) {
      const row = rows === null ? i : (rows[i] ?? 0);
      sum += ((x.values[row] ?? NaN) - x.mean) * ((y.values[row] ?? NaN) - y.mean);
    }
    total += sum;
  }
  return total;
}

/** Average ranks of a column among some rows, less their mean, and their sum of squares. */
interface Ranks {
  readonly values: Float64Array;
  readonly squares: number;
}

/** One array a column holds its ranks, group after group. */
function ofRanks(groups: readonly RowGroup[], columns: readonly Codes[]): CentredProducts[] {
  const length = columns[0]?.codes.length ?? 0;
  const arrays = new Map<number, Float64Array>();
  const find = (index: number, rows: Rows): Ranks => {
    const array = arrays.get(index) ?? new Float64Array(length);
    arrays.set(index, array);
    return rank(columns[index] ?? noCodes, rows, array.subarray(0, rows?.length ?? length));
  };
  return productsOf(groups, find, (x, y) => ({ n: x.values.length, sxx: x.squares, syy: y.squares, sxy: dot(x.values, y.values) }));
}

function rank({ codes, distinct }: Codes, rows: Rows, values: Float64Array): Ranks {
  const counts = new Uint32Array(distinct);
  for (let i = 0; i < values.length; i++) {
    const code = codes[rows === null ? i : (rows[i] ?? 0)] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  const ranks = new Float64Array(distinct);
  let before = 0;
  for (let code = 0; code < distinct; code++) {
    const count = counts[code] ?? 0;
    ranks[code] = before + (count + 1) / 2 - (values.length + 1) / 2;
    before += count;
  }
  for (let i = 0; i < values.length; i++) values[i] = ranks[codes[rows === null ? i : (rows[i] ?? 0)] ?? 0] ?? NaN;
  return { values, squares: dot(values, values) };
}

const block = 1024;

/** Sum of products, block by block. */
function dot(x: Float64Array, y: Float64Array): number {
  let total = 0;
  for (let from = 0; from < x.length; from += block) {
    const to = Math.min(from + block, x.length);
    let sum = 0;
    for (let i = from; i < to; i++) sum += (x[i] ?? NaN) * (y[i] ?? NaN);
    total += sum;
  }
  return total;
}
