import {
  blocksOf,
  blocksOfRanks,
  centre,
  centredRanks,
  gather,
  gatherRanks,
  productOf,
  rank,
  type Centred,
  type Looked,
  type Rows,
} from './centred-column.ts';
import type { CentredProducts } from './correlation.ts';
import type { Codes } from './codes.ts';

/**
 * A column of the pairs: its values where Pearson's products are wanted, its codes where Spearman's
 * are. NaN and −1 are missing.
 */
export interface PairedColumn {
  readonly values?: Float64Array;
  readonly codes?: Codes;
}

/**
 * A column that is there as its codes alone; its values are looked up among the distinct ones,
 * which are in ascending order.
 */
export interface CodedColumn {
  readonly codes: Codes;
  readonly distinct: Float64Array;
}

/**
 * Centred sums of every pair of columns over the rows where both are finite. Columns are added one
 * by one, and each is
 * summed with those before it at once; so the work can be done while the next column is read.
 */
export class PairwiseProducts {
  readonly #gaps: Uint32Array[] = [];
  /**
   * Columns that lack the same rows have the number of the first of them; complete ones have none.
   */
  readonly #kinds: number[] = [];
  readonly #rows = new Map<string, NonNullable<Rows>>();
  readonly #values: Sums<Looked>;
  readonly #ranks: Sums<Codes>;
  readonly #isFrugal: boolean;

  /**
   * A frugal one keeps no ranks by rows, which take as much memory as the values, and looks them up
   * by their codes.
   */
  constructor({ isFrugal = false } = {}) {
    this.#isFrugal = isFrugal;
    const scratch = new Scratch();
    this.#values = new Sums((column, rows, side) =>
      centre(
        rows === null ? column : gather(column, rows.kept, scratch.room(side, rows.kept.length)),
      ),
    );
    this.#ranks = new Sums((column, rows, side) => {
      const { codes, counts } = column;
      const ranks = {
        ranks: rank(
          column,
          rows,
          rows === null ? new Int32Array(counts.length) : scratch.ranks(counts.length),
        ),
        codes,
      };
      if (rows !== null)
        return centredRanks(
          rows.kept.length,
          blocksOf({
            values: gatherRanks(ranks, rows.kept, scratch.room(side, rows.kept.length)),
            codes: null,
          }),
        );
      return centredRanks(
        codes.length,
        isFrugal
          ? blocksOfRanks(ranks)
          : blocksOf({
              values: gatherRanks(ranks, null, new Float64Array(codes.length)),
              codes: null,
            }),
      );
    });
  }

  add(column: PairedColumn | CodedColumn): void {
    const { codes } = column;
    const values =
      'distinct' in column
        ? { values: column.distinct, codes: column.codes.codes }
        : column.values === undefined
          ? null
          : { values: column.values, codes: null };
    const place = this.#gaps.length;
    const gap =
      codes === undefined
        ? gapsOf(values?.values ?? new Float64Array(), Number.isFinite)
        : gapsOf(codes.codes, (code) => code >= 0);
    const same = this.#gaps.findIndex((other) => sameRows(gap, other));
    this.#gaps.push(gap);
    this.#kinds.push(gap.length === 0 ? complete : same === -1 ? place : same);
    const length = codes?.codes.length ?? values?.values.length ?? 0;
    const before = Map.groupBy(
      Array.from({ length: place }, (_, other) => other),
      (other) => this.#rowsOf(other, place, length),
    );
    if (values !== null) this.#values.add(values, before);
    if (codes !== undefined) this.#ranks.add(codes, before);
    if (this.#isFrugal) this.#rows.clear();
  }

  /**
   * In the order (1,2), (1,3) … (2,3) ….
   */
  pearson(): CentredProducts[] {
    return this.#values.inOrder();
  }

  /** The same of the average ranks among those rows: Spearman's ρ is Pearson's r of these. */
  spearman(): CentredProducts[] {
    return this.#ranks.inOrder();
  }

  /** The same array for pairs that use the same rows. */
  #rowsOf(x: number, y: number, length: number): Rows {
    const kinds = [...new Set([this.#kinds[x] ?? complete, this.#kinds[y] ?? complete])]
      .filter((kind) => kind !== complete)
      .sort((a, b) => a - b);
    if (kinds.length === 0) return null;
    const key = kinds.join();
    const rows =
      this.#rows.get(key) ??
      rowsWithout(
        length,
        kinds.map((kind) => this.#gaps[kind] ?? new Uint32Array()),
      );
    this.#rows.set(key, rows);
    return rows;
  }
}

const complete = -1;

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

/**
 * Room that is used again and again: for the rows of either side of a pair, and for ranks by code.
 */
class Scratch {
  readonly #arrays = new Map<string, Float64Array>();
  #ranks = new Int32Array();

  room(side: 'own' | 'other', length: number): Float64Array {
    const array = this.#arrays.get(side);
    if (array !== undefined && array.length >= length) return array.subarray(0, length);
    const larger = new Float64Array(length);
    this.#arrays.set(side, larger);
    return larger;
  }

  ranks(length: number): Int32Array {
    if (this.#ranks.length < length) this.#ranks = new Int32Array(length);
    return this.#ranks.subarray(0, length);
  }
}

/**
 * Products of one kind. What is known of a column over all rows is kept; over other rows it is
 * found for each pair.
 */
class Sums<Column> {
  readonly #columns: Column[] = [];
  readonly #known = new Map<number, Centred>();
  readonly #products: CentredProducts[][] = [];
  readonly #find: (column: Column, rows: Rows, side: 'own' | 'other') => Centred;

  constructor(find: (column: Column, rows: Rows, side: 'own' | 'other') => Centred) {
    this.#find = find;
  }

  /** `before` are the places of the earlier columns by the rows they share with this one. */
  add(column: Column, before: ReadonlyMap<Rows, readonly number[]>): void {
    const place = this.#columns.push(column) - 1;
    this.#products.push([]);
    for (const [rows, others] of before) {
      const own = this.#knownOf(place, rows, 'own');
      for (const other of others)
        (this.#products[other] ?? [])[place - other - 1] = productOf(
          this.#knownOf(other, rows, 'other'),
          own,
        );
    }
  }

  inOrder(): CentredProducts[] {
    return this.#products.flat();
  }

  #knownOf(place: number, rows: Rows, side: 'own' | 'other'): Centred {
    const column = this.#columns[place];
    if (column === undefined) throw new RangeError('The column was added.');
    if (rows !== null) return this.#find(column, rows, side);
    const known = this.#known.get(place) ?? this.#find(column, null, side);
    this.#known.set(place, known);
    return known;
  }
}

/** The rows without a value. */
function gapsOf(
  column: Float64Array | Int32Array,
  isThere: (value: number) => boolean,
): Uint32Array {
  let n = 0;
  for (let row = 0; row < column.length; row++) if (!isThere(column[row] ?? NaN)) n += 1;
  const rows = new Uint32Array(n);
  let next = 0;
  for (let row = 0; next < n; row++) if (!isThere(column[row] ?? NaN)) rows[next++] = row;
  return rows;
}

function rowsWithout(length: number, gaps: readonly Uint32Array[]): NonNullable<Rows> {
  const gap = new Uint8Array(length);
  for (const rows of gaps) for (const row of rows) gap[row] = 1;
  let n = 0;
  for (let row = 0; row < length; row++) n += gap[row] ?? 0;
  const [kept, left] = [new Uint32Array(length - n), new Uint32Array(n)];
  for (let row = 0, k = 0, l = 0; row < length; row++) {
    if (gap[row] === 0) kept[k++] = row;
    else left[l++] = row;
  }
  return { kept, left };
}

const sameRows = (a: Uint32Array, b: Uint32Array): boolean =>
  a.length === b.length && a.every((row, i) => row === b[i]);
