import { problem } from '@columnist/contract';
import { ofSample, sampled, depth } from '@columnist/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  forgetAnswers,
  limitKey,
  people,
  recovered,
  uploadPeople,
  type Known,
  type Person,
} from './testing-people.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 10_000 });
  owner = await app.createTestUser({ tier: 'paid' });
  id = await uploadPeople(app, owner);
  await limit(true);
});
afterAll(() => app.close());
/** Each attack begins where nothing was answered yet. */
const forget = (): Promise<void> => forgetAnswers(app);
beforeEach(forget);
const memory = z.array(z.object({ kind_of_row: z.string(), sets: z.unknown() }));
/** What was answered until now, to go back to. */
async function remember(): Promise<() => Promise<void>> {
  const [now] = memory.parse(
    await app.core.orm.em.fork().execute('select kind_of_row, sets from answered_rows'),
  );
  return async () => {
    await forget();
    if (now !== undefined)
      await app.core.orm.em
        .fork()
        .execute(
          'insert into answered_rows (dataset_id, version, kind_of_row, sets) values (?, 1, ?, ?)',
          [id, now.kind_of_row, JSON.stringify(now.sets)],
        );
  };
}

const limit = (aggregatesOnly: boolean): Promise<void> => limitKey(app, owner, aggregatesOnly);
async function ask(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${app.url}/api/v1/datasets/${id}/${path}`, {
    method: 'POST',
    headers: { 'API-Key': owner.apiKey ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const said = ({ status, body }: { status: number; body: unknown }): unknown =>
  status === 200 ? 200 : [status, problem.parse(body).code];

/** Rows that a filter keeps, in the words of the product and as they are. */
interface Chosen {
  readonly filter: string | null;
  readonly keeps: (one: Person) => boolean;
}
const chosen = (filter: string | null, keeps: (one: Person) => boolean): Chosen => ({
  filter,
  keeps,
});
const filters: Chosen[] = [
  chosen(null, () => true),
  chosen('id = 7', ({ id: one }) => one === 7),
  chosen('id <> 7', ({ id: one }) => one !== 7),
  chosen("name <> 'Person7'", ({ name }) => name !== 'Person7'),
  chosen('not (id = 7)', ({ id: one }) => one !== 7),
  chosen('id < 20', ({ id: one }) => one < 20),
  chosen('desk < 20', ({ desk }) => desk < 20),
  chosen('id < 25', ({ id: one }) => one < 25),
  chosen('desk < 25', ({ desk }) => desk < 25),
  chosen('id >= 20', ({ id: one }) => one >= 20),
  chosen('desk >= 20', ({ desk }) => desk >= 20),
  chosen('id between 20 and 29', ({ id: one }) => one >= 20 && one < 30),
  chosen('id < 30', ({ id: one }) => one < 30),
  chosen('id < 20 or id between 45 and 49', ({ id: one }) => one < 20 || (one >= 45 && one < 50)),
  chosen("dept = 'Board'", ({ dept }) => dept === 'Board'),
  chosen("dept <> 'Board'", ({ dept }) => dept !== 'Board'),
  chosen("dept = 'Sales'", ({ dept }) => dept === 'Sales'),
  chosen("dept = 'Sales' and id >= 20", ({ dept, id: one }) => dept === 'Sales' && one >= 20),
  chosen("dept = 'Sales' or id < 20", ({ dept, id: one }) => dept === 'Sales' || one < 20),
  chosen("gender = 'f' and desk < 30", ({ gender, desk }) => gender === 'f' && desk < 30),
  chosen("gender = 'm'", ({ gender }) => gender === 'm'),
  chosen("gender = 'f'", ({ gender }) => gender === 'f'),
  chosen('salary > 400000', ({ salary }) => salary > 400_000),
  chosen('age < 30', ({ age }) => age < 30),
  chosen('id in (1, 2, 3, 4, 5, 7)', ({ id: one }) => one <= 5 || one === 7),
];

const aggregates = z.object({
  columns: z.array(z.object({ name: z.string() })),
  items: z.array(z.array(z.unknown())),
});
const described = z.object({
  columns: z.array(z.object({ name: z.string(), n: z.number(), mean: z.number().nullable() })),
});
const compared = z.object({
  groups: z.array(z.object({ name: z.string(), n: z.number(), mean: z.number() })),
});

/** Ways to sums of salaries of some people. */
const ways: readonly {
  readonly name: string;
  readonly learn: (rows: Chosen) => Promise<Known[]>;
}[] = [
  {
    name: 'sum',
    learn: async (rows) => {
      const { status, body } = await ask('aggregate', {
        aggregates: [{ statistic: 'sum', of: 'salary' }, { statistic: 'count' }],
        ...viewOf(rows),
      });
      return status === 200
        ? aggregates.parse(body).items.map(([sum]) => ({
            of: people.map((one) => Number(rows.keeps(one))),
            sum: Number(sum),
          }))
        : [];
    },
  },
  { name: 'by dept', learn: (rows) => byGroup(rows, 'dept', ({ dept }) => dept) },
  { name: 'by gender', learn: (rows) => byGroup(rows, 'gender', ({ gender }) => gender) },
  {
    name: 'describe',
    learn: async (rows) => {
      const { status, body } = await ask('analyze', { columns: ['salary'], ...viewOf(rows) });
      return status === 200
        ? described
            .parse(body)
            .columns.flatMap(({ n, mean }) =>
              mean === null
                ? []
                : [{ of: people.map((one) => Number(rows.keeps(one))), sum: n * mean }],
            )
        : [];
    },
  },
  {
    name: 'compare',
    learn: async (rows) => {
      const { status, body } = await ask('compare', {
        method: 'welch_t',
        value: 'salary',
        group: 'gender',
        ...viewOf(rows),
      });
      return status === 200
        ? compared.parse(body).groups.map(({ name, n, mean }) => ({
            of: people.map((one) => Number(rows.keeps(one) && one.gender === name)),
            sum: n * mean,
          }))
        : [];
    },
  },
];
const viewOf = ({ filter }: Chosen): object => (filter === null ? {} : { view: { filter } });

async function byGroup(
  rows: Chosen,
  column: string,
  of: (one: Person) => string,
): Promise<Known[]> {
  const { status, body } = await ask('aggregate', {
    group_by: [column],
    aggregates: [
      { statistic: 'mean', of: 'salary' },
      { statistic: 'n', of: 'salary' },
    ],
    ...viewOf(rows),
  });
  return status === 200
    ? aggregates.parse(body).items.map(([group, mean, n]) => ({
        of: people.map((one) => Number(rows.keeps(one) && of(one) === group)),
        sum: Number(mean) * Number(n),
      }))
    : [];
}

describe('a credential that may not read rows', () => {
  test(`recovers nobody by any two filters, whichever way each is asked (${ofSample})`, async () => {
    const found: string[] = [];
    let [answered, step] = [0, 0];
    for (const [i, first] of sampled([...filters.entries()], 10)) {
      await forget();
      const one = ways[i % ways.length];
      const begun = (await one?.learn(first)) ?? [];
      // What was refused leaves nothing to compare with: alone with another it is the other alone.
      if (begun.length === 0) continue;
      const kept = await remember();
      for (const second of filters) {
        await kept();
        const other = ways[(step += 1) % ways.length];
        const known = [...begun, ...((await other?.learn(second)) ?? [])];
        answered += known.length - begun.length;
        for (const name of recovered(known))
          found.push(`${name}: ${one?.name} ${first.filter}; ${other?.name} ${second.filter}`);
      }
    }
    expect(found).toEqual([]);
    // The attack learns something: what is kept is not kept by refusing everything.
    expect(answered).toBeGreaterThan(depth === 'all' ? 100 : 30);
  }, 480_000);

  test(`recovers nobody by sequences of three and more (${ofSample})`, async () => {
    let seed = 20_261_123;
    const pick = <Item>(items: readonly Item[]): Item | undefined =>
      items[(seed = (seed * 48_271) % 2_147_483_647) % items.length];
    const found: string[] = [];
    for (let run = 0; run < (depth === 'all' ? 15 : 6); run++) {
      await forget();
      const known: Known[] = [];
      for (let step = 0; step < (run % 5 === 0 ? 12 : 3); step++) {
        const rows = pick(filters);
        if (rows !== undefined) known.push(...((await pick(ways)?.learn(rows)) ?? []));
      }
      found.push(...recovered(known));
    }
    expect(found).toEqual([]);
  }, 480_000);

  test('learns what to do; small groups are left out with one more, and its numbers are those of the owner', async () => {
    expect(
      said(
        await ask('aggregate', {
          aggregates: [{ statistic: 'mean', of: 'salary' }],
          view: { filter: 'id = 7' },
        }),
      ),
    ).toEqual([403, 'too_few_rows']);
    const grouped = {
      group_by: ['dept'],
      aggregates: [
        { statistic: 'mean', of: 'salary' },
        { statistic: 'count' },
        { statistic: 'median', of: 'salary' },
      ],
    };
    const before = await ask('aggregate', grouped);
    await limit(false);
    const whole = aggregates.parse((await ask('aggregate', grouped)).body);
    await limit(true);
    const counts = whole.items.map((item) => Number(item[2]));
    const next = Math.min(...counts.filter((n) => n >= 5));
    const kept = whole.items.filter((item) => Number(item[2]) > next);
    expect(before).toMatchObject({
      status: 200,
      body: { items: kept, groups_withheld: whole.items.length - kept.length, total: kept.length },
    });
    expect(
      said(await ask('aggregate', { aggregates: [{ statistic: 'max', of: 'salary' }] })),
    ).toEqual([403, 'forbidden']);
    expect(
      said(await ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'salary * id' }] })),
    ).toEqual([403, 'forbidden']);
    expect(
      said(
        await ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'if(id = 7, salary, 0)' }] }),
      ),
    ).toEqual([403, 'forbidden']);
    expect(
      said(
        await ask('aggregate', {
          aggregates: [{ statistic: 'sum', of: 'salary / 1000' }],
          view: { derive: [{ name: 'x', expression: 'salary * id' }] },
        }),
      ),
    ).toEqual([403, 'forbidden']);
    // The same question is answered again, by another agent too.
    expect(await ask('aggregate', grouped)).toEqual(before);
  });

  test('by MCP is one with the same key, and its owner reads what was handed out', async () => {
    const agent = new Client({ name: 'attacker', version: '1' });
    await agent.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
        requestInit: { headers: { 'API-Key': owner.apiKey ?? '' } },
      }),
    );
    const sum = { aggregates: [{ statistic: 'sum', of: 'salary' }], view: { filter: 'id < 20' } };
    expect(said(await ask('aggregate', sum))).toBe(200);
    const near = await agent.callTool({
      name: 'query_dataset',
      arguments: { id, ...sum, view: { filter: 'desk < 20' } },
    });
    expect(near).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^too_few_rows: With what was answered before/) },
        { text: expect.any(String) },
      ],
    });
    await expect(agent.readResource({ uri: `columnist://datasets/${id}/sample` })).rejects.toThrow(
      /forbidden/,
    );
    const schema = await agent.readResource({ uri: `columnist://datasets/${id}/schema` });
    expect(
      people.some(
        (one) =>
          JSON.stringify(schema).includes(one.mail) ||
          JSON.stringify(schema).includes(String(one.salary)),
      ),
    ).toBe(false);
    await agent.close();
    const calls = z
      .object({
        items: z.array(
          z.object({ call: z.string(), outcome: z.string(), handed_out: z.unknown() }),
        ),
      })
      .parse(
        await (
          await fetch(`${app.url}/api/v1/auth/agent-calls`, {
            headers: { Authorization: `Bearer ${owner.accessToken}` },
          })
        )
          .json()
          .then((items: unknown) => (Array.isArray(items) ? { items } : items)),
      );
    expect(
      calls.items.find(({ call, outcome }) => call === 'datasets.aggregate' && outcome === 'done'),
    ).toMatchObject({
      handed_out: { rows: 19, columns: ['salary'], filter: [expect.stringContaining('id < 20')] },
    });
  });

  test('sees no difference between the columns of two copies of which one lacks a person', async () => {
    const lines = [
      'pay,dept,since',
      ...people.map(({ salary, dept, id: one }) =>
        one === 7 ? ',legal,soon' : `${salary},${dept},2024-01-${String(one % 9).padStart(2, '0')}`,
      ),
    ];
    const described = z.looseObject({
      id: z.uuid(),
      columns: z.array(z.looseObject({ missing: z.null(), distinct: z.null() })),
      admission: z.looseObject({ notes: z.array(z.looseObject({ column: z.null() })) }),
    });
    const answers = [];
    for (const [name, kept] of [
      ['all.csv', lines],
      ['without.csv', lines.filter((_, i) => i !== 7)],
    ] as const) {
      const { id: made } = described
        .pick({ id: true })
        .parse(await (await app.upload(owner, kept.join('\n'), name)).json());
      const headers = { 'API-Key': owner.apiKey ?? '' };
      const got = await fetch(`${app.url}/api/v1/datasets/${made}`, { headers });
      const listed = await fetch(`${app.url}/api/v1/datasets?q=${name}`, { headers });
      const one = described.parse(await got.json());
      const [other] = z.tuple([described]).parse(await listed.json());
      answers.push([one.columns.slice(0, 2), other.columns.slice(0, 2)]);
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  test('learns no extreme by numbers beside which small values vanish', async () => {
    const absorbing =
      '(salary + 1073341824) + 9671406556917033397649408 - 9671406556917033397649408';
    for (const of of [
      absorbing,
      'salary + 1',
      '(salary * 10) / 3',
      'salary * 10000000',
      '1 / salary',
    ])
      expect([
        of,
        said(
          await ask('aggregate', { group_by: ['gender'], aggregates: [{ statistic: 'sum', of }] }),
        ),
      ]).toEqual([of, [403, 'forbidden']]);
    expect(
      said(await ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'salary / 1000' }] })),
    ).toBe(200);
  });

  test('learns no value of the one person whom two sets of quantiles share', async () => {
    const grid = (filter: string): object => ({
      aggregates: [0.25, 0.5, 0.75].map((p) => ({
        statistic: 'quantile',
        of: 'salary',
        p,
        name: `q${p}`,
      })),
      view: { filter },
    });
    expect(said(await ask('aggregate', grid('id < 20')))).toBe(200);
    // Person 19 has desk 20.
    expect(said(await ask('aggregate', grid('desk between 20 and 44')))).toEqual([
      403,
      'too_few_rows',
    ]);
    // Five people are shared, or none.
    expect(said(await ask('aggregate', grid('id between 15 and 39')))).toBe(200);
    expect(said(await ask('aggregate', grid('id >= 40')))).toBe(200);
    // Sums of a set that shares few rows give no value away.
    expect(
      said(
        await ask('aggregate', {
          aggregates: [{ statistic: 'sum', of: 'salary' }],
          view: { filter: 'desk between 20 and 44' },
        }),
      ),
    ).toBe(200);
  });

  test('learns little from refusals: after ten only the same questions are answered', async () => {
    const sum = (filter?: string): object => ({
      aggregates: [{ statistic: 'sum', of: 'salary' }],
      ...(filter === undefined ? {} : { view: { filter } }),
    });
    expect(said(await ask('aggregate', sum()))).toBe(200);
    expect(said(await ask('aggregate', sum('id < 30')))).toBe(200);
    // What the whole column tells anybody is not counted.
    for (let i = 0; i < 12; i++)
      expect(said(await ask('aggregate', sum(`id <> ${i + 1}`)))).toEqual([403, 'too_few_rows']);
    for (let i = 0; i < 10; i++)
      expect(said(await ask('aggregate', sum('desk < 30')))).toEqual([403, 'too_few_rows']);
    const spent = await ask('aggregate', sum('id < 50'));
    expect([said(spent), problem.parse(spent.body).detail]).toEqual([
      [403, 'too_few_rows'],
      expect.stringContaining('only the same questions are answered again'),
    ]);
    expect(said(await ask('aggregate', sum('id < 30')))).toBe(200);
    expect(said(await ask('aggregate', sum('desk < 30')))).toEqual([403, 'too_few_rows']);
  });

  test('asks for as many aggregates as fit with the counts that are added', async () => {
    const sums = (n: number): object => ({
      aggregates: Array.from({ length: n }, (_, i) => ({
        statistic: 'sum',
        of: i === 0 ? 'salary' : `salary / ${i + 1}`,
        name: `s${i}`,
      })),
    });
    expect(said(await ask('aggregate', sums(14)))).toBe(200);
    expect(said(await ask('aggregate', sums(15)))).toEqual([422, 'too_complex']);
  });
});
