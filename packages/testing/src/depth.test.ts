import { expect, test, vi } from 'vitest';

const hundred = Array.from({ length: 100 }, (_, i) => i);

/** The module as it is under other settings. */
async function depthOf(settings: Readonly<Record<string, string>>) {
  vi.resetModules();
  for (const [name, value] of Object.entries({ TEST_DEPTH: 'sample', TEST_SEED: '1', ...settings }))
    vi.stubEnv(name, value);
  try {
    return await import('./depth.ts');
  } finally {
    vi.unstubAllEnvs();
  }
}

test('a sample is drawn by the seed, in the order of the cases', async () => {
  const one = (await depthOf({})).sampled(hundred, 10);
  const two = (await depthOf({ TEST_SEED: '2' })).sampled(hundred, 10);
  expect(one).toEqual((await depthOf({})).sampled(hundred, 10));
  expect(one).toEqual(one.toSorted((a, b) => a - b));
  expect(new Set(one).size).toBe(10);
  expect(two).not.toEqual(one);
  expect((await depthOf({})).sampled(hundred, 200)).toEqual(hundred);
});

test('other seeds draw the other cases', async () => {
  const drawn = new Set<number>();
  for (let seed = 0; seed < 100; seed += 1)
    for (const one of (await depthOf({ TEST_SEED: String(seed) })).sampled(hundred, 10))
      drawn.add(one);
  expect(drawn.size).toBe(100);
});

test('deep tests take every case', async () => {
  const { ofRuns, ofSample, sampled } = await depthOf({ TEST_DEPTH: 'all', TEST_SEED: '7' });
  expect(sampled(hundred, 10)).toEqual(hundred);
  expect(ofRuns(10, 1000)).toEqual({ numRuns: 1000, seed: 7 });
  expect(ofSample).toBe('all cases');
});

test('the names of tests say the seed', async () => {
  const { ofRuns, ofSample } = await depthOf({ TEST_SEED: '7' });
  expect(ofRuns(10, 1000)).toEqual({ numRuns: 10, seed: 7 });
  expect(ofSample).toBe('a sample of seed 7');
});

test.for([{ TEST_DEPTH: 'deep' }, { TEST_SEED: 'x' }])('refuses %o', async (settings) => {
  await expect(depthOf(settings)).rejects.toThrow(Object.keys(settings)[0]);
});

test('one kind is drawn by the name, each for about half of the names; deep tests take all', async () => {
  const kinds = ['a', 'b'];
  const { oneOf } = await depthOf({});
  const drawn = hundred.map((i) => oneOf(kinds, `/folder/name-${i}.test.ts`));
  expect(drawn.every((one) => one.length === 1)).toBe(true);
  expect(oneOf(kinds, '/elsewhere/name-7.test.ts')).toEqual(oneOf(kinds, '/here/name-7.test.ts'));
  const first = drawn.filter(([one]) => one === 'a').length;
  expect(first).toBeGreaterThan(30);
  expect(first).toBeLessThan(70);
  expect((await depthOf({ TEST_DEPTH: 'all' })).oneOf(kinds, 'name')).toEqual(kinds);
});
