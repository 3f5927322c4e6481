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
      'select region, sum(quantity) q, row_number() over (order by sum(quantity)) rn, id + ' +
        'count(*) from orders «group by all»',
    ],
    [
      'a word of SQL behind letters that take two bytes or two units',
      "select 'äß🙂', left«,» id from orders",
    ],
    ['behind words that are put in quotes', "select count(*) day, 'äß' share, «nope» from orders"],
    ['a function behind such words', 'select id day, «getenv»(region) year from orders'],
    ['a table behind such words', 'select id value from orders join «shop.x» on true'],
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

describe('what is refused leads to what is answered', () => {
  const asName = (word: string): string =>
    `'${word}' is a word of SQL: as a name it is written in double quotes, "${word}", or, ` +
    'where it names a result, behind AS.';
  const plain = 'Write a SELECT as DuckDB or PostgreSQL read it.';
  test.each([
    ['select left, right from orders', asName('left')],
    ['select o.id from orders o where end > 3', asName('end')],
    ['select top 3 * from orders', 'Write LIMIT 3 at the end of the statement.'],
    ['select a b c from orders', plain],
    ['select id from orders where', plain],
    ['select (id from orders', plain],
    [
      'select id from shop.orders',
      'Name a dataset, in double quotes where its name has a dot: "shop.orders".',
    ],
    [
      "select datediff('2024-01-01'::date, '2024-01-02'::date)",
      "The unit comes first: date_diff('day', first, last).",
    ],
    [
      'select iif(id > 1, 1, 0) from orders',
      'Write if(x > 1, a, b), or CASE WHEN x > 1 THEN a ELSE b END.',
    ],
    ["select to_date('1/2/2024', 'DD/MM/YYYY')", "Write strptime(text, '%d/%m/%Y')::date."],
    [
      'select id from orders where product = "pen" limit 1',
      "A text is in single quotes: 'pen'. In double quotes it is a column; select * from the dataset limit 1 shows the columns.",
    ],
    [
      'select "penn" from orders',
      'Correct the statement; select * from the dataset limit 1 shows the columns.',
    ],
    [
      "select convert_tz(at, 'UTC', 'Europe/Berlin') from orders",
      "Write at AT TIME ZONE 'Europe/Berlin'.",
    ],
    ['select width_bucket(id, 0, 10, 5) from orders', 'Write floor(x / 10) * 10.'],
  ])('%s', async (sql, fix) => {
    expect((await refusal(run(sql))).details.fix).toBe(fix);
  });

  test('a series of days or numbers, whatever makes it elsewhere', async () => {
    for (const sql of [
      'select * from generate_series(1, 3)',
      'select id from orders, range(2) r(i)',
      "select unnest(generate_series(date '2024-01-01', date '2024-01-05', interval 1 day))",
      'with recursive d(i) as (select 1 union all select i + 1 from d where i < 5) select * from d',
    ])
      expect((await refusal(run(sql))).details.fix).toMatch(
        /umber the rows of a dataset that has enough: .* WHERE i <= 31; or write them: FROM \(VALUES/,
      );
    expect((await refusal(run("select x from unnest(['a', 'b']) t(x)"))).details.fix).toContain(
      'UNPIVOT',
    );
    const days =
      "SELECT DATE '2024-01-01' + CAST(i - 1 AS INTEGER) AS day FROM (SELECT row_number() OVER () AS i FROM orders) WHERE i <= 31";
    expect((await run(days)).items).toEqual([['2024-01-01'], ['2024-01-02']]);
    expect((await run('SELECT i FROM (VALUES (1), (2)) AS n(i)')).items).toEqual([[1], [2]]);
  });

  test('every form that is named in place of a function is answered', async () => {
    const { items } = await run(
      "select strptime('31/12/2024', '%d/%m/%Y')::date, strftime(date '2024-12-31', '%Y-%m'), " +
        "try_cast(replace('1,234.5', ',', '') as double), coalesce(null, 0), if(id > 1, 'a', 'b'), " +
        "case id when 1 then 'one' else 'other' end, strpos(region, 'or'), " +
        'upper(left(region, 1)) || lower(substr(region, 2)), floor(unit_price / 10) * 10, ' +
        "(date '2024-12-31' + interval 3 day)::date, date_diff('month', date '2024-01-31', date '2024-03-01') " +
        'from orders order by id limit 1',
    );
    expect(items).toEqual([
      ['2024-12-31', '2024-12', 1234.5, 0, 'b', 'one', 2, 'North', 0, '2025-01-03', 2],
    ]);
  });
});

test('survival by Kaplan and Meier is a product over the days', async () => {
  const { items } = await run(
    'select day, product(1 - deaths / at_risk) OVER (ORDER BY day) as survival ' +
      'from (values (6, 3, 21), (7, 1, 17), (10, 1, 15), (11, 2, 2)) as t(day, deaths, at_risk)',
  );
  // The first days of 6-mercaptopurine in R's survival package.
  expect(items.map(([, survival]) => Number(survival).toFixed(4))).toEqual([
    '0.8571',
    '0.8067',
    '0.7529',
    '0.0000',
  ]);
});

describe('a word of SQL that can be a name is one, as PostgreSQL has it', () => {
  test.each([
    ['select count(*) day from orders', ['day'], [[2]]],
    [
      'select sum(quantity) value, 1 year, 2 days, 3 as month from orders group by all',
      ['value', 'year', 'days', 'month'],
      [[5, 1, 2, 3]],
    ],
    [
      'with o as (select id at, quantity share from orders) select at, lag(share) over ' +
        '(order by at) type from o order by at',
      ['at', 'type'],
      [
        [1, null],
        [2, 2],
      ],
    ],
    [
      'select \'ä day\' "Day", id week from orders where id = 1 -- day',
      ['Day', 'week'],
      [['ä day', 1]],
    ],
  ])('%s', async (sql, names, items) => {
    const answer = await run(sql);
    expect([answer.columns.map(({ name }) => name), answer.items]).toEqual([names, items]);
  });

  test('others are refused with the quotes, and nothing is put into what no quotes mend', async () => {
    for (const sql of ['select id from from orders', 'select id day day from orders', 'selec id'])
      expect((await refusal(run(sql))).code).toBe('invalid_sql');
  });
});
