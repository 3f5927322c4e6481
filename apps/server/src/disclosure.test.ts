import { allOperations, exampleInputs, operations, problem, type Operation } from '@columnist/contract';
import { ruleOf } from '@columnist/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { birds, methodQuestions } from './testing-methods.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

interface Person {
  readonly id: number;
  readonly name: string;
  readonly mail: string;
  readonly dept: string;
  readonly gender: string;
  readonly age: number;
  readonly salary: number;
}
const depts = ['Sales', 'Research', 'Support', 'Legal'];
const people: Person[] = Array.from({ length: 60 }, (_, i) => ({
  // The head of the firm is alone in a department.
  id: i + 1, name: `Person${i + 1}`, mail: `p${i + 1}@firm.example`, dept: i === 59 ? 'Board' : (depts[(i * i + i) % 4] ?? ''), gender: i % 3 === 0 ? 'm' : 'f', age: 20 + ((i * 7) % 45), salary: 30_011 + 997 * ((i * 37) % 60) + (i === 59 ? 400_000 : 0),
}));
const measured = birds.trim().split('\n');
const csv = `id,name,mail,dept,gender,age,salary,${measured[0]}\n${people.map((one, i) => `${one.id},${one.name},${one.mail},${one.dept},${one.gender},${one.age},${one.salary},${measured[i + 1]}`).join('\n')}\n`;

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 10_000 });
  owner = await app.createTestUser({ tier: 'paid' });
  id = z.object({ id: z.uuid() }).parse(await (await app.upload(owner, csv, 'people.csv')).json()).id;
  await limit(true);
});
afterAll(() => app.close());
/** Each attack begins where nothing was answered yet. */
const forget = async (): Promise<void> => void (await app.core.orm.em.fork().execute('delete from answered_rows'));
beforeEach(forget);
const memory = z.array(z.object({ kind_of_row: z.string(), sets: z.unknown() }));
/** What was answered until now, to go back to. */
async function remember(): Promise<() => Promise<void>> {
  const [now] = memory.parse(await app.core.orm.em.fork().execute('select kind_of_row, sets from answered_rows'));
  return async () => {
    await forget();
    if (now !== undefined) await app.core.orm.em.fork().execute('insert into answered_rows (dataset_id, version, kind_of_row, sets) values (?, 1, ?, ?)', [id, now.kind_of_row, JSON.stringify(now.sets)]);
  };
}

const limit = async (aggregatesOnly: boolean): Promise<void> => {
  const { status } = await fetch(`${app.url}/api/v1/auth/api-key/limits`, { method: 'PUT', headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ scopes: ['read', 'rows', 'analyse', 'write'], dataset_ids: null, aggregates_only: aggregatesOnly, expires_at: null }) });
  expect(status).toBe(200);
};
async function ask(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${app.url}/api/v1/datasets/${id}/${path}`, { method: 'POST', headers: { 'API-Key': owner.apiKey ?? '', 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}
const said = ({ status, body }: { status: number; body: unknown }): unknown => (status === 200 ? 200 : [status, problem.parse(body).code]);

/** Rows that a filter keeps, in the words of the product and as they are. */
interface Chosen {
  readonly filter: string | null;
  readonly keeps: (one: Person) => boolean;
}
const chosen = (filter: string | null, keeps: (one: Person) => boolean): Chosen => ({ filter, keeps });
const filters: Chosen[] = [
  chosen(null, () => true), chosen('id = 7', ({ id: one }) => one === 7), chosen('id <> 7', ({ id: one }) => one !== 7), chosen("name <> 'Person7'", ({ name }) => name !== 'Person7'), chosen('not (id = 7)', ({ id: one }) => one !== 7),
  chosen('id <= 20', ({ id: one }) => one <= 20), chosen('id <= 21', ({ id: one }) => one <= 21), chosen('id <= 24', ({ id: one }) => one <= 24), chosen('id <= 25', ({ id: one }) => one <= 25), chosen('id > 20', ({ id: one }) => one > 20), chosen('id > 21', ({ id: one }) => one > 21),
  chosen('id between 21 and 30', ({ id: one }) => one > 20 && one <= 30), chosen('id <= 30', ({ id: one }) => one <= 30), chosen('id <= 20 or id = 30', ({ id: one }) => one <= 20 || one === 30),
  chosen("dept = 'Board'", ({ dept }) => dept === 'Board'), chosen("dept <> 'Board'", ({ dept }) => dept !== 'Board'), chosen("dept = 'Sales'", ({ dept }) => dept === 'Sales'), chosen("dept = 'Sales' and id <> 4", ({ dept, id: one }) => dept === 'Sales' && one !== 4),
  chosen("dept = 'Sales' or id = 3", ({ dept, id: one }) => dept === 'Sales' || one === 3), chosen("gender = 'm'", ({ gender }) => gender === 'm'), chosen("gender = 'f'", ({ gender }) => gender === 'f'), chosen('salary > 400000', ({ salary }) => salary > 400_000), chosen('age < 30', ({ age }) => age < 30), chosen('id in (1, 2, 3, 4, 5, 7)', ({ id: one }) => one <= 5 || one === 7),
];

/** What the attacker knows: the sum of the salaries of these people. */
interface Known {
  readonly of: readonly boolean[];
  readonly sum: number;
}
const aggregates = z.object({ columns: z.array(z.object({ name: z.string() })), items: z.array(z.array(z.unknown())) });
const described = z.object({ columns: z.array(z.object({ name: z.string(), n: z.number(), mean: z.number().nullable() })) });
const compared = z.object({ groups: z.array(z.object({ name: z.string(), n: z.number(), mean: z.number() })) });

/** Ways to sums of salaries of some people. */
const ways: readonly { readonly name: string; readonly learn: (rows: Chosen) => Promise<Known[]> }[] = [
  { name: 'sum', learn: async (rows) => { const { status, body } = await ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'salary' }, { statistic: 'count' }], ...viewOf(rows) }); return status === 200 ? aggregates.parse(body).items.map(([sum]) => ({ of: people.map(rows.keeps), sum: Number(sum) })) : []; } },
  { name: 'by dept', learn: (rows) => byGroup(rows, 'dept', ({ dept }) => dept) },
  { name: 'by gender', learn: (rows) => byGroup(rows, 'gender', ({ gender }) => gender) },
  { name: 'describe', learn: async (rows) => { const { status, body } = await ask('analyze', { columns: ['salary'], ...viewOf(rows) }); return status === 200 ? described.parse(body).columns.flatMap(({ n, mean }) => (mean === null ? [] : [{ of: people.map(rows.keeps), sum: n * mean }])) : []; } },
  { name: 'compare', learn: async (rows) => { const { status, body } = await ask('compare', { method: 'welch_t', value: 'salary', group: 'gender', ...viewOf(rows) }); return status === 200 ? compared.parse(body).groups.map(({ name, n, mean }) => ({ of: people.map((one) => rows.keeps(one) && one.gender === name), sum: n * mean })) : []; } },
];
const viewOf = ({ filter }: Chosen): object => (filter === null ? {} : { view: { filter } });

async function byGroup(rows: Chosen, column: string, of: (one: Person) => string): Promise<Known[]> {
  const { status, body } = await ask('aggregate', { group_by: [column], aggregates: [{ statistic: 'mean', of: 'salary' }, { statistic: 'n', of: 'salary' }], ...viewOf(rows) });
  return status === 200 ? aggregates.parse(body).items.map(([group, mean, n]) => ({ of: people.map((one) => rows.keeps(one) && of(one) === group), sum: Number(mean) * Number(n) })) : [];
}

/** People whose salary follows from the sums: the unit vectors in their span, by elimination in fractions that doubles hold. */
function recovered(known: readonly Known[]): string[] {
  const rows = known.map(({ of, sum }) => [...of.map(Number), sum]);
  const found: string[] = [];
  let rank = 0;
  for (let at = 0; at < people.length; at++) {
    const place = rows.findIndex((row, i) => i >= rank && Math.abs(row[at] ?? 0) > 1e-9);
    const [pivot, other] = [rows[place], rows[rank]];
    if (pivot === undefined || other === undefined) continue;
    [rows[place], rows[rank]] = [other, pivot];
    const first = pivot[at] ?? 1;
    pivot.forEach((value, i) => (pivot[i] = value / first));
    for (const row of rows) {
      const factor = row === pivot ? 0 : (row[at] ?? 0);
      if (factor !== 0) row.forEach((value, i) => (row[i] = value - factor * (pivot[i] ?? 0)));
    }
    rank += 1;
  }
  for (const row of rows) {
    const left = people.flatMap((one, i) => (Math.abs(row[i] ?? 0) > 1e-6 ? [one] : []));
    const [one] = left;
    if (left.length === 1 && one !== undefined && Math.abs((row[people.length] ?? 0) - one.salary) < 0.01) found.push(one.name);
  }
  return found;
}

describe('a credential that may not read rows', () => {
  test('has a rule for every operation about datasets; one without is refused', () => {
    const without = allOperations.filter((operation) => ruleOf(operation) === undefined);
    expect(without.map(({ path }) => path)).toEqual([]);
    expect(ruleOf({ path: 'datasets.added' })).toBeUndefined();
  });

  test('gets no name, address or single salary from any operation and any method, of all rows and of one', async () => {
    const attack = { 'datasets.frequencies': { id, column: 'mail' }, 'datasets.aggregate': { id, group_by: ['id', 'name', 'mail'], aggregates: [{ statistic: 'max', of: 'salary' }] }, 'datasets.analyze': { id, plot: true }, 'datasets.statistics': { dataset_id: id, plot: true }, 'datasets.chart': { id, x: 'name', y: 'salary' }, 'datasets.explainView': { id, view: { derive: [{ name: 'n', expression: 'to_number(name)' }] } }, 'datasets.rows': { id } } as const;
    const examples = exampleInputs(id);
    const asked: [string, Operation, object][] = [
      ...Object.values(operations.datasets).filter((one: Operation) => one.rest !== undefined && one.kind === 'query' && one.path !== 'datasets.preview').map((one: Operation): [string, Operation, object] => [one.path, one, Object.entries(attack).find(([path]) => path === one.path)?.[1] ?? examples[one.path] ?? {}]),
      ...methodQuestions(id),
    ];
    const tell: string[] = [];
    const ways = { answered: 0, refused: 0 };
    const closed = new Set<string>();
    for (const [name, operation, input] of asked) {
      for (const view of [{}, { view: { filter: 'id = 7' } }]) {
        if (closed.has(name)) continue;
        await forget();
        const url = new URL(`/trpc/${operation.path}`, app.url);
        const whole = { ...input, ...view };
        if (!operation.input.safeParse(whole).success) continue;
        url.searchParams.set('input', JSON.stringify(whole));
        const response = await fetch(url, { headers: { 'API-Key': owner.apiKey ?? '' } });
        const text = await response.text();
        // What no rule allows is refused whatever the rows are.
        if (response.status === 403 && text.includes('cannot make this call')) closed.add(name);
        ways[response.status === 200 ? 'answered' : 'refused'] += 1;
        if (response.status >= 500 || response.status === 401) tell.push(`${name}: ${response.status}`);
        if (people.some((one) => text.includes(`${one.name}"`) || text.includes(one.mail) || text.includes(`:${one.salary}`) || text.includes(`,${one.salary},`))) tell.push(`${name} ${JSON.stringify(view)}: ${text.slice(0, 200)}`);
      }
    }
    expect(tell).toEqual([]);
    expect(ways.answered).toBeGreaterThan(10);
    expect(ways.refused).toBeGreaterThan(50);
  }, 480_000);

  test('recovers nobody by any two filters, whichever way each is asked', async () => {
    const found: string[] = [];
    let [answered, step] = [0, 0];
    for (const [i, first] of filters.entries()) {
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
        for (const name of recovered(known)) found.push(`${name}: ${one?.name} ${first.filter}; ${other?.name} ${second.filter}`);
      }
    }
    expect(found).toEqual([]);
    // The attack learns something: what is kept is not kept by refusing everything.
    expect(answered).toBeGreaterThan(100);
  }, 480_000);

  test('recovers nobody by sequences of three and more', async () => {
    let seed = 20_261_123;
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[(seed = (seed * 48_271) % 2_147_483_647) % items.length];
    const found: string[] = [];
    for (let run = 0; run < 15; run++) {
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
    expect(said(await ask('aggregate', { aggregates: [{ statistic: 'mean', of: 'salary' }], view: { filter: 'id = 7' } }))).toEqual([403, 'too_few_rows']);
    const grouped = { group_by: ['dept'], aggregates: [{ statistic: 'mean', of: 'salary' }, { statistic: 'count' }, { statistic: 'median', of: 'salary' }] };
    const told = await ask('aggregate', grouped);
    await limit(false);
    const whole = aggregates.parse((await ask('aggregate', grouped)).body);
    await limit(true);
    const counts = whole.items.map((item) => Number(item[2]));
    const next = Math.min(...counts.filter((n) => n >= 5));
    const kept = whole.items.filter((item) => Number(item[2]) > next);
    expect(told).toMatchObject({ status: 200, body: { items: kept, groups_withheld: whole.items.length - kept.length, total: kept.length } });
    expect(said(await ask('aggregate', { aggregates: [{ statistic: 'max', of: 'salary' }] }))).toEqual([403, 'forbidden']);
    expect(said(await ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'salary * id' }] }))).toEqual([403, 'forbidden']);
    expect(said(await ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'if(id = 7, salary, 0)' }] }))).toEqual([403, 'forbidden']);
    expect(said(await ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'salary / 1000' }], view: { derive: [{ name: 'x', expression: 'salary * id' }] } }))).toEqual([403, 'forbidden']);
    // The same question is answered again, by another agent too.
    expect(await ask('aggregate', grouped)).toEqual(told);
  });

  test('by MCP is one with the same key, and its owner reads what was handed out', async () => {
    const agent = new Client({ name: 'attacker', version: '1' });
    await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.url), { requestInit: { headers: { 'API-Key': owner.apiKey ?? '' } } }));
    const sum = { aggregates: [{ statistic: 'sum', of: 'salary' }], view: { filter: 'id <= 20' } };
    expect(said(await ask('aggregate', sum))).toBe(200);
    const near = await agent.callTool({ name: 'query_dataset', arguments: { id, ...sum, view: { filter: 'id <= 21' } } });
    expect(near).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^too_few_rows: With what was answered before/) }, { text: expect.any(String) }] });
    await expect(agent.readResource({ uri: `columnist://datasets/${id}/sample` })).rejects.toThrow(/forbidden/);
    const schema = await agent.readResource({ uri: `columnist://datasets/${id}/schema` });
    expect(people.some((one) => JSON.stringify(schema).includes(one.mail) || JSON.stringify(schema).includes(String(one.salary)))).toBe(false);
    await agent.close();
    const calls = z.object({ items: z.array(z.object({ call: z.string(), outcome: z.string(), handed_out: z.unknown() })) }).parse(await (await fetch(`${app.url}/api/v1/auth/agent-calls`, { headers: { Authorization: `Bearer ${owner.accessToken}` } })).json().then((items: unknown) => (Array.isArray(items) ? { items } : items)));
    expect(calls.items.find(({ call, outcome }) => call === 'datasets.aggregate' && outcome === 'done')).toMatchObject({ handed_out: { rows: 20, columns: ['salary'], filter: [expect.stringContaining('id <= 20')] } });
  });
});
