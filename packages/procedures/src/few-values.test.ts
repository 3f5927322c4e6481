import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askMethod } from './testing-methods.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => tests.close());

/** What is said of a series of so many values. */
async function notesOf(method: string, n: number): Promise<readonly string[]> {
  const rows = Array.from({ length: n }, (_, i) => `${i + 1},${((i * 7) % 11) + (i % 3)}`);
  const { table } = await tests.admit(`t,y\n${rows.join('\n')}\n`);
  const found = await askMethod(tests.engine, table, 'timeSeries', {
    method,
    value: 'y',
    time: 't',
  });
  return (found?.assumptions ?? []).flatMap(({ name, said }) =>
    name === 'values enough for the limit distribution' ? [said] : [],
  );
}

test.each(['adf', 'kpss'])('%s of fewer than 20 values says that p is rough', async (method) => {
  expect(await notesOf(method, 19)).toEqual([
    '19 values: p is that of long series, rough for so few, and the test seldom finds what there is.',
  ]);
  expect(await notesOf(method, 20)).toEqual([]);
});

test('tests of normality of too few values say how many they take', async () => {
  const { table } = await tests.admit('y\n1.5\n2\n4\n');
  await expect(
    askMethod(tests.engine, table, 'testDistribution', { method: 'anderson_darling', column: 'y' }),
  ).rejects.toThrow("takes 8 values or more; 'y' has 3 here.");
});
