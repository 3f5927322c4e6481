/**
 * How deep the tests go: the gate draws a seeded sample of the long lists, `pnpm verify`
 * (TEST_DEPTH=all) takes every case.
 * TEST_SEED=N draws other samples; the seed is in the names of the tests.
 */
const { TEST_DEPTH = 'sample', TEST_SEED = '1' } = process.env;
if (TEST_DEPTH !== 'sample' && TEST_DEPTH !== 'all')
  throw new Error(`TEST_DEPTH is 'sample' or 'all', not '${TEST_DEPTH}'.`);
if (!/^\d{1,9}$/.test(TEST_SEED))
  throw new Error(`TEST_SEED is a whole number of at most nine digits, not '${TEST_SEED}'.`);

export const depth: 'sample' | 'all' = TEST_DEPTH;
const seed = Number(TEST_SEED);

/** For the names of tests that draw: which sample it is, or that there is none. */
export const ofSample: string = depth === 'all' ? 'all cases' : `a sample of seed ${seed}`;

/** Uniform numbers from 0 to below 1 by a seed (Mulberry32): the same on every machine. */
export function random(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `n` of the cases in their order, drawn by the seed; every case where tests go deep. */
export function sampled<T>(cases: readonly T[], n: number): readonly T[] {
  if (depth === 'all' || cases.length <= n) return cases;
  const next = random(seed);
  const drawn = new Set(
    cases
      .map((_, index) => ({ index, at: next() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, n)
      .map(({ index }) => index),
  );
  return cases.filter((_, index) => drawn.has(index));
}

/**
 * How often a property is tried: `n` times in the gate and `all` times where tests go deep, from
 * the same seed.
 */
export const ofRuns = (n: number, all: number): { numRuns: number; seed: number } => ({
  numRuns: depth === 'all' ? all : n,
  seed,
});

/**
 * One of several kinds in the gate, drawn by a name (as the path of the test file) and the seed; all of
 * them where tests go deep.
 */
export function oneOf<T>(kinds: readonly T[], name: string): readonly T[] {
  if (depth === 'all') return kinds;
  const of = name.slice(name.lastIndexOf('/') + 1);
  let hash = seed;
  for (const character of of) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return [kinds[(hash >>> 0) % kinds.length]].filter((kind) => kind !== undefined);
}
