import { mulberry32 } from '@columnist/statistics';

/** Columns of a table by their names. */
export type Cells = Record<string, (string | number)[]>;

/** Draws of the distributions that the tables are made of. */
export class Randomness {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = mulberry32(seed);
  }
  share(): number {
    return this.#next();
  }
  whole(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }
  normal(mean = 0, sd = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#next()));
    return mean + sd * radius * Math.cos(2 * Math.PI * this.#next());
  }
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.#next());
  }
  poisson(mean: number): number {
    let count = 0;
    for (let product = this.#next(); product > Math.exp(-mean); product *= this.#next()) count++;
    return count;
  }
  of<One>(...all: readonly One[]): One {
    const [first] = all;
    if (first === undefined) throw new Error('Nothing to draw from.');
    return all[Math.floor(this.#next() * all.length)] ?? first;
  }
}

export const list = <One>(n: number, of: (i: number) => One): One[] =>
  Array.from({ length: n }, (_, i) => of(i));
export const to = (places: number, value: number): number => Number(value.toFixed(places));

/** As CSV; texts with a comma do not occur. */
export function csvOf(cells: Cells): string {
  const names = Object.keys(cells);
  const rows = Math.max(...Object.values(cells).map(({ length }) => length));
  return `${names.join(',')}\n${list(rows, (i) => names.map((name) => cells[name]?.[i] ?? '').join(',')).join('\n')}\n`;
}
