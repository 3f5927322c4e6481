import { allOperations } from '@columnist/contract';
import { startPostgres } from '@columnist/core/testing';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { explainAll, readPlans, scanned, type Explained } from './bench/read-plans.ts';
import { measureCost } from './bench/measure-cost.ts';
import { measureFairness } from './bench/measure-fairness.ts';
import { median, report, type BenchRow } from './bench/report.ts';
import {
  asJson,
  becomeAdmin,
  inDatabase,
  openAccount,
  peakOverIdle,
  sendLoad,
  startServer,
  upload,
  type Server,
} from './bench/servers.ts';

/**
 * What the server does on PostgreSQL, against named peers in the same run:
 *   pnpm bench:http [throughput | receive | uploads | fairness | cost | database]
 */
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const rounds = 5;

const table: BenchRow[] = [];
const chosen = process.argv.slice(2).find((argument) => !argument.startsWith('--'));

/** Milliseconds of the list of a user's datasets, the median of many. */
async function timeList(url: string, key: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 300; i++) {
    const begin = performance.now();
    await (
      await fetch(`${url}/api/v1/datasets?limit=50`, { headers: { 'API-Key': key } })
    ).arrayBuffer();
    times.push(performance.now() - begin);
  }
  return median(times.slice(50));
}

interface Setting {
  readonly server: Server;
  readonly postgres: { readonly url: string; readonly log: () => string };
  readonly key: string;
  readonly session: string;
  /** A dataset of 1 MB, and a file of 99. */
  readonly id: string;
  readonly large: string;
}

async function compareThroughput({ server: { url }, postgres, key, id }: Setting): Promise<void> {
  const peer = spawn(process.execPath, [join(import.meta.dirname, 'bench/bare-express.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: postgres.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const peerPort = String((await once(peer.stdout, 'data'))[0]).trim();
    const rates = { ours: [] as number[], bare: [] as number[] };
    const load = { connections: 20, seconds: 4 };
    for (let round = 0; round <= rounds; round++) {
      rates.ours.push(
        await sendLoad({
          url,
          path: `/api/v1/datasets/${id}/analyze`,
          headers: { 'API-Key': key },
          body: '{}',
          ...load,
        }),
      );
      rates.bare.push(
        await sendLoad({
          url: `http://127.0.0.1:${peerPort}`,
          path: '/',
          headers: {},
          body: '{}',
          ...load,
        }),
      );
    }
    const [ours = NaN, bare = NaN] = [rates.ours, rates.bare].map(
      (counts) => median(counts.slice(1)) / load.seconds,
    );
    table.push({
      measure:
        'Description over HTTP by API key, against bare Express with one read and one update',
      reached: `${(ours / bare).toFixed(2)} (${ours.toFixed(0)} / ${bare.toFixed(0)} a second)`,
      limit: '≥ 0.5',
      holds: ours / bare >= 0.5,
    });
  } finally {
    peer.kill();
  }
}

async function watchUploads({ server, key, large }: Setting): Promise<void> {
  let ids: string[] = [];
  const [peak = NaN] = await peakOverIdle([server.pid], async () => {
    ids = await Promise.all(
      Array.from({ length: 8 }, (_, i) => upload(server.url, key, large, `large-${i}.csv`)),
    );
  });
  table.push({
    measure: 'Eight parallel uploads of 99 MB: memory of the server process over idle',
    reached: `${peak.toFixed(0)} MB`,
    limit: '≤ 100 MB',
    holds: peak <= 100,
  });
  await server.loopDelay();
  await Promise.all(
    ids.map(async (id) =>
      (
        await fetch(`${server.url}/api/v1/datasets/${id}/analyze`, {
          method: 'POST',
          headers: { 'API-Key': key, ...asJson },
          body: JSON.stringify({ view: { filter: 'score > 0' } }),
        })
      ).arrayBuffer(),
    ),
  );
  const delay = await server.loopDelay();
  table.push({
    measure: 'Delay of the main loop, p99, while eight full profiles run',
    reached: `${delay.toFixed(1)} ms`,
    limit: '≤ 10 ms',
    holds: delay <= 10,
  });
}

async function fillDatabase(setting: Setting): Promise<void> {
  const {
    server: { url },
    postgres,
    key,
  } = setting;
  const few = await timeList(url, key);
  await fillTables(postgres.url);
  const many = await timeList(url, key);
  table.push({
    measure: 'List of a user’s datasets, a million in the table, against an empty one',
    reached: `${(many / few).toFixed(2)} (${many.toFixed(2)} / ${few.toFixed(2)} ms)`,
    limit: '≤ 1.2',
    holds: many / few <= 1.2,
  });
  await provePlans(setting);
}

const parts = {
  throughput: compareThroughput,
  receive: compareUpload,
  uploads: watchUploads,
  fairness: async ({ postgres }: Setting) =>
    void table.push(...(await measureFairness(postgres.url, folder))),
  cost: async ({ postgres }: Setting) =>
    void table.push(...(await measureCost(postgres.url, folder))),
  database: fillDatabase,
};

async function main(): Promise<void> {
  if (!existsSync('/proc/self/statm')) throw new Error('bench:http reads /proc: it runs on Linux.');
  // A folder of its own: run as root, the server belongs to another user.
  const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-bench-postgres-'));
  const postgres = await startPostgres(databaseDir);
  const server = await startServer(postgres.url, join(folder, 'data'));
  try {
    const { key, session } = await openAccount(
      server.url,
      server.output,
      'bench@example.com',
      postgres.url,
    );
    await becomeAdmin(server, session);
    const [small, large] = [join(folder, 'small.csv'), join(folder, 'large.csv')];
    execFileSync(process.execPath, [join(import.meta.dirname, 'generate-csv.ts'), small, '1']);
    execFileSync(process.execPath, [join(import.meta.dirname, 'generate-csv.ts'), large, '99']);
    const setting = {
      server,
      postgres,
      key,
      session,
      large,
      id: await upload(server.url, key, small, 'small.csv'),
    };
    for (const [name, part] of Object.entries(parts))
      if (chosen === undefined || chosen === name) await part(setting);
  } finally {
    await server.stop();
    await postgres.stop();
    rmSync(databaseDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    report('http', table, chosen !== undefined);
  }
}

/** Seconds of sending a file as the body of a request. */
async function send(path: string, url: string): Promise<number> {
  const begin = performance.now();
  const { size } = statSync(path);
  const req = request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', 'Content-Length': size },
  });
  createReadStream(path, { highWaterMark: 1 << 20 }).pipe(req);
  const [res] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(req, 'response'));
  await once(res.resume(), 'end');
  if (res.statusCode !== 200) throw new Error(`${url} answered ${res.statusCode}`);
  return (performance.now() - begin) / 1000;
}

/** The taking of a body alone, without what becomes of it. */
async function compareUpload({ large }: Setting): Promise<void> {
  const receiver = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bench/receive.ts'), folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const origin = `http://127.0.0.1:${String((await once(receiver.stdout, 'data'))[0]).trim()}`;
    const times = { ours: [] as number[], raw: [] as number[] };
    for (let round = 0; round <= 2 * rounds; round++) {
      times.ours.push(await send(large, `${origin}/ours`));
      times.raw.push(await send(large, `${origin}/raw`));
    }
    const [ours, raw] = [median(times.ours.slice(1)), median(times.raw.slice(1))];
    table.push({
      measure: 'Upload of 99 MB with hash and checks, against a raw save of the same stream',
      reached: `${(ours / raw).toFixed(2)} (${ours.toFixed(2)} / ${raw.toFixed(2)} s)`,
      limit: '≤ 1.45',
      holds: ours / raw <= 1.45,
    });
  } finally {
    receiver.kill();
  }
}

/** A million datasets, and the hundred thousand users who have them. */
const fillTables = (databaseUrl: string): Promise<void> =>
  inDatabase(databaseUrl, async (client) => {
    await client.query(
      "insert into user_account select (jsonb_populate_record(u, jsonb_build_object('id', " +
        "gen_random_uuid(), 'email', 'person' || g || '@example.com', 'email_key', 'person' " +
        "|| g || '@example.com'))).* from generate_series(1, 100000) g, user_account u where " +
        "u.email = 'bench@example.com'",
    );
    await client.query(
      `insert into dataset (id, owner_id, name, status, created_at, stored_bytes, current_version)
       select gen_random_uuid(), u.id, 'data.csv', 'ready', now() - g * interval '1 minute', 1000, 1 from user_account u, generate_series(1, 10) g where u.email <> 'bench@example.com'`,
    );
    await client.query('vacuum analyze');
  });

/**
 * Reads everything that can be read: each statement by its indexes, and a page of many with as many
 * statements as one of a few.
 */
async function provePlans({ server, postgres, key, session, id }: Setting): Promise<void> {
  await inDatabase(postgres.url, async (client) => {
    for (const setting of explainAll('columnist')) await client.query(setting);
    // Those of the server begin again, with the setting.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user',
    );
  });
  const read = async (path: string): Promise<Explained[]> => {
    const before = postgres.log().length;
    const response = await fetch(server.url + path, {
      headers: path.startsWith('/api/v1/datasets')
        ? { 'API-Key': key }
        : { Authorization: `Bearer ${session}` },
    });
    await response.arrayBuffer();
    // A refusal for want of a parameter has read nothing; one for want of a part that is not set up
    // has.
    if (response.status === 401 || response.status === 403)
      throw new Error(`${path} answered ${response.status}`);
    // The log comes through a pipe.
    await new Promise((done) => setTimeout(done, 150));
    // Mail is sent beside the requests.
    return readPlans(postgres.log().slice(before)).filter(
      (plan) => !plan['Query Text'].includes('mail_job'),
    );
  };
  // The administrator's totals count everything, and so read everything.
  const paths = allOperations.flatMap(({ path, kind, rest }) =>
    path !== 'admin.stats' &&
    kind === 'query' &&
    rest?.method === 'get' &&
    rest.answer !== 'file' &&
    !/\{(?!id\})/.test(rest.path)
      ? [rest.path.replace('{id}', id)]
      : [],
  );
  await read('/api/v1/datasets');
  const large = new Set(['dataset', 'user_account']);
  const plans: { path: string; plan: Explained }[] = [];
  for (const path of paths) for (const plan of await read(path)) plans.push({ path, plan });
  const slow = plans.filter(({ plan }) => scanned(plan).some((name) => large.has(name)));
  for (const { path, plan } of slow)
    console.log(`${path} reads a whole table: ${plan['Query Text']}`);
  table.push({
    measure:
      'Statements that read a whole table of a million datasets or 100,000 users, of the ' +
      `${plans.length} of ${paths.length} readings`,
    reached: String(slow.length),
    limit: '0',
    holds: plans.length > paths.length && slow.length === 0,
  });
  const lists = [
    '/api/v1/datasets',
    '/api/v1/admin/users',
    '/api/v1/admin/audit',
    '/api/v1/auth/agent-calls',
  ];
  const counts: string[] = [];
  // The fewest of three: jobs run beside the requests.
  const fewest = async (path: string): Promise<number> =>
    Math.min((await read(path)).length, (await read(path)).length, (await read(path)).length);
  for (const path of lists) {
    const [one, page] = [await fewest(`${path}?limit=1`), await fewest(`${path}?limit=9`)];
    if (one !== page) counts.push(`${path}: ${one} and ${page}`);
  }
  table.push({
    measure: `Lists that need more statements for nine entries than for one, of ${lists.length}`,
    reached: counts.length === 0 ? '0' : counts.join('; '),
    limit: '0',
    holds: counts.length === 0,
  });
}

await main();
