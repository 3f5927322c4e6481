import { AppError } from '@columnist/contract';
import { sqlAttacks } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';

let tests: TestEngine;
let birds: TableRef;
let kinds: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table: birds } = await tests.admit(`id,kind,mass,seen,ringed,price
1,gentoo,5000,2024-01-02,true,1.10
2,adelie,3700,2024-01-03,false,2.20
3,gentoo,5200,,true,3.30
4,chinstrap,3600,2024-02-01,,
5,adelie,3900,2024-02-02,false,0.10
6,adelie,,2024-02-03,true,0.20
`));
  ({ table: kinds } = await tests.admit(
    'kind,home town\ngentoo,South\nadelie,Coast\nking,North\n',
  ));
});
afterAll(() => tests.close());

const page = { limit: 100, offset: 0, explain: false };
const run = (sql: string, options: Partial<typeof page> = {}) =>
  tests.engine.runSql({ sql, ...page, ...options }, [
    { name: 'birds', table: birds },
    { name: 'kinds.csv', table: kinds },
  ]);
const refusal = async (sql: string): Promise<AppError> => {
  const error: unknown = await run(sql).then(
    ({ items }) => new Error(`It was answered: ${JSON.stringify(items).slice(0, 200)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
};

// The figures are those of pandas on the same table.
describe('a statement', () => {
  test('answers a page of long cells up to its size, and no row of more than 10 MB', async () => {
    // The names of 6 birds have 39 letters: 6^6 times these are 1.8 MB.
    const gathered =
      "with one as (select string_agg(a.kind, '' order by a.id) as t from birds a, birds b, " +
      'birds c, birds d, birds e, birds f, birds g)';
    const twice = `${gathered} select id, t || t as u from birds, one order by id`;
    const { items, total } = await run(twice, { limit: 1 });
    expect([items.map(([id, text]) => [id, String(text).length]), total]).toEqual([
      [[1, 2 * 39 * 6 ** 6]],
      null,
    ]);
    expect(await refusal(twice)).toMatchObject({
      code: 'too_complex',
      details: { fix: expect.stringMatching(/^Ask for at most 1 row at once/) },
    });
    const whole = await run(`${gathered} select t || t || t || t || t as u from one`);
    expect(whole.items.map(([text]) => String(text).length)).toEqual([5 * 39 * 6 ** 6]);
    for (const sql of [
      `${gathered} select t || t || t || t || t || t as u from one`,
      `${gathered} select t || t || t as u, t || t || t as v from one, birds`,
    ])
      expect(await refusal(sql)).toMatchObject({
        code: 'too_complex',
        message: 'A row of this answer has more than 10 MB of text, the most that one may.',
        details: { fix: expect.stringMatching(/^Shorten its cells/) },
      });
  });

  test('joins datasets and groups what it joined', async () => {
    expect(
      await run(
        `select k."home town" as town, count(*) as n, avg(b.mass) as mean, sum(price) as price
         from birds b join "kinds.csv" k using (kind) group by all order by town;`,
      ),
    ).toEqual({
      columns: [
        { name: 'town', type: 'text' },
        { name: 'n', type: 'number' },
        { name: 'mean', type: 'number' },
        { name: 'price', type: 'number' },
      ],
      items: [
        ['Coast', 3, 3800, 2.5],
        ['South', 2, 5100, 4.4],
      ],
      offset: 0,
      total: 2,
      plan: null,
      plan_steps: null,
    });
  });

  test('has windows, common table expressions and subqueries', async () => {
    expect(
      (
        await run(
          `with heavy as (select * from birds where mass > (select median(mass) from birds)),
                again as (select *, mass - lag(mass) over (order by id) as step from heavy)
           select birds.id, again.step, rank() over (order by birds.mass desc nulls last) as place
           from birds left join again on again.id = birds.id
           qualify place <= 3 order by place`,
        )
      ).items,
    ).toEqual([
      [3, 200, 1],
      [1, null, 2],
      [5, null, 3],
    ]);
  });

  test('turns columns into rows', async () => {
    const rows = [
      ['mass', 5000],
      ['price', 1.1],
      ['mass', 3700],
    ];
    const columns = 'select id, mass::double as mass, price::double as price from birds';
    for (const sql of [
      `select name, v from (${columns}) unpivot (v for name in (mass, price)) limit 3`,
      `with long as (unpivot (${columns}) on mass, price into name name value v)
       select name, v from long limit 3`,
      `select name, v from (unpivot (${columns}) on columns(* exclude (id)) into name name value v)
       limit 3`,
    ])
      expect((await run(sql)).items, sql).toEqual(rows);
    expect((await run('select id from birds unpivot (v for name in (mass))')).total).toBe(5);
  });

  test('answers each type as a view does, and what is no cell as text', async () => {
    const { columns, items } = await run(
      `select *, mass::hugeint * 1000000000000000 as large, list(1) over () as l, {'a': id} as s,
       seen + interval 1 hour as later from birds limit 1`,
    );
    expect(columns.map(({ type }) => type)).toEqual([
      'number',
      'text',
      'number',
      'datetime',
      'boolean',
      'number',
      'number',
      'text',
      'text',
      'datetime',
    ]);
    expect(items).toEqual([
      [
        1,
        'gentoo',
        5000,
        '2024-01-02',
        true,
        1.1,
        5e18,
        '[1, 1, 1, 1, 1, 1]',
        "{'a': 1}",
        '2024-01-02T01:00:00',
      ],
    ]);
  });

  test('answers values of every type alone, and in lists, fields and maps as text', async () => {
    const values = [
      ['1.10::decimal(4,2)', '1.10'],
      ['price', '1.10'],
      ['12345678901234567890.123456789::decimal(38,9)', '12345678901234567890.123456789'],
      ['170141183460469231731687303715884105727::hugeint', undefined],
      ['7::hugeint', '7'],
      ['7::utinyint', '7'],
      ['1.5::double', '1.5'],
      ['1.5::float', '1.5'],
      ['true', 'true'],
      ["'a'", 'a'],
      ["date '2024-01-02'", '2024-01-02'],
      ["time '01:02:03'", "'01:02:03'"],
      ["timestamp '2024-01-02 03:04:05'", "'2024-01-02 03:04:05'"],
      ["'2024-01-02 03:04:05'::timestamp_ns", "'2024-01-02 03:04:05'"],
      ['interval 1 day', '1 day'],
      ['hash(1)', undefined],
      ['[2.50]', '[2.50]'],
      ['null', 'NULL'],
    ] as const;
    for (const [value, text] of values) {
      if (!value.startsWith('170'))
        expect((await run(`select ${value} as v from birds`)).total).toBe(6);
      const { columns, items } = await run(
        `select [${value}] as l, {'a': ${value}} as s, [[${value}], null] as nested,
         {'m': [{'b': ${value}}]} as fields from birds where id = 1`,
      );
      const counted = await run(`select histogram(${value}) as m from birds`);
      expect(counted.columns, value).toEqual([{ name: 'm', type: 'text' }]);
      expect(
        columns.map(({ type }) => type),
        value,
      ).toEqual(Array(4).fill('text'));
      if (text !== undefined)
        expect(items[0], value).toEqual([
          `[${text}]`,
          `{'a': ${text}}`,
          `[[${text}], NULL]`,
          `{'m': [{'b': ${text}}]}`,
        ]);
    }
    expect((await run('select quantile_cont(price, [0.25, 0.75]) as q from birds')).items).toEqual([
      ['[0.2, 2.2]'],
    ]);
  });

  test('has numbers beyond the largest double, which are infinite', async () => {
    const sql = `select 1e400 as a, -1e400 as b, 1e309 + 1 as c, [1e400] as d, '"value":Infinity' as e
       from birds where mass < 1e400 limit 1`;
    const [plain, explained] = [await run(sql), await run(sql, { explain: true })];
    expect([plain.items, plain.columns.map(({ type }) => type)]).toEqual([
      [['Infinity', '-Infinity', 'Infinity', '[inf]', '"value":Infinity']],
      ['number', 'number', 'number', 'text', 'text'],
    ]);
    expect(explained).toEqual({
      ...plain,
      items: [],
      total: null,
      plan: expect.stringMatching(/PROJECTION/),
      plan_steps: expect.any(Array),
    });
  });

  test('goes on where its page ended, in its order', async () => {
    const sql = 'select id from birds order by mass desc nulls first, id';
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => run(sql, { limit: 2, offset })));
    expect(pages.map(({ items, total }) => [items.flat(), total])).toEqual([
      [[6, 3], null],
      [[1, 5], null],
      [[2, 4], 6],
      [[], 6],
    ]);
  });

  test('shows each row on one page where many are equal in its order', async () => {
    const { table } = await tests.admit(
      `id,third,g\n${Array.from({ length: 4000 }, (_, i) => `${i},${i % 3},${i % 977}`).join('\n')}\n`,
    );
    for (const [sql, total] of [
      ['select id, third from many order by third', 4000],
      ['select g, count(*) as n from many group by g order by n', 977],
      ['with a as (select * from many order by third) select id, third from a', 4000],
      [
        'select a.id, b.id as other from many a join many b using (g) where a.id < 900 order by a.third',
        3692,
      ],
    ] as const) {
      const items: unknown[][] = [];
      for (let offset = 0; offset < total; offset += 250)
        items.push(
          ...(
            await tests.engine.runSql({ sql, limit: 250, offset, explain: false }, [
              { name: 'many', table },
            ])
          ).items,
        );
      expect([sql, new Set(items.map((row) => row.join())).size]).toEqual([sql, total]);
      const thirds = items.map(([id]) => Number(id) % 3);
      if (sql.startsWith('select id')) expect(thirds).toEqual(thirds.toSorted((a, b) => a - b));
    }
  });

  test('may give two columns one name, and finds a common table expression of any name', async () => {
    expect(
      (
        await run(
          'select a.id, b.id, dataset_1.n from birds a join birds b using (id), (select 7 as n) dataset_1 limit 1',
        )
      ).items,
    ).toEqual([[1, 1, 7]]);
  });

  test('keeps whole numbers that no double holds, and comments, quotes and letters as they are', async () => {
    expect(
      (
        await run(`select 9007199254740993 as n, 'ä''"' as "é, ""x", /* from birds */ birds.id
                   from -- birds
                   birds where 'birds' <> kind and "birds".id = 2 -- ; select`)
      ).items,
    ).toEqual([['9007199254740993', `ä'"`, 2]]);
  });

  test('shows the plan of a statement whose rows are more than can be counted', async () => {
    const doubled = Array.from(
      { length: 6 },
      (_, i) => `a${i + 1} as (select x.id from a${i} x, a${i} y)`,
    );
    const { plan_steps: steps } = await tests.engine.runSql(
      {
        ...page,
        sql: `with a0 as (select id from birds), ${doubled.join(', ')} select count(*) from a6`,
        explain: true,
      },
      [{ name: 'birds', table: birds }],
    );
    expect(Math.max(...(steps ?? []).map(({ rows }) => rows ?? 0))).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('shows its plan, without the names of files', async () => {
    const {
      plan,
      items,
      plan_steps: steps,
    } = await tests.engine.runSql(
      {
        ...page,
        sql: 'select kind, sum(mass) from birds where mass > 1 group by 1 order by 2',
        explain: true,
      },
      [{ name: 'birds', table: birds }],
    );
    expect([items, plan, steps]).toEqual([
      [],
      expect.stringMatching(/HASH_GROUP_BY|GROUP/),
      [
        { depth: 0, text: 'Sort by sum(mass) ASC', rows: null },
        {
          depth: 1,
          text: 'Gather the rows into groups',
          rows: expect.toBeOneOf([null, expect.any(Number)]),
        },
        {
          depth: 2,
          text: expect.stringMatching(/^Read birds where mass>1/),
          rows: expect.any(Number),
        },
      ],
    ]);
    expect(plan).not.toContain(birds.parquet);
    expect(plan).not.toMatch(/\.parquet|\/tmp/);
  });

  test('is read for the datasets that it names, and for no others', async () => {
    expect(
      await tests.engine.readSql(
        `with birds as (select * from "other.csv") select * from birds, KINDS k where k.a in
         (select a from deep) union all from "other.csv"`,
      ),
    ).toEqual({ names: ['other.csv', 'KINDS', 'deep'] });
  });
});

describe('what is wrong is said with its place', () => {
  test.each<[string, string, number | undefined]>([
    ['select * frm birds', 'Syntax error at or near "birds".', 14],
    ['select\n  wheight from birds', 'Referenced column "wheight" not found in FROM clause!', 10],
    [
      'select mass + kind from birds',
      "No function matches the given name and argument types '+(BIGINT, VARCHAR)'",
      13,
    ],
    [
      'select avg(kind) from birds',
      "No function matches the given name and argument types 'avg(VARCHAR)'",
      8,
    ],
    ['select cast(kind as int) from birds', "Could not convert string 'gentoo' to INT32", 13],
    [
      'select id, count(*) from birds group by kind',
      'Column "id" must appear in the GROUP BY clause',
      8,
    ],
    ["select getenv('HOME')", "There is no function 'getenv' in SQL here.", 8],
    ['select `kind` from birds', 'SQL has no backticks here.', 8],
    ["select '`', /* ` */ kind from birds where `mass` > 1", 'SQL has no backticks here.', 43],
    [
      'select * from read_csv(1)',
      'Functions that make tables are not answered: name a dataset.',
      15,
    ],
    [
      'select mass from birds where random() > 0.5',
      "There is no function 'random' in SQL here.",
      30,
    ],
  ])('%s', async (sql, message, from) => {
    const { code, message: said, details } = await refusal(sql);
    expect([code, said, details.from]).toEqual([
      'invalid_sql',
      expect.stringContaining(message),
      from,
    ]);
  });
});

test('a column whose name differs in case alone is named as SQL knows it', async () => {
  const { table } = await tests.admit('Mass,mass,id\n1,2,3\n');
  const ask = (sql: string) => tests.engine.runSql({ sql, ...page }, [{ name: 'twice', table }]);
  await expect(ask('select Mass from twice')).rejects.toMatchObject({
    code: 'invalid_sql',
    details: {
      fix: 'Columns whose names differ in case alone have numbers here: "Mass_1", "mass_2".',
    },
  });
  expect((await ask('select mass_1, "mass_2", id from twice')).items).toEqual([[1, 2, 3]]);
});

test('says which types there are where one is not answered, and names no character without a place', async () => {
  for (const sql of [
    "select '2026-01-01'::timestamptz as t",
    "select timestamptz '2026-01-01' as t",
    'select cast(seen as timestamptz) from birds',
  ]) {
    const { message, details } = await refusal(sql);
    expect({ message, fix: details.fix }, sql).toEqual({
      message: `Nothing is cast to the type TIMESTAMP WITH TIME ZONE here.${details.from === undefined ? '' : ` (character ${details.from})`}`,
      fix: 'Write the value as a number, varchar, boolean, date, time or timestamp without a zone.',
    });
  }
});

// The figures that docs/sql.md names.
test('calculates as SQL does', async () => {
  expect(
    (await run('select -7 % 2, (-id - 6) ^ 2, 5 / 0, 0.1 * 3 = 0.3 from birds where id = 1')).items,
  ).toEqual([[-1, 49, 'Infinity', true]]);
});

describe('what people know from other databases', () => {
  test.each<[string, string, string, readonly (readonly unknown[])[]]>([
    [
      "select seen at time zone concat('Europe/', kind) from birds where id = 1",
      "Write seen at time zone 'Europe/Berlin'.",
      "select seen at time zone 'UTC' from birds where id = 1",
      [['2024-01-02T00:00:00Z']],
    ],
    [
      'select to_timestamp(id) from birds where id = 1',
      'make_timestamp(seconds * 1000000)',
      'select make_timestamp(id * 1000000) from birds where id = 1',
      [['1970-01-01T00:00:01']],
    ],
    [
      "select id, unnest(string_split('a;b', ';')) from birds where id = 1",
      'UNPIVOT (tag FOR part IN (a, b))',
      `from (select id, nullif(split_part('a;b', ';', 1), '') as a,
       nullif(split_part('a;b', ';', 2), '') as b, nullif(split_part('a;b', ';', 3), '') as c
       from birds where id = 1) unpivot (tag for part in (a, b, c)) order by part`,
      [
        [1, 'a', 'a'],
        [1, 'b', 'b'],
      ],
    ],
    [
      'select kind, count(*) from birds group by all qualify row_number() over (order by kind) = 1',
      'Write the columns after GROUP BY by their names.',
      'select 1 as one',
      [[1]],
    ],
  ])('%s', async (sql, says, other, items) => {
    expect((await refusal(sql)).details.fix).toContain(says);
    expect((await run(other)).items).toEqual(items);
  });
});

test('an aggregate that is named by a text is one of those of SQL', async () => {
  expect(
    (
      await run(`select list_aggregate([1, 3], 'SUM') as a, [1, 3].list_aggregate('avg') as b,
        list_aggregate(['x', 'y'], 'string_agg', '; ') as c, list_aggregate([1, 2, 9], 'median') as d`)
    ).items,
  ).toEqual([[4, 2, 'x; y', 2]]);
  const { message, details } = await refusal(
    "select id, list_aggregate([1], 'histogram_exact', [1]) from birds",
  );
  expect(message).toBe("There is no aggregate 'histogram_exact' in SQL here. (character 12)");
  expect(details).toMatchObject({
    from: 12,
    to: 25,
    suggestions: ['histogram'],
    fix: "Write an aggregate of SQL here as a text: list_aggregate(list, 'sum').",
  });
});

describe('nothing but a SELECT over datasets is answered', () => {
  test(`there are at least 60 attempts`, () => {
    expect(sqlAttacks.length).toBeGreaterThanOrEqual(60);
  });
  test.each(sqlAttacks)('%j', async (sql) => {
    const { code, message } = await refusal(sql);
    expect(code).toMatch(/^(invalid_sql|invalid_input)$/);
    expect(message).not.toContain(birds.parquet);
  });
});

describe('moments with a zone', () => {
  const moments = async () => {
    const { table } = await tests.admit(
      'id,seen,local\n1,2024-02-29T12:30:00.5+02:00,2024-02-29T12:30:00\n2,1969-12-31T23:59:59Z,2024-03-01T00:00:00\n',
    );
    return [{ name: 'moments', table }];
  };
  const ask = async (sql: string) => tests.engine.runSql({ sql, ...page }, await moments());

  test('are answered in UTC with their Z; others have none', async () => {
    expect(
      (
        await ask(
          `select seen, local, max(seen) over () as last, seen + interval 1 day as next,
           date_trunc('day', seen) as day, hour(seen) as h, seen::date as d, seen::varchar as text,
           seen::timestamp::time as clock, seen < timestamp '2024-02-29 10:30:01' as is_before
           from moments where id = 1`,
        )
      ).items,
    ).toEqual([
      [
        '2024-02-29T10:30:00.5Z',
        '2024-02-29T12:30:00',
        '2024-02-29T10:30:00.5Z',
        '2024-03-01T10:30:00.5Z',
        '2024-02-29T00:00:00Z',
        10,
        '2024-02-29',
        '2024-02-29 10:30:00.5+00',
        '10:30:00.5',
        true,
      ],
    ]);
    await expect(ask('select seen::time from moments')).rejects.toMatchObject({
      code: 'invalid_sql',
      details: { fix: 'A moment with a zone becomes a time in two steps: seen::timestamp::time.' },
    });
  });

  test('have the clock of a place, summer time included, where the place is written', async () => {
    const { table } = await tests.admit(
      'seen,n\n2024-03-31T00:59:59Z,1\n2024-03-31T01:00:00Z,2\n2024-10-27T00:30:00Z,3\n2024-10-27T01:30:00Z,4\n',
    );
    const sql =
      "select n, seen at time zone 'Europe/Berlin' as there, timezone('Asia/Kolkata', seen) as india, " +
      "(seen at time zone 'Europe/Berlin')::date as day from m order by n";
    const { items } = await tests.engine.runSql({ sql, ...page }, [{ name: 'm', table }]);
    expect(items).toEqual([
      [1, '2024-03-31T01:59:59', '2024-03-31T06:29:59', '2024-03-31'],
      [2, '2024-03-31T03:00:00', '2024-03-31T06:30:00', '2024-03-31'],
      [3, '2024-10-27T02:30:00', '2024-10-27T06:00:00', '2024-10-27'],
      [4, '2024-10-27T02:30:00', '2024-10-27T07:00:00', '2024-10-27'],
    ]);
    await expect(ask("select seen at time zone 'berlin' from moments")).rejects.toMatchObject({
      code: 'invalid_sql',
      message: "There is no time zone 'berlin'. (character 13)",
      details: {
        suggestions: ['Europe/Berlin'],
        fix: "Zones are named as in the IANA time zone database: 'Europe/Berlin', 'America/New_York', 'UTC'.",
      },
    });
    for (const unknown of [
      'timezone(seen)',
      'timezone(interval 2 hours, seen)',
      "seen at time zone '+02:00'",
    ])
      await expect(ask(`select ${unknown} from moments`), unknown).rejects.toMatchObject({
        code: 'invalid_sql',
      });
  });

  test.each(['parquet', 'arrow'] as const)('keep it in %s', async (format) => {
    const folder = await mkdtemp(join(tmpdir(), 'columnist-zones-'));
    const to = join(folder, `moments.${format}`);
    try {
      await tests.engine.exportAnswer(
        { sql: 'select seen, local from moments order by id', tables: await moments() },
        { format, forSpreadsheets: false },
        to,
      );
      const { storages, items } = await tests.import(await readFile(to), `moments.${format}`);
      expect([storages, items]).toEqual([
        ['TIMESTAMPTZ', 'TIMESTAMP'],
        [
          ['2024-02-29T10:30:00.5Z', '2024-02-29T12:30:00'],
          ['1969-12-31T23:59:59Z', '2024-03-01T00:00:00'],
        ],
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
