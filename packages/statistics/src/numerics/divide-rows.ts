import { mersenneTwister } from './mersenne-twister.ts';

type Random = () => number;

/** A whole number from 0 to `most`: as many bits as it takes, until they are not above it. */
function upTo(most: number, random: Random): number {
  const mask = 2 ** (32 - Math.clz32(most)) - 1;
  for (;;) {
    const value = (random() & mask) >>> 0;
    if (value <= most) return value;
  }
}

/** Brings values into a random order, as numpy's RandomState.shuffle. */
function shuffle(values: number[], random: Random): number[] {
  for (let i = values.length - 1; i > 0; i--) {
    const j = upTo(i, random);
    [values[i], values[j]] = [values[j] ?? 0, values[i] ?? 0];
  }
  return values;
}

const upToBelow = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/**
 * The part of each of n rows: 1 in the test set, which is the share of the rows rounded up, and 0
 * in the others. As scikit-learn's train_test_split(test_size=share, random_state=seed); with
 * classes, a code for each row in the order of the sorted classes, as its stratify.
 */
export function testRows(
  n: number,
  share: number,
  seed: number,
  classes?: ArrayLike<number>,
): Uint32Array {
  const random = mersenneTwister(seed);
  const test = Math.ceil(share * n);
  const parts = new Uint32Array(n);
  if (classes === undefined) {
    for (const row of shuffle(upToBelow(n), random).slice(0, test)) parts[row] = 1;
    return parts;
  }
  const rows = rowsOf(classes);
  const counts = rows.map(({ length }) => length);
  const train = shared(counts, n - test, random);
  const others = shared(
    counts.map((count, k) => count - (train[k] ?? 0)),
    test,
    random,
  );
  rows.forEach((own, k) => {
    const [begin, length] = [train[k] ?? 0, others[k] ?? 0];
    for (const place of shuffle(upToBelow(own.length), random).slice(begin, begin + length))
      parts[own[place] ?? 0] = 1;
  });
  return parts;
}

/**
 * The part of each of n rows, from 0: as scikit-learn's KFold(folds, shuffle=True,
 * random_state=seed); with classes as its StratifiedKFold.
 */
export function foldsOf(
  n: number,
  folds: number,
  seed: number,
  classes?: ArrayLike<number>,
): Uint32Array {
  const random = mersenneTwister(seed);
  const parts = new Uint32Array(n);
  if (classes === undefined) {
    const [least, more] = [Math.floor(n / folds), n % folds];
    const sizes = Array.from({ length: folds }, (_, part) => least + (part < more ? 1 : 0));
    const places = sizes.flatMap((size, part) => Array.from({ length: size }, () => part));
    shuffle(upToBelow(n), random).forEach((row, i) => (parts[row] = places[i] ?? 0));
    return parts;
  }
  // The classes in the order in which they come first; the sorted classes are dealt to the parts.
  const rows = rowsOf(classes)
    .filter(({ length }) => length > 0)
    .toSorted(([a = 0], [b = 0]) => a - b);
  let first = 0;
  for (const own of rows) {
    const dealt = Array.from({ length: folds }, () => 0);
    for (let i = first; i < first + own.length; i++) dealt[i % folds] = (dealt[i % folds] ?? 0) + 1;
    first += own.length;
    const places = dealt.flatMap((count, part) => Array.from({ length: count }, () => part));
    shuffle(places, random).forEach((part, i) => (parts[own[i] ?? 0] = part));
  }
  return parts;
}

/** The rows of each class. */
function rowsOf(classes: ArrayLike<number>): number[][] {
  const rows: number[][] = [];
  for (let row = 0; row < classes.length; row++) (rows[classes[row] ?? 0] ??= []).push(row);
  return Array.from(rows, (own) => own ?? []);
}

/** So many draws shared by the counts; what is left goes to the largest remainders, ties by lot. */
function shared(counts: readonly number[], draws: number, random: Random): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (count / all) * draws);
  const found = exact.map(Math.floor);
  let left = draws - found.reduce((sum, count) => sum + count, 0);
  const remainders = exact.map((one, k) => one - (found[k] ?? 0));
  for (const value of [...new Set(remainders)].toSorted((a, b) => b - a)) {
    if (left <= 0) break;
    const equal = upToBelow(counts.length).filter((k) => remainders[k] === value);
    for (const place of shuffle(upToBelow(equal.length), random).slice(0, left)) {
      const k = equal[place] ?? 0;
      found[k] = (found[k] ?? 0) + 1;
    }
    left -= Math.min(left, equal.length);
  }
  return found;
}
