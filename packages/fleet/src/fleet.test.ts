import type { JobRunner } from '@columnist/workers';
import { createEngine } from '@columnist/workers';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Bulletin } from './bulletin.ts';
import { channels, encodeOutcome } from './messages.ts';
import { knownQuestion, proofHeader, proveQuestion } from './proofs.ts';
import { FleetQueue } from './queue.ts';
import { openTestFleet, type TestFleet } from './testing.ts';
import { pino } from 'pino';

const csv = 'town,value\nOslo,1.5\nBergen,2\nOslo,4\n';

let fleet: TestFleet;
let worker: Awaited<ReturnType<TestFleet['startWorker']>>;
beforeAll(async () => {
  fleet = await openTestFleet();
  worker = await fleet.startWorker();
});
afterAll(() => fleet.close());

const admit = async (name: string) => ({
  admitted: await fleet.engine.admit({
    source: await fleet.write(csv),
    parquet: fleet.path(`${name}.parquet`),
    profile: fleet.path(`${name}.profile`),
  }),
  table: fleet.path(`${name}.parquet`),
});

test('a file is admitted by a worker, and its tables answer as those of an engine of this machine', async () => {
  const { admitted } = await admit('one');
  const alone = createEngine({ workers: 1, tempDir: fleet.path('alone') });
  const here = await alone.admit({
    source: await fleet.write(csv),
    parquet: fleet.path('here.parquet'),
    profile: fleet.path('here.profile'),
  });
  expect(admitted).toEqual(here);
  expect(JSON.parse(await readFile(fleet.path('one.profile'), 'utf8'))).toEqual(
    JSON.parse(await readFile(fleet.path('here.profile'), 'utf8')),
  );
  const { rowCount, columns } = admitted;
  const asked = (parquet: string) => ({ parquet, datasetId: 'a', version: 1, rowCount, columns });
  const rows = { limit: 10, offset: 0, view: { filter: "town = 'Oslo'" } };
  await fleet.objects.put('datasets/a/one.parquet', fleet.path('one.parquet'));
  const stored = await fleet.objects.localPath('datasets/a/one.parquet');
  expect(await fleet.engine.rows(asked(stored), rows)).toEqual(
    await alone.rows(asked(fleet.path('here.parquet')), rows),
  );
  const written = await fleet.engine.written.rows(asked(stored), rows);
  const expected = await alone.written.rows(asked(fleet.path('here.parquet')), rows);
  expect(Buffer.from(written.bytes).toString()).toBe(Buffer.from(expected.bytes).toString());
  expect(written.facts).toEqual(expected.facts);
  const to = fleet.path('rows.csv');
  expect(
    await fleet.engine.exportRows(asked(stored), { ...rows, forSpreadsheets: false }, to),
  ).toEqual({
    rows: 2,
    notes: [],
    columns: columns.map(({ name, storage }) => ({ name, storage, unkept: 0, said: {} })),
  });
  expect(await readFile(to, 'utf8')).toBe('town,value\nOslo,1.5\nOslo,4.0\n');
  await alone.close();
});

test('what is wrong with a file is said as an engine of this machine says it', async () => {
  await expect(
    fleet.engine.admit({ source: await fleet.write(''), parquet: fleet.path('empty.parquet') }),
  ).rejects.toMatchObject({ code: 'invalid_file' });
});

test('no file of a job is left in the store', async () => {
  await admit('left');
  await vi.waitFor(async () => {
    const found: string[] = [];
    for await (const { key } of fleet.objects.list('jobs/')) found.push(key);
    expect(found).toEqual([]);
  });
  expect(await readdir(fleet.path('worker-0'))).toEqual([]);
});

test('a job that is no longer wanted leaves the queue, and its worker stops', async () => {
  const controller = new AbortController();
  const rows = Array.from({ length: 300_000 }, (_, i) => `${i},${(i * 7919) % 10_007}`);
  const asked = fleet.engine.admit(
    { source: await fleet.write(`a,b\n${rows.join('\n')}\n`), parquet: fleet.path('no.parquet') },
    { signal: controller.signal },
  );
  await vi.waitFor(async () => expect((await fleet.depth()).running).toBe(1), { interval: 20 });
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'canceled' });
  await vi.waitFor(async () => expect(await fleet.depth()).toEqual({ waiting: 0, running: 0 }));
});

test('the door of a worker is closed to who has no token, and refuses what is no job', async () => {
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${worker.url}/jobs`, { method: 'POST', headers, body }).then(({ status }) => status);
  const order = JSON.stringify({ job: { kind: 'ping' }, user: '', rights: {}, written: false });
  expect(await post({}, order)).toBe(401);
  expect(await post({ Authorization: 'Bearer wrong' }, order)).toBe(401);
  const known = { Authorization: 'Bearer the token of a fleet, 32 characters' };
  expect(await post(known, order)).toBe(400);
  expect(await post(known, '{"job":{"kind":"none"}}')).toBe(400);
  expect(await post(known, '{')).toBe(400);
});

const listen = () => Bulletin.open(fleet.databaseUrl, {}, pino({ level: 'silent' }));

describe('a web server and a worker believe each other by the token of the fleet alone', () => {
  const token = 'the token of a fleet, 32 characters';
  const ping = JSON.stringify({ job: { kind: 'ping' }, user: '', rights: {}, written: false });
  const other = 'the token of another fleet, 32 letters';

  test('a worker refuses a question that is proved by another token, or has another body', async () => {
    const post = (authorization: string, body = ping) =>
      fetch(`${worker.url}/jobs`, {
        method: 'POST',
        headers: { Authorization: authorization },
        body,
      }).then(({ status }) => status);
    // The door is passed: this order has too few rights.
    expect(await post(proveQuestion(token, ping).authorization)).toBe(400);
    expect(await post(proveQuestion(other, ping).authorization)).toBe(401);
    expect(await post(proveQuestion(token, ping).authorization, `${ping} `)).toBe(401);
    const [number = '', digest = ''] = proveQuestion(token, ping).authorization.split('.');
    expect(await post(`${number}.${digest}.${'A'.repeat(43)}`)).toBe(401);
  });

  test('a web server does not send its token, and believes no answer that is not proved', async () => {
    const { admitted } = await admit('asked');
    const { rowCount, columns } = admitted;
    await fleet.objects.put('datasets/b/asked.parquet', fleet.path('asked.parquet'));
    const table = {
      parquet: await fleet.objects.localPath('datasets/b/asked.parquet'),
      datasetId: 'b',
      version: 1,
      rowCount,
      columns,
    };
    const rows = { limit: 10, offset: 0 };
    const right = await fleet.engine.rows(table, rows);
    const forged = { ...right, items: [['Forged', 1]] };
    const heard: (string | undefined)[] = [];
    const answer = encodeOutcome({ type: 'done', files: {}, result: forged });
    const proofs = [
      () => ({}),
      () => ({ [proofHeader]: 'A'.repeat(43) }),
      (asked: string) => {
        const made = knownQuestion(other, asked)?.proveAnswer(answer) ?? 'none';
        return { [proofHeader]: made };
      },
    ];
    for (const proof of proofs) {
      const impostor = createServer((req, res) => {
        const asked = req.headers.authorization ?? '';
        heard.push(asked);
        req.resume().once('end', () => res.writeHead(200, proof(asked)).end(answer));
      });
      await new Promise<void>((done) => impostor.listen(0, '127.0.0.1', done));
      const { port } = z.object({ port: z.int() }).parse(impostor.address());
      const url = `http://127.0.0.1:${port}`;
      const bulletin = await listen();
      const before = heard.length;
      const answers: unknown[] = [];
      // It is asked first, or not at all, by the dataset: until it was asked, others are asked about.
      await vi.waitFor(
        async () => {
          await bulletin.notify(channels.workers, {
            url,
            workers: 9,
            busy: 0,
            slots: 9,
            leaving: false,
          });
          const datasetId = crypto.randomUUID();
          const found = await fleet.engine.rows({ ...table, datasetId }, rows);
          answers.push(found.items);
          expect(heard.length).toBeGreaterThan(before);
        },
        { timeout: 20_000, interval: 20 },
      );
      expect(answers).toEqual(answers.map(() => right.items));
      await bulletin.notify(channels.workers, {
        url,
        workers: 9,
        busy: 0,
        slots: 9,
        leaving: true,
      });
      await bulletin.close();
      impostor.closeAllConnections();
      impostor.close();
    }
    expect(heard.filter((one) => one === undefined || one.includes(token))).toEqual([]);
  });
});

test('a job whose worker dies is done by another, and what the first one finds later is not taken', async () => {
  const queue = await FleetQueue.open(fleet.databaseUrl, pino({ level: 'silent' }));
  const rights = { share: 1, running: Infinity, waiting: 10, seconds: 60 };
  const id = crypto.randomUUID();
  await worker.stop();
  await queue.add(id, 'anna', rights, { reply: 'nobody', order: '{}' });
  const [dying, living] = [await listen(), await listen()];
  const first = await dying.hold((db) => queue.take(9, db));
  expect(first).toMatchObject({ id, retryCount: 0 });
  expect(await living.hold((db) => queue.take(9, db))).toBe(null);
  expect(await queue.recover()).toBe(0);
  // As the connection of a process ends that is killed.
  await dying.close();
  await vi.waitFor(async () => expect(await queue.recover()).toBe(1), { timeout: 10_000 });
  const second = await living.hold((db) => queue.take(9, db));
  expect(second).toMatchObject({ id, retryCount: 1 });
  if (first === null || second === null) throw new Error('There was no job.');
  expect(await queue.complete(first, { answer: 'late', attempt: 'first' })).toBe(false);
  expect(await queue.complete(second, { answer: 'right', attempt: 'second' })).toBe(true);
  expect(await queue.complete(second, { answer: 'twice', attempt: 'second' })).toBe(false);
  expect(await queue.statesOf([id])).toEqual([
    { id, state: 'completed', output: { answer: 'right', attempt: 'second' } },
  ]);
  await living.close();
  await queue.close();
});

test('users take turns by their shares over the whole queue, and each has places of their own', async () => {
  const queue = await FleetQueue.open(fleet.databaseUrl, pino({ level: 'silent' }));
  const rightsOf = (share: number, running = Infinity) => ({
    share,
    running,
    waiting: 8,
    seconds: 60,
  });
  const add = (user: string, share: number, running?: number) =>
    queue.add(crypto.randomUUID(), user, rightsOf(share, running), { reply: user, order: null });
  for (let i = 0; i < 8; i++) await add('pro', 4);
  for (let i = 0; i < 8; i++) await add('free', 2);
  for (let i = 0; i < 3; i++) await add('new', 1, 1);
  await expect(add('free', 2)).rejects.toMatchObject({
    code: 'unavailable',
    details: { limit: 8, retry_after: 2 },
  });
  const order: string[] = [];
  const bulletin = await listen();
  const take = () => bulletin.hold((db) => queue.take(99, db));
  for (let taken = await take(); taken !== null; taken = await take()) {
    order.push(taken.ticket.reply);
    // The second job of a user who may have one at once waits for the first.
    if (taken.ticket.reply !== 'new') await queue.complete(taken, { answer: '', attempt: '' });
  }
  const first = order.slice(0, 7);
  expect([
    first.filter((user) => user === 'pro').length,
    first.filter((user) => user === 'free').length,
    order.filter((user) => user === 'new').length,
    order.length,
  ]).toEqual([4, 2, 1, 17]);
  expect(await queue.depth()).toEqual({ waiting: 2, running: 1 });
  await bulletin.close();
  await queue.close();
});

test('without a worker a small question is refused with the time to ask again', async () => {
  const silent: JobRunner['ready'] = () => fleet.engine.ready();
  await vi.waitFor(async () => expect(await silent()).toBe(false), { timeout: 20_000 });
  await expect(fleet.engine.readSql('select 1')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'No worker answers. Try again in a moment.',
  });
});
