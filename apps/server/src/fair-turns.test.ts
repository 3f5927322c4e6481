import type { JobOptions } from '@columnist/workers';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'columnist-turns-'));
let users: TestUser[];
const ids = new Map<TestUser, string>();
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 1, workers: 2 });
  users = await Promise.all(['a', 'b', 'stranger'].map(() => app.createTestUser()));
  for (const user of users)
    ids.set(
      user,
      z
        .object({ id: z.string() })
        .parse(await (await app.upload(user, 'x,y\n1,2\n3,5\n4,4\n')).json()).id,
    );
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const releases: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(releases.splice(0).map((release) => release()));
});

let pipes = 0;
/** A reading of this user's that lasts until the test is over: of a pipe that nobody writes to. */
function hold(user: TestUser): void {
  const path = join(folder, `${++pipes}.csv`);
  execFileSync('mkfifo', [path]);
  const controller = new AbortController();
  const options: JobOptions = { user: user.id, signal: controller.signal };
  const ended = app.core.engine
    .describeFile(
      path,
      { quantiles: [], confidence_level: 0.95, correlations: false, plot: false },
      options,
    )
    .catch((error: unknown) => error);
  releases.push(async () => {
    controller.abort();
    expect(await ended).toMatchObject({ code: 'canceled' });
  });
}

const load = () => {
  const {
    lanes: { fast, slow },
  } = app.core.engine.load();
  return { running: [fast.running, slow.running], waiting: [fast.waiting, slow.waiting] };
};
const comeTo = (running: [number, number], waiting: [number, number]) =>
  expect.poll(load, { timeout: 20_000 }).toEqual({ running, waiting });

const json = { 'Content-Type': 'application/json' };
const idOf = (user: TestUser): string => ids.get(user) ?? '';
const session = (user: TestUser) => ({ Authorization: `Bearer ${user.accessToken}` });
const key = (user: TestUser) => ({ 'API-Key': user.apiKey ?? '' });

/** A question for the slow lane, and one for the fast one, through each door. */
const compare = (user: TestUser, signal: AbortSignal = AbortSignal.timeout(60_000)) =>
  fetch(`${app.url}/api/v1/datasets/${idOf(user)}/association`, {
    method: 'POST',
    headers: { ...key(user), ...json },
    body: '{"method":"pearson","columns":["x","y"]}',
    signal,
  });
const rows = (user: TestUser, signal: AbortSignal = AbortSignal.timeout(60_000)) =>
  fetch(`${app.url}/api/v1/datasets/${idOf(user)}/rows?limit=2`, { headers: key(user), signal });
const browse = (user: TestUser, signal: AbortSignal = AbortSignal.timeout(60_000)) =>
  fetch(
    `${app.url}/trpc/datasets.rows?input=${encodeURIComponent(JSON.stringify({ id: idOf(user), limit: 2 }))}`,
    { headers: session(user), signal },
  );
const callTool = (user: TestUser, signal: AbortSignal = AbortSignal.timeout(60_000)) =>
  fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      ...key(user),
      ...json,
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-06-18',
    },
    signal,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_rows', arguments: { id: idOf(user), limit: 2 } },
    }),
  });
const compute = (user: TestUser) =>
  fetch(`${app.url}/api/v1/statistics`, {
    method: 'POST',
    headers: { ...key(user), ...json },
    body: '{"data":{"x":[1,2,3]}}',
  });

test('a stranger’s small calls are answered through every door while two free users have all that they may [H1]', async () => {
  const [a, b, stranger] = users;
  if (a === undefined || b === undefined || stranger === undefined)
    throw new Error('There are three users.');
  hold(a);
  await comeTo([0, 1], [0, 0]);
  hold(b);
  await comeTo([0, 1], [0, 1]);
  const waiting = [
    ...Array.from({ length: 5 }, () => compare(a)),
    ...Array.from({ length: 4 }, () => compare(b)),
  ];
  await comeTo([0, 1], [0, 10]);

  // What is beyond is refused to the user whose it is, with what to do.
  for (const refused of await Promise.all([compare(a), rows(a)])) {
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('content-type'),
    ]).toEqual([503, '2', 'application/problem+json']);
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      detail:
        '5 of your analyses are waiting, and no more may on the Free plan. Try again in a moment.',
      fix: 'Wait for one of them to be answered before you ask for more, or upgrade to Pro, where 20 may wait.',
      retry_after: 2,
    });
  }
  const browsed = await browse(a);
  expect([browsed.status, browsed.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await (await callTool(a)).text()).toContain('Try again in 2 seconds.');

  // Files that would be refused are not taken in first: the answer comes while most of this one is
  // still to be sent.
  const upload = request(`${app.url}/api/v1/statistics`, {
    method: 'POST',
    headers: { ...key(a), 'Content-Type': 'text/csv', 'Content-Length': 1_000_000 },
  });
  upload.write('x,y\n');
  const [early] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(upload, 'response'));
  expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '2']);
  upload.destroy();
  const answers = await Promise.all([
    rows(stranger),
    browse(stranger),
    callTool(stranger),
    compute(stranger),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await answers[0]?.json()).toMatchObject({
    items: [
      [1, 2],
      [3, 5],
    ],
    total: 3,
  });
  expect(await answers[1]?.json()).toMatchObject({
    result: {
      data: {
        items: [
          [1, 2],
          [3, 5],
        ],
      },
    },
  });
  expect(await answers[2]?.text()).toContain('"items":[[1,2],[3,5]]');
  expect(await answers[3]?.json()).toMatchObject({ columns: [{ name: 'x', n: 3 }] });
  // Nothing of the others has moved: there was no need to wait for it.
  expect(load()).toEqual({ running: [0, 1], waiting: [0, 10] });

  // Once the files are read, everybody who waited is answered.
  await Promise.all(releases.splice(0).map((release) => release()));
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
});

test.each([
  ['REST', rows],
  ['tRPC', browse],
  ['MCP', callTool],
])('a caller through %s who goes away leaves the queue [H1]', async (_, ask) => {
  const [a] = users;
  if (a === undefined) throw new Error('There are three users.');
  hold(a);
  await comeTo([0, 1], [0, 0]);
  const controller = new AbortController();
  const asked = ask(a, controller.signal).catch((error: unknown) => error);
  await comeTo([0, 1], [1, 0]);
  controller.abort();
  expect(await asked).toMatchObject({ name: 'AbortError' });
  await comeTo([0, 1], [0, 0]);
});

test('a job ends with the connection of who asked for it [H1]', async () => {
  const [a] = users;
  if (a === undefined) throw new Error('There are three users.');
  // The places of the jobs before end when their workers have started again.
  await comeTo([0, 0], [0, 0]);
  const large = `x,y\n${Array.from({ length: 600_000 }, (_, i) => `${i},${i % 7}`).join('\n')}\n`;
  const controller = new AbortController();
  const asked = fetch(`${app.url}/api/v1/statistics`, {
    method: 'POST',
    headers: { ...key(a), 'Content-Type': 'text/csv' },
    body: large,
    signal: controller.signal,
  }).catch((error: unknown) => error);
  await comeTo([0, 1], [0, 0]);
  controller.abort();
  expect(await asked).toMatchObject({ name: 'AbortError' });
  await comeTo([0, 0], [0, 0]);
  const metrics = async () =>
    (
      await fetch(`${app.url}/metrics`, {
        headers: { Authorization: 'Bearer a-token-of-thirty-two-characters' },
      })
    ).text();
  await expect
    .poll(metrics)
    .toContain(
      'columnist_calls_total{operation="datasets.statistics",door="rest",outcome="canceled"} 1',
    );
  expect(await metrics()).toMatch(/^columnist_jobs_refused_total\{lane="slow"\} [1-9]/m);
});
