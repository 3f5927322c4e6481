import type { NumberFacts } from './read-facts.ts';

/** Steps from row to row that have to be the same in a column that counts rows. */
const evenSteps = 0.9;
/** Numbers that have to exceed all before, where the others occur again. */
const ascendingRows = 0.5;

/** Numbers out of order by which rows were copied; a single one may be a slip. */
const fewestCopied = 3;

/** A column of whole numbers that names its rows in their order. */
interface RunningNumber {
  /** Whether later rows have numbers of earlier ones, out of order, and do not count from the first again. */
  readonly isCopied: boolean;
}

/**
 * Numbers of rows, such as 1, 2, 3 …, or ascending ones with gaps of which some occur again later:
 * where these begin again, no measured level has changed. Null of other columns.
 */
export function runningNumber({ values, sorted }: NumberFacts): RunningNumber | null {
  const seen = new Set<number>();
  const steps = new Map<number, number>();
  let [ascending, repeated, outOfOrder] = [0, 0, 0];
  let [last, greatest] = [NaN, -Infinity];
  let isRestart = false;
  const first = values.find((value) => !Number.isNaN(value));
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) return null;
    if (!Number.isNaN(last)) steps.set(value - last, (steps.get(value - last) ?? 0) + 1);
    if (value > greatest) ascending++;
    if (seen.has(value)) {
      repeated++;
      if (value < greatest) outOfOrder++;
      isRestart ||= value === first;
    }
    seen.add(value);
    greatest = Math.max(greatest, value);
    last = value;
  }
  const n = sorted.length;
  steps.delete(0);
  const even = [...steps.values()].reduce((most, count) => Math.max(most, count), 0);
  const isCounted = even >= evenSteps * (n - 1);
  const isRepeated = outOfOrder > 0 && ascending >= ascendingRows * n && ascending + repeated === n;
  return isCounted || isRepeated
    ? {
        isCopied: isRepeated && !isRestart && outOfOrder >= fewestCopied && outOfOrder === repeated,
      }
    : null;
}
