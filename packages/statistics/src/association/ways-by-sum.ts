/** Sums that differ by less differ by rounding alone. */
const perUnit = 1e11;
const empty = NaN;

/**
 * How many ways lead to each sum. A table with open addresses: it is asked tens of millions of
 * times, and a Map takes five times as long.
 */
export class WaysBySum {
  /** Sums in units, NaN where there is none. */
  #keys = new Float64Array(16).fill(empty);
  #ways = new Float64Array(16);
  #size = 0;

  static readonly none = { logs: new Float64Array(), ways: new Float64Array() };

  /** One way to one sum. */
  static of(sum: number): WaysBySum {
    const found = new WaysBySum();
    found.add(sum, 1);
    return found;
  }

  add(sum: number, ways: number): void {
    if (this.#size * 2 >= this.#keys.length) this.#grow();
    this.#put(Math.round(sum * perUnit), ways);
  }

  /** The sums in ascending order. */
  sorted(): { logs: Float64Array; ways: Float64Array } {
    const keys = this.#keys.filter((key) => !Number.isNaN(key)).sort();
    return {
      logs: keys.map((key) => key / perUnit),
      ways: keys.map((key) => this.#ways[this.#place(key)] ?? 0),
    };
  }

  #put(key: number, ways: number): void {
    const place = this.#place(key);
    if (Number.isNaN(this.#keys[place])) {
      this.#keys[place] = key;
      this.#size += 1;
    }
    this.#ways[place] = (this.#ways[place] ?? 0) + ways;
  }

  /** Where a sum is, or would be. */
  #place(key: number): number {
    const most = this.#keys.length - 1;
    const high = Math.floor(key / 4_294_967_296);
    let place = (Math.imul(key | 0, 0x9e_37_79_b1) ^ Math.imul(high | 0, 0x85_eb_ca_6b)) >>> 7;
    for (;;) {
      place &= most;
      const found = this.#keys[place] ?? empty;
      if (found === key || Number.isNaN(found)) return place;
      place += 1;
    }
  }

  #grow(): void {
    const [keys, ways] = [this.#keys, this.#ways];
    this.#keys = new Float64Array(keys.length * 2).fill(empty);
    this.#ways = new Float64Array(keys.length * 2);
    this.#size = 0;
    keys.forEach((key, i) => {
      if (!Number.isNaN(key)) this.#put(key, ways[i] ?? 0);
    });
  }
}
