import { AppError } from '@columnist/contract';
import { DuckDBInstance } from '@duckdb/node-api';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { functions, gathering } from './allowed.ts';

let tests: TestEngine;
let prices: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table: prices } = await tests.admit(
    'i,x,whole,d\n1,0.1,1,2024-01-01\n2,0.2,2,2024-01-02\n3,1.5,5,2024-01-03\n4,2.3,8,2024-01-04\n',
  ));
});
afterAll(() => tests.close());

const run = (sql: string) =>
  tests.engine.runSql({ sql, limit: 100, offset: 0, explain: false }, [
    { name: 'prices', table: prices },
  ]);

test.each<[string, unknown]>([
  ['median(x)', 0.15],
  ['quantile_cont(x, 0.5)', 0.15],
  ['percentile_cont(0.25) within group (order by x desc)', 0.175],
  ['percentile_cont(0.25) within group (order by x)', 0.125],
  ['approx_quantile(x, 0.5)', 0.15],
  ['approx_quantile(whole, 0.5)', 1.5],
  ['mad(x)', 0.05],
  ['main."median" ( DISTINCT x -- the price\n ) filter (where x < 1)', 0.15],
  ['median(case when x > 1 then null else x end order by i)', 0.15],
  ['list_median([0.1, 0.2])', 0.15],
  ["list_aggregate(list(x), 'quantile_cont', 0.25)", 0.125],
  ['median(whole)', 1.5],
  ['quantile_disc(x, 0.5)', 0.1],
  ['(select median(b.x + prices.x) from prices b)', null],
])('%s is not cut', async (called, value) => {
  const [[found] = []] = (
    await run(
      called.startsWith('(select')
        ? `select median(v) from (select i, ${called} as v from prices) where v < 0`
        : `select ${called} from prices where i <= 2`,
    )
  ).items;
  expect(found).toEqual(typeof value === 'number' ? expect.closeTo(value, 7) : value);
});

test('columns keep the names that the statement gives them, and dates their type', async () => {
  const { columns, items } = await run(
    `select median(x), sum(whole) + median(whole), median(d) as day, list_aggregate(list(x), 'max')
     from prices`,
  );
  expect(columns).toEqual([
    { name: 'median(x)', type: 'number' },
    { name: '(sum(whole) + median(whole))', type: 'number' },
    { name: 'day', type: 'datetime' },
    { name: "list_aggregate(list(x), 'max')", type: 'number' },
  ]);
  expect(items).toEqual([[expect.closeTo(0.85), 19.5, '2024-01-02T12:00:00', 2.3]]);
});

test('fill takes the middle of decimals', async () => {
  expect(
    (
      await run(
        `select i, fill(v) over (order by i) as v from
         (select i, case when i <> 2 then whole end as v from prices) order by i`,
      )
    ).items,
  ).toEqual([
    [1, 1],
    [2, 3],
    [3, 5],
    [4, 8],
  ]);
  expect(
    (
      await run(
        `select fill(v) over (order by i) as v from
         (select i, case when i < 3 then x when i = 4 then 0.3 end as v from prices) order by i`,
      )
    ).items.flat(),
  ).toEqual([0.1, 0.2, 0.25, 0.3]);
});

test('errors keep their places behind what was put in', async () => {
  const sql = 'select median(x), wheight from prices';
  const error: unknown = await run(sql).catch((reason: unknown) => reason);
  expect(error instanceof AppError && error.details.from).toBe(sql.indexOf('wheight') + 1);
});

test('a call behind a point is refused, and ours are no functions of a statement', async () => {
  await expect(run('select (x + 1).median() from prices')).rejects.toMatchObject({
    code: 'invalid_sql',
    details: { fix: 'Write median(…) around the argument.' },
  });
  await expect(run('select columnist_real_of(x) from prices')).rejects.toMatchObject({
    code: 'invalid_sql',
    message: expect.stringContaining("There is no function 'columnist_real_of'"),
  });
});

describe('functions of numbers find of decimals and whole numbers what they find of doubles', () => {
  /** Each number of a text as a double writes it, to as many places as a single one has. */
  const even = (value: unknown) =>
    String(value).replaceAll(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g, (number) =>
      String(Number(Number(number).toPrecision(6))),
    );
  // A sketch counts other values otherwise.
  const sketches = ['approx_count_distinct'];
  const forms = {
    gathered: ['f(X)', 'f(X, 0.3)', 'f(X, [0.3, 0.6])', 'f(X, X)', 'f(distinct X)'],
    windows: ['f(X) over (order by i)', 'f(X, 0.3) over (order by i)', 'f(X order by i) over w'],
    lists: ['f([X, X * 2])', "f([X, X * 2], 'median')", "f([X, X * 2], 'quantile_cont', 0.3)"],
  };
  const cases = Object.entries({ x: 'decimal(2,1)', whole: 'bigint' }).flatMap(([column, type]) =>
    Object.entries(forms).map(([kind, calls]) => ({ column, type, kind, calls })),
  );
  test.each(cases)('$kind of $type', async ({ column, type, kind, calls }) => {
    const names = [...functions].filter(
      (name) =>
        (kind === 'lists' ? name.startsWith('list_') : gathering.has(name)) &&
        !sketches.includes(name),
    );
    const from = 'where i <> 3 window w as (order by i)';
    const database = await (await DuckDBInstance.create()).connect();
    await database.run(
      `create table prices as select i, i::${type} as ${column} from range(5) t(i)`,
    );
    const taken: string[] = [];
    for (const call of names.flatMap((name) => calls.map((form) => form.replace('f', name)))) {
      const pair = [column, `${column}::double`].map((of) => call.replaceAll('X', of)).join(', ');
      await database.run(`select ${pair} from prices ${from}`).then(
        () => taken.push(pair),
        () => undefined,
      );
    }
    database.closeSync();
    expect(taken.length).toBeGreaterThan(5);
    const { items } = await run(`select ${taken.join(', ')} from prices ${from}`);
    for (const row of items)
      for (const [i, pair] of taken.entries())
        expect(even(row[2 * i]), pair).toBe(even(row[2 * i + 1]));
  });
});
