import { allOperations, exampleInputs, inputLimits, type Operation } from '@columnist/contract';
import { grantRole } from '@columnist/core';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { unbounded } from './testing-bounds.ts';
import { byBatch, byMcp, byRest, byTrpc, type Caller, type Outcome } from './testing-doors.ts';
import { beyondLimits, largenesses, largestInputs } from './testing-largest.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let caller: Caller;
let id: string;
const birds = `mass,wing,kind,seen\n${Array.from({ length: 40 }, (_, i) => `${3000 + 37 * ((i * 17) % 40)},${180 + ((i * 7) % 23)},${['gentoo', 'adelie', 'chinstrap'][i % 3]},2024-01-${String((i % 28) + 1).padStart(2, '0')}`).join('\n')}\n`;
beforeAll(async () => {
  app = await createTestApp({ workers: 2 });
  const user = await app.createTestUser({ tier: 'paid' });
  await grantRole(app.core.orm.em.fork(), user.email, 'admin');
  caller = { url: app.url, session: user.accessToken, key: user.apiKey ?? '' };
  id = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(user, birds, 'birds.csv')).json()).id;
});
afterAll(() => app.close());

/**
 * What an operation is asked in the documentation, a list by its first member: so that much of what
 * is sent has a meaning.
 */
const knownOf = ({ path }: Operation) =>
  Object.fromEntries(
    Object.entries({ id, dataset_id: id, ...exampleInputs(id)[path] }).map(([name, value]) => [
      name,
      Array.isArray(value) ? value[0] : value,
    ]),
  );
/** Those that end what the others are asked with come last. */
const ending = /logout|revoke|deleteAccount|regenerate|limitApiKey|password/i;
const inOrder = allOperations.toSorted(
  (a, b) => Number(ending.test(a.path)) - Number(ending.test(b.path)),
);
const isRefusal = (status: number): boolean => status >= 400 && status < 500;
const said = ({ status, statuses, text }: Outcome): string =>
  `${status} ${statuses.join()}: ${text.slice(0, 300)}`;

/** Objects, lists and values, but those of the bulk field. */
function partsOf(value: unknown, bulk: string | undefined): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + (name === bulk ? 1 : partsOf(member, undefined)),
    1,
  );
}

test('every text, list and object of names that an operation takes has a limit', () => {
  expect(allOperations.flatMap(unbounded)).toEqual([]);
});

describe('the largest, the deepest and the widest input that an operation admits', () => {
  /** Doors by which each operation was asked. */
  const asked = new Map<string, Set<string>>();

  test.each(inOrder.map((operation) => [operation.path, operation] as const))(
    '%s is answered for a bounded price by every door',
    async (path, operation) => {
      const doors = asked.get(path) ?? new Set();
      asked.set(path, doors);
      // A counter on what reaches the schema.
      const read: number[] = [];
      const parse = operation.input.safeParse.bind(operation.input);
      const watched = vi.spyOn(operation.input, 'safeParse').mockImplementation((value, params) => {
        read.push(partsOf(value, operation.bulk));
        return parse(value, params);
      });
      const before = app.core.engine.load().started;
      let sent = 0;
      const ask = async (door: string, asking: Promise<Outcome | null>): Promise<void> => {
        const outcome = await asking;
        if (outcome === null) return;
        sent += door === 'batch' ? 20 : 1;
        doors.add(door);
        for (const status of [outcome.status, ...outcome.statuses])
          expect(status, `${door}: ${said(outcome)}`).toBeLessThan(500);
        expect(outcome.text, door).not.toContain('Something went wrong on our side');
      };
      const inputs = largenesses.flatMap((largeness) =>
        largestInputs(operation, largeness, knownOf(operation)),
      );
      const forms = Math.max(1, inputs.length / largenesses.length);
      const few = forms <= 2;
      for (const [i, input] of inputs.entries()) {
        // Of many forms, each goes through one door in turn.
        const turn = i % 3;
        if (few || turn === 0) await ask('rest', byRest(caller, operation, input));
        if (few || turn === 1) await ask('trpc', byTrpc(caller, operation, input));
        if (few || turn === 2) await ask('mcp', byMcp(caller, operation, input));
      }
      const [first = {}, widest = first] = [inputs[0], inputs[forms]];
      const others = few
        ? []
        : [
            ask('rest', byRest(caller, operation, first)),
            ask('trpc', byTrpc(caller, operation, first)),
            ask('mcp', byMcp(caller, operation, first)),
          ];
      await Promise.all([...others, ask('batch', byBatch(caller, operation, widest))]);
      watched.mockRestore();
      expect(Math.max(0, ...read)).toBeLessThanOrEqual(inputLimits.parts);
      // An operation asks the engine at most twice, whatever it is asked.
      expect(app.core.engine.load().started - before).toBeLessThanOrEqual(2 * sent);
    },
    180_000,
  );

  test('went through all doors of all operations', () => {
    const doorsOf = ({ rest, mcp }: Operation): string[] => [
      ...(rest === undefined ? [] : ['rest']),
      'trpc',
      'batch',
      ...(mcp === undefined ? [] : ['mcp']),
    ];
    expect(
      Object.fromEntries([...asked].map(([path, doors]) => [path, [...doors].toSorted()])),
    ).toEqual(
      Object.fromEntries(
        allOperations.map((operation) => [operation.path, doorsOf(operation).toSorted()]),
      ),
    );
  });
});

describe('the first input beyond a limit', () => {
  test('of a field is refused, by the operation that has it', async () => {
    const user = await app.createTestUser({ tier: 'paid' });
    await grantRole(app.core.orm.em.fork(), user.email, 'admin');
    const own = { url: app.url, session: user.accessToken, key: user.apiKey ?? '' };
    const wrong: string[] = [];
    let tried = 0;
    for (const operation of inOrder) {
      const jobs = app.core.engine.load().started;
      for (const { at, value } of beyondLimits(operation, knownOf(operation))) {
        const outcome =
          (tried % 2 === 0 ? await byRest(own, operation, value) : null) ??
          (await byTrpc(own, operation, value));
        if (!isRefusal(outcome.status)) wrong.push(`${operation.path} ${at}: ${said(outcome)}`);
        tried += 1;
      }
      if (app.core.engine.load().started > jobs) wrong.push(`${operation.path} began a job`);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  }, 180_000);

  test('of parts, levels and bytes is refused by every operation before its schema reads it', async () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    const beyond: readonly [string, unknown][] = [
      ['too_complex', Array.from({ length: inputLimits.parts }, () => 1)],
      ['malformed_request', nested(inputLimits.depth + 1)],
      ['request_too_large', 'x'.repeat(inputLimits.bytes + 1)],
    ];
    const user = await app.createTestUser({ tier: 'paid' });
    await grantRole(app.core.orm.em.fork(), user.email, 'admin');
    const own = { url: app.url, session: user.accessToken, key: user.apiKey ?? '' };
    const wrong: string[] = [];
    for (const operation of inOrder) {
      const reads = vi.spyOn(operation.input, 'safeParse');
      for (const [code, value] of beyond) {
        const { problems, text } = await byTrpc(own, operation, { anything: value });
        const isFile = operation.rest?.answer === 'file';
        if (problems[0]?.code !== code && !(isFile && problems[0]?.code === 'not_found'))
          wrong.push(`${operation.path} ${code}: ${text.slice(0, 200)}`);
      }
      if (reads.mock.calls.length > 0) wrong.push(`${operation.path} was read by its schema`);
      reads.mockRestore();
    }
    expect(wrong).toEqual([]);
  }, 180_000);
});

describe('while one user asks for everything that the plan allows', () => {
  let limited: TestApp;
  let busy: TestUser;
  let stranger: TestUser;
  const folder = mkdtempSync(join(tmpdir(), 'columnist-cost-'));
  const ids = new Map<TestUser, string>();
  beforeAll(async () => {
    limited = await createTestApp({ throttleScale: 1, workers: 2 });
    [busy, stranger] = [await limited.createTestUser(), await limited.createTestUser()];
    for (const user of [busy, stranger])
      ids.set(
        user,
        z
          .object({ id: z.uuid() })
          .parse(await (await limited.upload(user, birds, 'birds.csv')).json()).id,
      );
  });
  afterAll(async () => {
    await limited.close();
    rmSync(folder, { recursive: true });
  });
  const callerOf = (user: TestUser): Caller => ({
    url: limited.url,
    session: user.accessToken,
    key: user.apiKey ?? '',
  });
  const asks = allOperations.filter(
    ({ path, kind, bulk }) =>
      path.startsWith('datasets.') && kind === 'query' && bulk === undefined,
  );
  const load = () => {
    const {
      lanes: { fast, slow },
    } = limited.core.engine.load();
    return { running: fast.running + slow.running, waiting: fast.waiting + slow.waiting };
  };

  test('one job of theirs runs and five wait, the others are refused, and another’s small call is the next that is served', async () => {
    // A reading that lasts until the test is over: of a pipe that nobody writes to.
    const path = join(folder, 'pipe.csv');
    execFileSync('mkfifo', [path]);
    const controller = new AbortController();
    const held = limited.core.engine
      .describeFile(
        path,
        { quantiles: [], confidence_level: 0.95, correlations: false, plot: false },
        { user: busy.id, signal: controller.signal },
      )
      .catch((error: unknown) => error);
    await expect.poll(load, { timeout: 20_000 }).toEqual({ running: 1, waiting: 0 });
    const { started } = limited.core.engine.load();
    const own = { ...callerOf(busy) };
    const known = (operation: Operation) => ({ ...knownOf(operation), id: ids.get(busy) });
    const answers = asks.flatMap((operation) =>
      largestInputs(operation, 'wide', known(operation))
        .slice(0, 1)
        .flatMap((input) => [
          byTrpc(own, operation, input),
          byTrpc(own, operation, {
            ...input,
            ...exampleInputs(ids.get(busy) ?? '')[operation.path],
          }),
        ]),
    );
    await expect.poll(load, { timeout: 20_000 }).toEqual({ running: 1, waiting: 5 });
    const { status } = await byTrpc(callerOf(stranger), find('datasets.rows'), {
      id: ids.get(stranger),
      limit: 2,
    });
    expect([status, limited.core.engine.load().started - started, load()]).toEqual([
      200,
      1,
      { running: 1, waiting: 5 },
    ]);
    controller.abort();
    expect(await held).toMatchObject({ code: 'canceled' });
    const outcomes = await Promise.all(answers);
    const refused = outcomes
      .flatMap(({ problems }) => problems)
      .filter(({ code }) => code === 'unavailable');
    expect(refused.length).toBeGreaterThan(5);
    for (const problem of refused)
      expect(problem).toMatchObject({ status: 503, retry_after: 2, limit: 5 });
    // Only those that waited came to a worker, beside the stranger's.
    expect(limited.core.engine.load().started - started).toBeLessThanOrEqual(1 + 2 * 5);
  }, 180_000);

  /** Begins a body of this size and does not end it; null until it is answered. */
  function begin(path: string, bytes: number, headers: Record<string, string>) {
    const body = { status: null as number | null };
    const asked = request(
      limited.url + path,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Length': bytes, ...headers },
      },
      (answer) => {
        body.status = answer.statusCode ?? 0;
        answer.resume();
      },
    );
    asked.on('error', () => {});
    asked.write('{');
    return { body, end: () => asked.destroy() };
  }
  const gauge = async (): Promise<number> => {
    const metrics = await (
      await fetch(`${limited.url}/metrics`, {
        headers: { Authorization: 'Bearer a-token-of-thirty-two-characters' },
      })
    ).text();
    return Number(/^columnist_held_body_bytes (\d+)/m.exec(metrics)?.[1]);
  };

  test('bodies that are begun and not ended hold at most 64 MB of an address, and nothing once they are gone', async () => {
    const MB = 1024 * 1024;
    const bodies = Array.from({ length: 70 }, () => begin('/trpc/auth.login', MB, {}));
    const refused = () => bodies.filter(({ body }) => body.status === 503).length;
    await expect.poll(refused, { timeout: 60_000 }).toBe(6);
    expect(await gauge()).toBe(64 * MB);
    expect((await fetch(`${limited.url}/health`)).status).toBe(200);
    for (const { end } of bodies) end();
    await expect.poll(gauge, { timeout: 60_000 }).toBe(0);
  }, 180_000);

  test('four large requests of a user are received at once', async () => {
    const large = 300 * 1024;
    const bodies = Array.from({ length: 6 }, () =>
      begin('/api/v1/statistics', large, { Authorization: `Bearer ${busy.accessToken}` }),
    );
    await expect
      .poll(() => bodies.filter(({ body }) => body.status === 503).length, { timeout: 60_000 })
      .toBe(2);
    expect((await byTrpc(callerOf(busy), find('datasets.get'), { id: ids.get(busy) })).status).toBe(
      200,
    );
    for (const { end } of bodies) end();
    await expect.poll(gauge, { timeout: 60_000 }).toBe(0);
    const data = { n: Array.from({ length: 60_000 }, (_, i) => i) };
    const answer = await fetch(`${limited.url}/api/v1/statistics`, {
      method: 'POST',
      headers: { 'API-Key': busy.apiKey ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    expect(await answer.json()).toMatchObject({
      columns: [{ name: 'n', n: 60_000, mean: 29_999.5 }],
    });
  }, 180_000);
});

function find(path: string): Operation {
  const operation = allOperations.find((one) => one.path === path);
  if (operation === undefined) throw new Error(`There is no ${path}.`);
  return operation;
}
