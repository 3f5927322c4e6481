import { fewestRows } from '@columnist/contract';
import { setImmediate } from 'node:timers/promises';

/** Cells of tables that are gone through before others have their turn: some milliseconds. */
const stepsInTurn = 1_000_000;

/** Long work in the turns of the loop. */
export class Turns {
  #steps = 0;

  async after(steps: number): Promise<void> {
    this.#steps += steps;
    if (this.#steps < stepsInTurn) return;
    this.#steps = 0;
    await setImmediate();
  }
}

/** Rows of these kinds. */
export const weigh = (kinds: Iterable<number>, sizes: readonly number[]): number => {
  let rows = 0;
  for (const kind of kinds) rows += sizes[kind] ?? 0;
  return rows;
};
export const isFew = (rows: number): boolean => rows > 0 && rows < fewestRows;

/** Prime below 2^26: products of remainders are whole numbers in a double. */
const prime = 67_108_859;

/**
 * Whether sums over the sets together give the sum over 1 to 4 rows: reduced to echelon form, kinds
 * of many rows first, a row of these alone is left.
 */
export async function spansFew(
  sets: readonly Uint8Array[],
  valued: readonly number[],
  sizes: readonly number[],
  turns: Turns,
): Promise<boolean> {
  const order = [...valued].sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  const rows = sets.map((set) => Float64Array.from(order, (kind) => set[kind] ?? 0));
  let rank = 0;
  for (let at = 0; at < order.length && rank < rows.length; at++) {
    const found = rows.findIndex((row, i) => i >= rank && row[at] !== 0);
    const pivot = rows[found];
    const replaced = rows[rank];
    if (pivot === undefined || replaced === undefined) continue;
    rows[found] = replaced;
    rows[rank] = pivot;
    await turns.after(rows.length * pivot.length);
    const inverse = power(pivot[at] ?? 1, prime - 2);
    for (let i = at; i < pivot.length; i++) pivot[i] = ((pivot[i] ?? 0) * inverse) % prime;
    for (const row of rows) {
      const factor = row === pivot ? 0 : (row[at] ?? 0);
      if (factor === 0) continue;
      for (let i = at; i < row.length; i++) {
        const taken = pivot[i] ?? 0;
        if (taken !== 0) row[i] = ((row[i] ?? 0) + (prime - factor) * taken) % prime;
      }
    }
    rank += 1;
  }
  return rows.slice(0, rank).some((row) =>
    isFew(
      weigh(
        order.filter((_, i) => row[i] !== 0),
        sizes,
      ),
    ),
  );
}

function power(base: number, exponent: number): number {
  let [result, square] = [1, base];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
}
