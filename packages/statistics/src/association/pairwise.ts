import { powerOfTwoNear } from '../numerics/power-of-two.ts';
import type { CentredProducts } from './correlation.ts';
import type { Codes } from './codes.ts';

/** Rows in ascending order; null is all of them. */
type Rows = Uint32Array | null;

/** A column of the pairs: its values where Pearson's products are wanted, its codes where Spearman's are. NaN and −1 are missing. */
export interface PairedColumn {
  readonly values?: Float64Array;
  readonly codes?: Codes;
}

/**
 * Centred sums of every pair of columns over the rows where both are finite. Columns are added one by one, and each is
 * summed with those before it at once; so the work can be done while the next column is read.
 */
export class PairwiseProducts {
  readonly #gaps: Uint32Array[] = [];
  /** Columns that lack the same rows have the number of the first of them; complete ones have none. */
  readonly #kinds: number[] = [];
  readonly #rows = new Map<string, Uint32Array>();
  readonly #values = new Sums(centre, productOfValues);
  readonly #ranks = new Sums(rank, productOfRanks);

  add({ values, codes }: PairedColumn): void {
    const place = this.#gaps.length;
    const gap = values === undefined ? gapsOfCodes(codes?.codes ?? noCodes) : gapsOf(values);
    const same = this.#gaps.findIndex((other) => sameRows(gap, other));
    this.#gaps.push(gap);
    this.#kinds.push(gap.length === 0 ? complete : same === -1 ? place : same);
    const length = values?.length ?? codes?.codes.length ?? 0;
    const before = Map.groupBy(Array.from({ length: place }, (_, other) => other), (other) => this.#rowsOf(other, place, length));
    if (values !== undefined) this.#values.add(values, before);
    if (codes !== undefined) this.#ranks.add(codes, before);
  }

  /** In the order (1,2), (1,3) … (2,3) …. Each column counts in a unit of its own, which a correlation does not see. */
  pearson(): CentredProducts[] {
    return this.#values.inOrder();
  }

  /** The same of the average ranks among those rows: Spearman's ρ is Pearson's r of these. */
  spearman(): CentredProducts[] {
    return this.#ranks.inOrder();
  }

  /** The same array for pairs that use the same rows. */
  #rowsOf(x: number, y: number, length: number): Rows {
    const kinds = [...new Set([this.#kinds[x] ?? complete, this.#kinds[y] ?? complete])].filter((kind) => kind !== complete).sort((a, b) => a - b);
    if (kinds.length === 0) return null;
    const key = kinds.join();
    const rows = this.#rows.get(key) ?? rowsWithout(length, kinds.map((kind) => this.#gaps[kind] ?? new Uint32Array()));
    this.#rows.set(key, rows);
    return rows;
  }
}

const complete = -1;
const noCodes = new Int32Array();

/** Pearson's products of columns that are all there. */
export function pearsonProducts(columns: readonly Float64Array[]): CentredProducts[] {
  const products = new PairwiseProducts();
  for (const values of columns) products.add({ values });
  return products.pearson();
}

/** Spearman's, of the columns' codes. */
export function spearmanProducts(columns: readonly Codes[]): CentredProducts[] {
  const products = new PairwiseProducts();
  for (const codes of columns) products.add({ codes });
  return products.spearman();
}

/** Products of one kind. What is known of a column over all rows is kept; over other rows it is found for each pair, since it may take as much memory as the column. */
class Sums<Column, Known> {
  readonly #columns: Column[] = [];
  readonly #known = new Map<number, Known>();
  readonly #products: CentredProducts[][] = [];
  readonly #scratch: [Float64Array, Float64Array] = [new Float64Array(), new Float64Array()];
  readonly #find: (column: Column, rows: Rows, room: (length: number) => Float64Array) => Known;
  readonly #product: (x: Known, y: Known, rows: Rows) => CentredProducts;

  constructor(find: (column: Column, rows: Rows, room: (length: number) => Float64Array) => Known, product: (x: Known, y: Known, rows: Rows) => CentredProducts) {
    this.#find = find;
    this.#product = product;
  }

  /** `before` are the places of the earlier columns by the rows they share with this one. */
  add(column: Column, before: ReadonlyMap<Rows, readonly number[]>): void {
    const place = this.#columns.push(column) - 1;
    this.#products.push([]);
    for (const [rows, others] of before) {
      const own = this.#knownOf(place, rows, 0);
      for (const other of others) (this.#products[other] ?? [])[place - other - 1] = this.#product(this.#knownOf(other, rows, 1), own, rows);
    }
  }

  inOrder(): CentredProducts[] {
    return this.#products.flat();
  }

  #knownOf(place: number, rows: Rows, side: 0 | 1): Known {
    const column = this.#columns[place];
    if (column === undefined) throw new RangeError('The column was added.');
    if (rows !== null) return this.#find(column, rows, (length) => this.#room(length, side));
    const known = this.#known.get(place) ?? this.#find(column, null, (length) => new Float64Array(length));
    this.#known.set(place, known);
    return known;
  }

  #room(length: number, side: 0 | 1): Float64Array {
    if (this.#scratch[side].length < length) this.#scratch[side] = new Float64Array(length);
    return this.#scratch[side].subarray(0, length);
  }
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

function rowsWithout(length: number, gaps: readonly Uint32Array[]): Uint32Array {
  const gap = new Uint8Array(length);
  for (const rows of gaps) for (const row of rows) gap[row] = 1;
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

/**
 * Centred sums by deviations from the mean; what its rounding left over is taken out of the sums of products (corrected
 * two-pass algorithm, Chan, Golub & LeVeque 1983). Deviations are not kept: a long column would take as much memory again.
 */
function productOfValues(x: Centred, y: Centred, rows: Rows): CentredProducts {
  const n = rows?.length ?? x.values.length;
  return { n, sxx: x.squares, syy: y.squares, sxy: dotOfDeviations(x, y, rows) - (n === 0 ? 0 : (x.sum * y.sum) / n) };
}

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

const productOfRanks = (x: Ranks, y: Ranks): CentredProducts => ({ n: x.values.length, sxx: x.squares, syy: y.squares, sxy: dot(x.values, y.values) });

function rank({ codes, distinct }: Codes, rows: Rows, room: (length: number) => Float64Array): Ranks {
  const values = room(rows?.length ?? codes.length);
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
