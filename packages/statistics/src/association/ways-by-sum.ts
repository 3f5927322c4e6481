/** Sums that are the same in these units are the same but for their rounding. */
const perUnit = 1e9;

/**
 * How many ways lead to each sum. A table with open addresses: it is asked tens of millions of
 * times, and a Map takes five times as long.
 */
export class WaysBySum {
  /** Sums in whole units, NaN where there is none. */
  #keys = new Float64Array(16).fill(NaN);
  #sums = new Float64Array(16);
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
    const key = Math.round(sum * perUnit);
    const place = this.#place(key);
    if (Number.isNaN(this.#keys[place])) {
      this.#keys[place] = key;
      this.#sums[place] = sum;
      this.#size += 1;
    }
    this.#ways[place] = (this.#ways[place] ?? 0) + ways;
  }

  /** The sums in ascending order. */
  sorted(): { logs: Float64Array; ways: Float64Array } {
    const places = this.#keys
      .filter((key) => !Number.isNaN(key))
      .sort()
      .map((key) => this.#place(key));
    return {
      logs: places.map((place) => this.#sums[place] ?? NaN),
      ways: places.map((place) => this.#ways[place] ?? 0),
    };
  }

  /** Where a sum is, or would be. */
  #place(key: number): number {
    const most = this.#keys.length - 1;
    const high = Math.floor(key / 4_294_967_296);
    let place = (Math.imul(key | 0, 0x9e_37_79_b1) ^ Math.imul(high | 0, 0x85_eb_ca_6b)) >>> 7;
    for (;;) {
      place &= most;
      const found = this.#keys[place] ?? NaN;
      if (found === key || Number.isNaN(found)) return place;
      place += 1;
    }
  }

  #grow(): void {
    const [keys, sums, ways] = [this.#keys, this.#sums, this.#ways];
    this.#keys = new Float64Array(keys.length * 2).fill(NaN);
    this.#sums = new Float64Array(keys.length * 2);
    this.#ways = new Float64Array(keys.length * 2);
    this.#size = 0;
    keys.forEach((key, i) => {
      if (!Number.isNaN(key)) this.add(sums[i] ?? 0, ways[i] ?? 0);
    });
  }
}
