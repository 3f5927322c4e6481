import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

/**
 * Kills the server with SIGKILL at random points of uploads, restarts it on the same folder, and
 * checks that no half
 * dataset, no stray file and no false count is left:
 *   node scripts/faults/kill-during-upload.ts [kills = 50] [seed]
 */
const root = resolve(import.meta.dirname, '../..');
const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? 20_261_121);
const dataDir = mkdtempSync(join(tmpdir(), 'columnist-faults-'));
const account = { email: 'faults@example.com', password: 'rows of beans 7' };
const json = { 'Content-Type': 'application/json' };
const csv = `id,day,town,value\n${Array.from({ length: 120_000 }, (_, i) => `${i},2026-01-${String((i % 28) + 1).padStart(2, '0')},town ${i % 97},${(i * 7919) % 10_007}.25`).join('\n')}\n`;

let state = seed;
function random(): number {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return state / 4_294_967_296;
}

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(): Promise<Server> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      CAPTCHA: 'off',
      THROTTLE_SCALE: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise<string>((found, fail) => {
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}:\n${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const origin = /ready on (http:\/\/[^/]+)\/app\//.exec(output)?.[1];
      if (origin !== undefined) found(origin);
    });
  });
  return { child, url };
}

async function stop({ child }: Server, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

const tokens = z.object({ access_token: z.string() });
async function signIn({ url }: Server, how: 'register' | 'login'): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/${how}`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(how === 'register' ? { ...account, full_name: 'Fay Faults' } : account),
  });
  return tokens.parse(await response.json()).access_token;
}

function upload({ url }: Server, token: string, name: string): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([csv]), name);
  return fetch(`${url}/api/v1/datasets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
}

const list = z.array(z.object({ id: z.string(), name: z.string(), row_count: z.int() }));
const usage = z.object({ datasets_uploaded: z.int() });

const objects = (): string[] =>
  readdirSync(join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** What is wrong, in words; empty where nothing is. */
async function check(
  { url }: Server,
  token: string,
  expected: readonly string[],
): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const datasets = list.parse(
    await (await fetch(`${url}/api/v1/datasets?limit=50`, { headers })).json(),
  );
  const counted = usage.parse(
    await (await fetch(`${url}/api/freemium/usage`, { headers })).json(),
  ).datasets_uploaded;
  const stored = objects();
  const known = datasets.flatMap(({ id }) =>
    ['1.csv', '1.parquet', '1-profile.json'].map((name) =>
      join(dataDir, 'objects/datasets', id, name),
    ),
  );
  const temporary = ['temp', 'scratch'].flatMap((folder) =>
    readdirSync(join(dataDir, folder)).map((name) => `${folder}/${name}`),
  );
  return [
    ...(JSON.stringify(datasets.map(({ name }) => name).sort()) ===
    JSON.stringify([...expected].sort())
      ? []
      : [
          `datasets ${datasets.map(({ name }) => name).join(', ')} instead of ${expected.join(', ')}`,
        ]),
    ...datasets
      .filter(({ row_count: rows }) => rows !== 120_000)
      .map(({ name, row_count: rows }) => `${name} has ${rows} rows`),
    ...(counted === expected.length
      ? []
      : [`usage counts ${counted} instead of ${expected.length}`]),
    ...stored.filter((path) => !known.includes(path)).map((path) => `stray file ${path}`),
    ...known.filter((path) => !stored.includes(path)).map((path) => `missing file ${path}`),
    ...temporary.map((path) => `temporary file ${path}`),
  ];
}

let server = await start();
let failures = 0;
try {
  let token = await signIn(server, 'register');
  await upload(server, token, 'kept.csv');
  // The first one warms the workers.
  const begin = performance.now();
  await upload(server, token, 'lost.csv');
  const whole = performance.now() - begin;
  await forget(server, token);
  console.log(
    `An upload of ${(csv.length / 1e6).toFixed(1)} MB takes ${whole.toFixed(0)} ms; seed ${seed}.`,
  );
  for (let done = 0; done < kills;) {
    const after = random() * whole * 0.9;
    let answered = false;
    const sent = upload(server, token, 'lost.csv').then(
      () => (answered = true),
      () => undefined,
    );
    await wait(after);
    if (answered) {
      console.log(`${after.toFixed(0)} ms: the answer came first, tried again`);
      await forget(server, token);
      continue;
    }
    await stop(server, 'SIGKILL');
    await sent;
    const mid = !answered;
    server = await start();
    token = await signIn(server, 'login');
    const wrong = mid
      ? await check(server, token, ['kept.csv'])
      : ['the answer came before the kill'];
    done += 1;
    if (wrong.length > 0) failures += 1;
    console.log(
      `${String(done).padStart(3)}: killed ${after.toFixed(0)} ms into the upload, ` +
        (wrong.length === 0 ? 'nothing left' : wrong.join('; ')),
    );
  }
} finally {
  if (server.child.exitCode === null) await stop(server, 'SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${kills} kills in mid-upload, ${failures} with something left.`);
process.exitCode = failures === 0 ? 0 : 1;

/** Removes what an upload that was quicker than the kill has made. */
async function forget({ url }: Server, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  for (const { id, name } of list.parse(
    await (await fetch(`${url}/api/v1/datasets?limit=50`, { headers })).json(),
  ))
    if (name === 'lost.csv')
      await fetch(`${url}/api/v1/datasets/${id}`, { method: 'DELETE', headers });
  // Deleted for good once it can no longer be brought back.
  while (objects().length > 3) await wait(500);
}
