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

test.each(['levene', 'brown_forsythe', 'fligner_killeen'])(
  '%s has no p where all values lie as far from the middle of their group',
  async (method) => {
    // R: fligner.test(N ~ P, npk) and car::leveneTest have NaN.
    const rows = Array.from({ length: 24 }, (_, i) => `${i % 2},${i % 4 < 2 ? 'a' : 'b'}`);
    const { table } = await tests.admit(`n,p\n${rows.join('\n')}\n`);
    await expect(
      askMethod(tests.engine, table, 'compareGroups', { method, value: 'n', group: 'p' }),
    ).rejects.toThrow(
      'Every value lies as far from the middle of its group: there is no spread to compare.',
    );
  },
);

test('lags of 0 are none of autocorrelations, and are those of the plain tests of series', async () => {
  const rows = Array.from({ length: 24 }, (_, i) => `${((i * 7) % 11) + (i % 3)}`);
  const { table } = await tests.admit(`y\n${rows.join('\n')}\n`);
  const asked = (method: string) =>
    askMethod(tests.engine, table, 'timeSeries', { method, value: 'y', lags: 0 });
  await expect(asked('autocorrelation')).rejects.toThrow(
    'A series is compared with itself at lags from 1.',
  );
  expect((await asked('adf'))?.procedure.variant).toContain('0 lagged differences');
  expect((await asked('kpss'))?.procedure.variant).toContain('about a level, 0 lags');
});
