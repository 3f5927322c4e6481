import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

test('what is left of whole numbers with more digits than a double has is exact', async () => {
  const first = 90_071_992_547_409_930n;
  const ids = Array.from({ length: 12 }, (_, i) => first + BigInt(i));
  const { table } = await tests.admit(
    `id,other,n\n${ids.map((id, i) => `${id},${first * -1n + BigInt(i * i)},${i - 5}`).join('\n')}\n`,
  );
  const { items } = await tests.engine.rows(table, {
    view: {
      derive: [
        { name: 'last', expression: 'id % 10' },
        { name: 'place', expression: 'id - 90071992547409930' },
        { name: 'sum', expression: 'id + other' },
        { name: 'turned', expression: 'other % 7' },
        { name: 'signed', expression: 'n % 3' },
        { name: 'none', expression: 'id % n' },
      ],
    },
    limit: 20,
    offset: 0,
  });
  // With the sign of the divisor, as in R and Python.
  const rest = (x: bigint, y: bigint): number | null =>
    y === 0n ? null : Number(((x % y) + y) % y);
  expect(items.map((row) => row.slice(3))).toEqual(
    ids.map((id, i) => [
      rest(id, 10n),
      i,
      i + i * i,
      rest(-first + BigInt(i * i), 7n),
      rest(BigInt(i - 5), 3n),
      rest(id, BigInt(i - 5)),
    ]),
  );
});

test('a day beside moments that keeps no row gives the condition that does', async () => {
  const { table } = await tests.admit(
    'at,n\n2024-01-15T08:30:00,1\n2024-01-15T17:00:00,2\n2024-01-16T00:00:00,3\n',
  );
  const ask = async (filter: string) => {
    const { items, view_effects: effects } = await tests.engine.rows(table, {
      view: { filter },
      limit: 20,
      offset: 0,
    });
    return [items.length, effects?.[0]?.nearest];
  };
  expect(await ask("at = '2024-01-15'")).toEqual([0, ["date(at) = '2024-01-15'"]]);
  expect(await ask("date(at) = '2024-01-15'")).toEqual([2, undefined]);
  expect(await ask("at = '2024-01-16'")).toEqual([1, undefined]);
  expect(await ask("at = '2024-02-01'")).toEqual([0, undefined]);
});
