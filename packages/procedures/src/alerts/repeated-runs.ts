/** Values of rows after one another that repeat those of an earlier run. */
export interface RepeatedRun {
  /** The first of the earlier and of the later rows, from 0. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Values by which a run is recognised. */
const windowLength = 8;
/** Changes from one value to the next within them: a value that stays is no copy. */
const fewestChanges = 5;
const shortest = 10;
/** Rows that may repeat others before a column is one that repeats by its nature. */
const repeatedAtMost = 0.3;

/**
 * Runs of at least ten rows that repeat an earlier run without overlapping it; none of a column in
 * which that is usual. A rolling hash of eight values each is looked up among the earlier ones
 * (Karp & Rabin, 1987), so that the time is linear.
 */
export function repeatedRuns(values: Float64Array): RepeatedRun[] {
  const n = values.length;
  const hashes = hashesOf(values);
  const places = new Int32Array(2 ** Math.ceil(Math.log2(2 * n + 2))).fill(-1);
  const mask = places.length - 1;
  const runs: RepeatedRun[] = [];
  let [changes, repeated] = [0, 0];
  const isOther = (i: number): number => (Object.is(values[i], values[i - 1]) ? 0 : 1);
  for (let i = 1; i < windowLength - 1; i++) changes += isOther(i);
  for (let i = 0, known = 0; i + windowLength <= n; i++) {
    changes += isOther(i + windowLength - 1) - (i > 0 ? isOther(i) : 0);
    if (changes < fewestChanges || i < known) continue;
    const hash = hashes[i] ?? 0;
    let slot = Math.imul(hash, 0x9e3779b1) & mask;
    let place = places[slot] ?? -1;
    while (place >= 0 && hashes[place] !== hash) {
      slot = (slot + 1) & mask;
      place = places[slot] ?? -1;
    }
    if (place < 0) {
      places[slot] = i;
      continue;
    }
    const run = grown(values, place, i);
    if (run.length < shortest) continue;
    if (run.to - run.from >= run.length) runs.push(run);
    repeated += run.length;
    known = run.to + run.length;
  }
  return repeated > repeatedAtMost * n ? [] : runs;
}

/** As far as the two runs are alike, forwards and backwards. */
function grown(values: Float64Array, from: number, to: number): RepeatedRun {
  let [before, after] = [0, 0];
  const isAlike = (k: number): boolean => Object.is(values[from + k], values[to + k]);
  while (to + after < values.length && isAlike(after)) after++;
  while (from - before > 0 && isAlike(-before - 1)) before++;
  return { from: from - before, to: to - before, length: before + after };
}

function hashesOf(values: Float64Array): Int32Array {
  const words = new Int32Array(values.slice().buffer);
  const base = 0x01000193;
  const codes = Int32Array.from(values, (_, i) =>
    Math.imul((words[2 * i] ?? 0) ^ Math.imul(words[2 * i + 1] ?? 0, 0x85ebca6b), 0xc2b2ae35),
  );
  let leaving = 1;
  for (let i = 1; i < windowLength; i++) leaving = Math.imul(leaving, base);
  const hashes = new Int32Array(Math.max(0, values.length - windowLength + 1));
  let hash = 0;
  codes.forEach((code, i) => {
    if (i >= windowLength) hash = (hash - Math.imul(codes[i - windowLength] ?? 0, leaving)) | 0;
    hash = (Math.imul(hash, base) + code) | 0;
    if (i >= windowLength - 1) hashes[i - windowLength + 1] = hash;
  });
  return hashes;
}
