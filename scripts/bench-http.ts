import { startPostgres } from '@columnist/core/testing';
import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { request, Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { median, report, type BenchRow } from './bench/report.ts';

/**
 * What the server does on PostgreSQL, against named peers in the same run:
 *   pnpm bench:http
 */
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const rounds = 5;
const secondsARound = 4;
const connections = 20;

const table: BenchRow[] = [];

/** The real server with a watch on its loop. */
async function startServer(databaseUrl: string): Promise<{ child: ChildProcess; url: string; output: () => string }> {
  const child = fork('apps/server/src/main.ts', {
    cwd: root, silent: true, execArgv: ['--import', join(import.meta.dirname, 'bench/watch-loop.mjs')],
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'error', CAPTCHA: 'off', THROTTLE_SCALE: '1000000' },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.pipe(process.stderr);
  for (;;) {
    const origin = /ready on (http:\/\/[^/]+)\/app\//.exec(output)?.[1];
    if (origin !== undefined) return { child, url: origin, output: () => output };
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function loopDelay(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message');
  child.send('delay');
  return z.tuple([z.object({ p99: z.number() }), z.unknown()]).parse(await answered)[0].p99;
}

const asJson = { 'Content-Type': 'application/json' };
const idOf = z.object({ id: z.uuid() });

/** A verified Pro account with its session and its key. */
async function openAccount(url: string, output: () => string, email: string, databaseUrl: string): Promise<{ session: string; key: string }> {
  const registered = await fetch(`${url}/api/v1/auth/register`, { method: 'POST', headers: asJson, body: JSON.stringify({ email, password: 'rows of beans 7', full_name: 'Bea Bench' }) });
  const session = z.object({ access_token: z.string() }).parse(await registered.json()).access_token;
  let link: string | undefined;
  while (link === undefined) {
    link = new RegExp(`Mail to ${email}[^\\n]*\\n\\s+its link: (\\S+)`).exec(output())?.[1];
    await new Promise((done) => setTimeout(done, 200));
  }
  await fetch(link, { redirect: 'manual' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update user_account set granted_pro_until = '2100-01-01' where email = $1", [email]);
  await client.end();
  const made = await fetch(`${url}/api/v1/auth/api-key/regenerate`, { method: 'POST', headers: { Authorization: `Bearer ${session}` } });
  return { session, key: z.object({ api_key: z.string() }).parse(await made.json()).api_key };
}

async function upload(url: string, key: string, path: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', await openAsBlob(path), name);
  const response = await fetch(`${url}/api/v1/datasets`, { method: 'POST', headers: { 'API-Key': key }, body: form });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return idOf.parse(body).id;
}

/** Requests a second over so many connections at once, one after the other on each. */
async function throughput(url: string, path: string, headers: Record<string, string>, body: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + secondsARound * 1000;
  let answered = 0;
  const one = (): Promise<void> =>
    new Promise((done, fail) => {
      const req = request(new URL(path, url), { method: 'POST', agent, headers: { ...headers, ...asJson, 'Content-Length': Buffer.byteLength(body) } }, (res) => {
        if (res.statusCode !== 200) fail(new Error(`${path} answered ${res.statusCode}`));
        res.resume().once('end', done);
      });
      req.once('error', fail).end(body);
    });
  await Promise.all(Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      await one();
      answered += 1;
    }
  }));
  agent.destroy();
  return answered / secondsARound;
}

/** Milliseconds of the list of a user's datasets, the median of many. */
async function timeList(url: string, key: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 300; i++) {
    const begin = performance.now();
    await (await fetch(`${url}/api/v1/datasets?limit=50`, { headers: { 'API-Key': key } })).arrayBuffer();
    times.push(performance.now() - begin);
  }
  return median(times.slice(50));
}

const residentMb = (pid: number): number => (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6;

async function main(): Promise<void> {
  if (!existsSync('/proc/self/statm')) throw new Error('bench:http reads /proc: it runs on Linux.');
  // A folder of its own: run as root, the server belongs to another user.
  const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-bench-postgres-'));
  const postgres = await startPostgres(databaseDir);
  const { child, url, output } = await startServer(postgres.url);
  const peer = spawn(process.execPath, [join(import.meta.dirname, 'bench/bare-express.ts')], { env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: postgres.url }, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const { key } = await openAccount(url, output, 'bench@example.com', postgres.url);
    const [small, large] = [join(folder, 'small.csv'), join(folder, 'large.csv')];
    execFileSync(process.execPath, [join(import.meta.dirname, 'generate-csv.ts'), small, '1']);
    execFileSync(process.execPath, [join(import.meta.dirname, 'generate-csv.ts'), large, '99']);
    const id = await upload(url, key, small, 'small.csv');
    const peerPort = String(z.instanceof(Buffer).parse((await once(peer.stdout, 'data'))[0])).trim();

    // Taken before there is anything else in the table.
    const listed = { few: await timeList(url, key), many: NaN };

    const rates = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      rates.ours.push(await throughput(url, `/api/v1/datasets/${id}/analyze`, { 'API-Key': key }, '{}'));
      rates.bare.push(await throughput(`http://127.0.0.1:${peerPort}`, '/', {}, '{}'));
    }
    const [ours, bare] = [median(rates.ours.slice(1)), median(rates.bare.slice(1))];
    table.push({ measure: 'Description over HTTP by API key, against bare Express with one read and one update', reached: `${(ours / bare).toFixed(2)} (${ours.toFixed(0)} / ${bare.toFixed(0)} a second)`, limit: '≥ 0.5', holds: ours / bare >= 0.5 });

    const idle = residentMb(child.pid ?? 0);
    let peak = idle;
    const watch = setInterval(() => (peak = Math.max(peak, residentMb(child.pid ?? 0))), 50);
    await loopDelay(child);
    const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => upload(url, key, large, `large-${i}.csv`)));
    clearInterval(watch);
    await loopDelay(child);
    table.push({ measure: 'Eight parallel uploads of 99 MB: memory of the server process over idle', reached: `${(peak - idle).toFixed(0)} MB`, limit: '≤ 100 MB', holds: peak - idle <= 100 });

    await Promise.all(ids.map(async (one) => (await fetch(`${url}/api/v1/datasets/${one}/analyze`, { method: 'POST', headers: { 'API-Key': key, ...asJson }, body: JSON.stringify({ view: { filter: 'score > 0' } }) })).arrayBuffer()));
    const delay = await loopDelay(child);
    table.push({ measure: 'Delay of the main loop, p99, while eight full profiles run', reached: `${delay.toFixed(1)} ms`, limit: '≤ 10 ms', holds: delay <= 10 });

    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create temporary table made as select gen_random_uuid() as dataset_id from generate_series(1, 1000000)`);
    await openAccount(url, output, 'other@example.com', postgres.url);
    await client.query(`insert into dataset select (jsonb_populate_record(d, jsonb_build_object('id', made.dataset_id, 'owner_id', (select id from user_account where email = 'other@example.com')))).* from made, dataset d where d.id = $1`, [id]);
    await client.query('analyze dataset');
    await client.end();
    listed.many = await timeList(url, key);
    table.push({ measure: 'List of a user’s datasets, a million in the table, against an empty one', reached: `${(listed.many / listed.few).toFixed(2)} (${listed.many.toFixed(2)} / ${listed.few.toFixed(2)} ms)`, limit: '≤ 1.2', holds: listed.many / listed.few <= 1.2 });
  } finally {
    peer.kill();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await postgres.stop();
    rmSync(databaseDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
  report('http', table);
}

await main();
