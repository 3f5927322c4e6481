import type { View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';

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

describe('a day beside moments is its midnight alone', () => {
  let table: TableRef;
  beforeAll(async () => {
    ({ table } = await tests.admit(
      'at,n\n2024-01-15T08:30:00,1\n2024-01-15T17:00:00,2\n2024-01-16T00:00:00,3\n2024-01-17T09:00:00,4\n',
    ));
  });
  const ask = async (filter: View['filter']) => {
    const { items, view_effects: effects } = await tests.engine.rows(table, {
      view: { filter },
      columns: ['n'],
      limit: 20,
      offset: 0,
    });
    return [items.flat(), effects?.[0]?.by_days];
  };

  test.each<[string, number[], string, number[]]>([
    ["at = '2024-01-15'", [], "date(at) = '2024-01-15'", [1, 2]],
    ["at != '2024-01-15'", [1, 2, 3, 4], "date(at) != '2024-01-15'", [3, 4]],
    ["at <= '2024-01-15'", [], "date(at) <= '2024-01-15'", [1, 2]],
    ["'2024-01-17' >= at", [1, 2, 3], "'2024-01-17' >= date(at)", [1, 2, 3, 4]],
    ["at > '2024-01-15'", [1, 2, 3, 4], "date(at) > '2024-01-15'", [3, 4]],
    [
      "n > 1 and at between '2024-01-15' and '2024-01-17'",
      [2, 3],
      "n > 1 and date(at) between '2024-01-15' and '2024-01-17'",
      [2, 3, 4],
    ],
    [
      "at between '2024-01-15T12:00:00' and '2024-01-17'",
      [2, 3],
      "at >= '2024-01-15T12:00:00' and date(at) <= '2024-01-17'",
      [2, 3, 4],
    ],
    [
      "at in ('2024-01-15', '2024-01-16')",
      [3],
      "date(at) in ('2024-01-15', '2024-01-16')",
      [1, 2, 3],
    ],
  ])('%s', async (filter, kept, byDays, meant) => {
    expect([await ask(filter), await ask(byDays)]).toEqual([
      [kept, byDays],
      [meant, undefined],
    ]);
  });

  test('also in conditions', async () => {
    const filter = { column: 'at', op: 'between' as const, low: '2024-01-16', high: '2024-01-17' };
    expect(await ask(filter)).toEqual([[3], "date(at) between '2024-01-16' and '2024-01-17'"]);
  });

  test.each([
    "at = '2024-01-16'",
    "at >= '2024-01-15'",
    "at < '2024-01-17'",
    "at <= '2024-01-16'",
    "at between '2024-01-15' and '2024-01-16'",
    "at > '2024-02-01'",
    "at <= '2024-01-15T12:00:00'",
  ])('%s means the same either way', async (filter) => {
    expect((await ask(filter))[1]).toBe(undefined);
  });
});
