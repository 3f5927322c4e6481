import { AppError } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';

let tests: TestEngine;
let orders: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table: orders } = await tests.admit(
    'id,region,product,unit_price,quantity\n1,north,pen,1.5,2\n2,south,pen,2.5,3\n',
  ));
});
afterAll(() => tests.close());

const tables = () => [
  { name: 'orders', table: orders },
  { name: 'größen', table: orders },
];
const refusal = async (asked: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await asked.then(
    () => new Error('It was answered.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
};
const run = (sql: string) =>
  tests.engine.runSql({ sql, limit: 10, offset: 0, explain: false }, tables());

describe('the place is that of the part which is wrong', () => {
  // What is wrong is between « and »; without them there is no place.
  test.each<[string, string]>([
    ['a column of an alias', 'select «e.nope» from orders e'],
    ['on another line', 'select\n  e.id,\r\n  «e.nope»\nfrom orders e'],
    ['whose name is within another', 'select unit_price from orders where «price» > 2'],
    ['whose name is within a function', 'select product, max(«o») from orders'],
    [
      'behind a comment and a text',
      `select -- price\n 'price' from orders /* price */ where «price» > 1`,
    ],
    ['behind letters of more than one byte', `select 'äß🙂', «preis» from "größen"`],
    ['behind a name that becomes another', 'select * from orders, "größen" g where «"no one"» = 1'],
    [
      'between two names that become others',
      'select * from orders join "größen" g on «zz» join orders o using (id)',
    ],
    ['far in a long line', `select ${'unit_price + '.repeat(30)}«nope», id from orders`],
    ['a function of other types', 'select id, «sum»(region) from orders'],
    ['an operator of other types', 'select id «+» region from orders'],
    ['a cell that is no number', 'select id, -- region\n cast(«region» as int) from orders'],
    ['a text that is no date', `select id, '2024-13-01'«::»date from orders`],
    ['a column of neither side', 'select orders.id from orders join "größen" g using («nope»)'],
    ['a table of no name', 'select «x.id» from orders'],
    [
      'GROUP BY ALL with QUALIFY',
      'select region, count(*) from orders «group\n by all» qualify row_number() over (order by region) = 1',
    ],
    [
      'a window over a group alone',
      'select region, sum(quantity) q, row_number() over (order by sum(quantity)) rn, id + count(*) from orders «group by all»',
    ],
    ['a cast to a type that is none here', 'select «cast»(id as json) from orders'],
  ])('%s', async (_, marked) => {
    const [head = '', wrong = '', ...tail] = marked.split(/[«»]/);
    const sql = [head, wrong, ...tail].join('');
    const { code, details, message } = await refusal(run(sql));
    expect([code, sql.slice((details.from ?? 1) - 1, details.to), details.from, message]).toEqual([
      'invalid_sql',
      wrong,
      head.length + 1,
      expect.stringMatching(new RegExp(`[.!] \\(character ${head.length + 1}\\)$`)),
    ]);
    expect(message).not.toMatch(/[.!]\./);
  });
});

test('a pivot is refused with what makes such columns, and that does', async () => {
  const { details } = await refusal(
    run('pivot orders on region using sum(quantity) group by product'),
  );
  expect(details.fix).toBe(
    "Write a column for each value: SELECT k, sum(x) FILTER (WHERE c = 'a') AS a FROM t GROUP BY k. query_dataset pivots by across.",
  );
  const { items } = await run(
    "select product, sum(quantity) filter (where region = 'north') as north, sum(quantity) filter (where region = 'south') as south from orders group by product",
  );
  expect(items).toEqual([['pen', 2, 3]]);
  expect((await refusal(run('delete from orders'))).details.fix).toBe(
    'Write a SELECT over your datasets.',
  );
});
