/** Pairs of two sorted lists, or of one with itself, each pair once. */
export interface Pairs {
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** Both are one list, and a pair is counted once: a place of `b` is at least that of `a`. */
  readonly own: boolean;
}

export const countOf = ({ a, b, own }: Pairs): number =>
  own ? (a.length * (a.length + 1)) / 2 : a.length * b.length;

/**
 * The nth smallest sum of a pair, from 1, without the list of sums: each pass over the lists counts
 * the sums up to a bound, which halves the range of doubles that are left (a selection in a sorted
 * matrix, as Johnson and Mizoguchi, SIAM J. Comput. 7, 1978). At most 128 passes.
 */
export function nthSum(pairs: Pairs, n: number): number {
  const { a, b } = pairs;
  let low = (a[0] ?? NaN) + (b[0] ?? NaN);
  let high = (a.at(-1) ?? NaN) + (b.at(-1) ?? NaN);
  for (let pass = 0; low < high; pass++) {
    // Halves of the values are found soon; halves of the doubles end whatever the values are.
    const middle = pass % 2 === 0 ? low / 2 + high / 2 : doubleOf((keyOf(low) + keyOf(high)) / 2n);
    const bound = middle < high && middle >= low ? middle : low;
    const { count, below, above } = countUpTo(pairs, bound);
    if (count >= n) high = below;
    else low = above;
  }
  return low;
}

/** How many sums are at most a bound, and the sums next to it. */
function countUpTo(
  { a, b, own }: Pairs,
  bound: number,
): { count: number; below: number; above: number } {
  let [count, below, above] = [0, -Infinity, Infinity];
  let j = b.length - 1;
  for (let i = 0; i < a.length; i++) {
    const one = a[i] ?? NaN;
    while (j >= 0 && one + (b[j] ?? NaN) > bound) j -= 1;
    const first = own ? i : 0;
    if (j >= first) {
      count += j - first + 1;
      below = Math.max(below, one + (b[j] ?? NaN));
    }
    const next = Math.max(j + 1, first);
    if (next < b.length) above = Math.min(above, one + (b[next] ?? NaN));
  }
  return { count, below, above };
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);
const sign = -(2n ** 63n);

/** Whole numbers in the order of doubles. */
function keyOf(value: number): bigint {
  double[0] = value;
  const own = bits[0] ?? 0n;
  return own < 0n ? sign - own : own;
}
function doubleOf(key: bigint): number {
  bits[0] = key < 0n ? sign - key : key;
  return double[0] ?? NaN;
}
