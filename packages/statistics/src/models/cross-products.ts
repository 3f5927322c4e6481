import type { Design } from './design.ts';
import type { Explained } from './explained.ts';

/**
 * Sums of products of the columns of a design, exact to about 32 digits: what least squares needs
 * of the rows. The normal
 * equations square the condition of the design, so doubles would leave few digits; twice their
 * precision leaves enough.
 */
export class CrossProducts {
  readonly #width: number;
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  #rows = 0;

  /** Of rows of `width` entries. */
  constructor(width: number) {
    this.#width = width;
    this.#high = new Float64Array((width * (width + 1)) / 2);
    this.#low = new Float64Array((width * (width + 1)) / 2);
  }

  get rows(): number {
    return this.#rows;
  }

  /**
   * One row, as doubles and what they lack (entries that are themselves products, such as x²), and
   * its weight.
   */
  add(row: Float64Array, rest: Float64Array, weight: number): void {
    // Inlined double-double arithmetic: this is the loop over all rows.
    const splitter = 134_217_729;
    let place = 0;
    this.#rows++;
    for (let i = 0; i < this.#width; i++) {
      let a = row[i] ?? 0;
      let aRest = rest[i] ?? 0;
      if (weight !== 1) {
        const product = a * weight;
        const [p, q] = [splitter * a, splitter * weight];
        const [ah, wh] = [p - (p - a), q - (q - weight)];
        aRest =
          aRest * weight +
          ((a - ah) * (weight - wh) - (product - ah * wh - (a - ah) * wh - ah * (weight - wh)));
        a = product;
      }
      const p = splitter * a;
      const aHigh = p - (p - a);
      const aLow = a - aHigh;
      for (let j = 0; j <= i; j++, place++) {
        const b = row[j] ?? 0;
        const product = a * b;
        const q = splitter * b;
        const bHigh = q - (q - b);
        const bLow = b - bHigh;
        const error =
          aLow * bLow -
          (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow) +
          (a * (rest[j] ?? 0) + aRest * b);
        const sum = this.#high[place] ?? 0;
        const next = sum + product;
        const back = next - sum;
        const lost = sum - (next - back) + (product - back) + (this.#low[place] ?? 0) + error;
        const total = next + lost;
        this.#high[place] = total;
        this.#low[place] = lost - (total - next);
      }
    }
  }

  /** The sum of the products of columns i and j. */
  at(i: number, j: number): { hi: number; lo: number } {
    const [a, b] = i >= j ? [i, j] : [j, i];
    const place = (a * (a + 1)) / 2 + b;
    return { hi: this.#high[place] ?? NaN, lo: this.#low[place] ?? NaN };
  }
}

/** The rows of a design with the response behind them, as products. */
export function productsOf(
  design: Design,
  response: Pick<Explained, 'values' | 'rest'>,
  weights: Float64Array | null,
): CrossProducts {
  const width = design.columns.length + 1;
  const products = new CrossProducts(width);
  const [row, rest] = [new Float64Array(width), new Float64Array(width)];
  for (let i = 0; i < design.rows; i++) {
    for (const [k, column] of design.columns.entries()) {
      row[k] = column.values[i] ?? NaN;
      rest[k] = column.rest?.[i] ?? 0;
    }
    row[width - 1] = response.values[i] ?? NaN;
    rest[width - 1] = response.rest?.[i] ?? 0;
    products.add(row, rest, weights?.[i] ?? 1);
  }
  return products;
}
