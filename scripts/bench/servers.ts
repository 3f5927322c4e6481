import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../..');

/** The real server as a process of its own, with a watch on its loop. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  /** What it said to people, and what it logged. */
  readonly output: () => string;
  readonly log: () => string;
  /** The 99th percentile of the delay of its loop since this was last asked, in milliseconds. */
  readonly loopDelay: () => Promise<number>;
  /**
   * The same with the longest delay, and with the longest turn by the processor time of its thread:
   * the rest of a delay was spent waiting for a processor.
   */
  readonly loopDelays: () => Promise<{
    readonly p99: number;
    readonly max: number;
    readonly worked: number;
  }>;
  /** Waits for its end. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts one on this database, with the log at its errors and the limits of a minute raised; the
 * `program` is this one unless said otherwise.
 */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
  program: string = root,
): Promise<Server> {
  const child = fork('apps/server/src/main.ts', {
    cwd: program,
    silent: true,
    // As `pnpm start` does.
    execArgv: ['--max-semi-space-size=8', '--import', join(import.meta.dirname, 'watch-loop.mjs')],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      CAPTCHA: 'off',
      THROTTLE_SCALE: '1000000',
      ...variables,
    },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  // What is logged at its errors is worth a look.
  if (variables['LOG_LEVEL'] === undefined) child.stderr?.pipe(process.stderr);
  for (;;) {
    const url = /ready on (http:\/\/[^/]+)\/app\//.exec(output)?.[1];
    if (child.exitCode !== null) throw new Error(`The server did not start.\n${output}${log}`);
    if (url !== undefined) {
      const loopDelays: Server['loopDelays'] = async () => {
        const answered = once(child, 'message');
        child.send('delay');
        return z
          .tuple([z.object({ p99: z.number(), max: z.number(), worked: z.number() }), z.unknown()])
          .parse(await answered)[0];
      };
      return {
        url,
        child,
        pid: child.pid ?? 0,
        output: () => output,
        log: () => log,
        loopDelays,
        loopDelay: async () => (await loopDelays()).p99,
        stop: async () => {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          await ended;
        },
      };
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

export const asJson = { 'Content-Type': 'application/json' };
/** Of every account. */
const password = 'rows of beans 7';

/**
 * A verified account with its session and its key; Pro unless said otherwise. `outputs` of every
 * server that may send its mail.
 */
export async function openAccount(
  url: string,
  outputs: () => string,
  email: string,
  databaseUrl: string,
  tier: 'free' | 'paid' = 'paid',
): Promise<{ session: string; key: string }> {
  const registered = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: asJson,
    body: JSON.stringify({ email, password, full_name: 'Bea Bench' }),
  });
  const session = z
    .object({ access_token: z.string() })
    .parse(await registered.json()).access_token;
  let link: string | undefined;
  while (link === undefined) {
    link = new RegExp(`Mail to ${email}[^\\n]*\\n\\s+its link: http://[^/]+(/\\S+)`).exec(
      outputs(),
    )?.[1];
    await new Promise((done) => setTimeout(done, 200));
  }
  await verify(url, link, session);
  if (tier === 'paid')
    await inDatabase(databaseUrl, (client) =>
      client.query("update user_account set granted_pro_until = '2100-01-01' where email = $1", [
        email,
      ]),
    );
  const made = await fetch(`${url}/api/v1/auth/api-key/regenerate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}` },
  });
  return { session, key: z.object({ api_key: z.string() }).parse(await made.json()).api_key };
}

/**
 * As the page does to which the link leads; a server of an earlier revision verifies when the link
 * is opened.
 */
async function verify(url: string, link: string, session: string): Promise<void> {
  const token = new URL(link, url).searchParams.get('token');
  const { status } = await fetch(`${url}/api/v1/auth/me/verify-email`, {
    method: 'POST',
    headers: { ...asJson, Authorization: `Bearer ${session}` },
    body: JSON.stringify({ token }),
  });
  if (status === 404) await fetch(url + link, { redirect: 'manual' });
}

/** For what is asked within the next five minutes. */
export async function confirmPassword(url: string, session: string): Promise<void> {
  const { status } = await fetch(`${url}/api/v1/auth/verify-password`, {
    method: 'POST',
    headers: { ...asJson, Authorization: `Bearer ${session}` },
    body: JSON.stringify({ password }),
  });
  if (status !== 200) throw new Error(`The password was answered with ${status}.`);
}

/**
 * By the token that a server printed when it started, the account of this session becomes its first
 * administrator.
 */
export async function becomeAdmin({ url, output }: Server, session: string): Promise<void> {
  let token: string | undefined;
  while (token === undefined) {
    token = /set-up token [^:]*: ([\w-]+)/.exec(output())?.[1];
    await new Promise((done) => setTimeout(done, 100));
  }
  const { status } = await fetch(`${url}/api/v1/admin/setup`, {
    method: 'POST',
    headers: { ...asJson, Authorization: `Bearer ${session}` },
    body: JSON.stringify({ token }),
  });
  if (status !== 200) throw new Error(`The set-up answered ${status}.`);
}

/** Work on a connection of its own. */
export async function inDatabase<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The new dataset's id; throws the answer where it is another one. */
export async function upload(
  url: string,
  key: string,
  path: string,
  name: string,
): Promise<string> {
  const form = new FormData();
  form.append('file', await openAsBlob(path), name);
  const response = await fetch(`${url}/api/v1/datasets`, {
    method: 'POST',
    headers: { 'API-Key': key },
    body: form,
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return z.object({ id: z.uuid() }).parse(body).id;
}

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /**
   * Milliseconds from the start of one request of a connection to that of its next; left out, the
   * next follows the answer.
   */
  readonly pace?: number;
}

/** Sends requests one after the other on each connection; how many were answered. */
export async function sendLoad({
  url,
  path,
  headers,
  body,
  connections,
  seconds,
  pace = 0,
}: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const one = (): Promise<void> =>
    new Promise((done, fail) => {
      const req = request(
        new URL(path, url),
        {
          method: 'POST',
          agent,
          headers: { ...headers, ...asJson, 'Content-Length': Buffer.byteLength(body) },
        },
        (res) => {
          if (res.statusCode !== 200) fail(new Error(`${path} answered ${res.statusCode}`));
          res.resume().once('end', done);
        },
      );
      req.once('error', fail).end(body);
    });
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      let start = performance.now() + (pace * i) / connections;
      while (start < until) {
        await wait(Math.max(0, start - performance.now()));
        await one();
        answered += 1;
        start = Math.max(start + pace, performance.now() - pace);
      }
    }),
  );
  agent.destroy();
  return answered;
}

/** Megabytes of memory that a process holds. */
export const residentMb = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6;

/** Seconds of a processor that a process has had, its own and the system's for it. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The largest memory of each process while work is done, over what it was before. */
export async function peakOverIdle(
  pids: readonly number[],
  work: () => Promise<void>,
): Promise<number[]> {
  const idle = pids.map(residentMb);
  const peaks = [...idle];
  const watch = setInterval(
    () => pids.forEach((pid, i) => (peaks[i] = Math.max(peaks[i] ?? 0, residentMb(pid)))),
    50,
  );
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return peaks.map((peak, i) => peak - (idle[i] ?? 0));
}
