import { createTestDatabase, type TestDatabase } from '@columnist/core/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';

interface Server {
  readonly child: ChildProcess;
  readonly folder: string;
  output: string;
  url: string;
}

let database: TestDatabase;
let servers: Server[];
let key: string;
let token: string;

function found(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`Not there yet: ${text}`);
  return match;
}

/** Three server processes on one PostgreSQL, each with files of its own. */
beforeAll(async () => {
  database = await createTestDatabase('PostgreSQL');
  servers = Array.from({ length: 3 }, (): Server => {
    const folder = mkdtempSync(join(tmpdir(), 'columnist-replica-'));
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: folder,
        DATABASE_URL: database.url,
        APP_SECRET: 'one secret for all three replicas 42',
        PORT: '0',
        LOG_LEVEL: 'error',
        WORKERS: '1',
        CAPTCHA: 'off',
        THROTTLE_SCALE: '1000',
      },
    });
    const server = { child, folder, output: '', url: '' };
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (server.output += chunk.toString()));
    return server;
  });
  for (const server of servers) {
    server.url = await vi.waitFor(() => found(/ready on (http:\/\/[^/]+)\/app\//, server.output), {
      timeout: 60_000,
      interval: 100,
    });
  }
  const [first] = servers;
  const registered = await fetch(`${first?.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: 'many@example.com',
      password: 'rows of beans 7',
      full_name: 'Many Doors',
    }),
  });
  ({ access_token: token } = z.object({ access_token: z.string() }).parse(await registered.json()));
  const link = await vi.waitFor(
    () => found(/its link: http:\/\/[^/]+(\/\S+)/, servers.map(({ output }) => output).join('\n')),
    { timeout: 20_000, interval: 100 },
  );
  const mailed = new URL(link, 'http://127.0.0.1').searchParams.get('token');
  await fetch(`${first?.url}/api/v1/auth/me/verify-email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ token: mailed }),
  });
  const made = await fetch(`${first?.url}/api/v1/auth/api-key/regenerate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  ({ api_key: key } = z.object({ api_key: z.string() }).parse(await made.json()));
}, 120_000);
afterAll(async () => {
  for (const { child, folder } of servers) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
  await database.drop();
}, 60_000);

const anyOf = (i: number): string => servers[i % servers.length]?.url ?? '';
const call = async (i: number): Promise<Response> => {
  const response = await fetch(`${anyOf(i)}/api/v1/statistics`, {
    method: 'POST',
    headers: { 'API-Key': key, 'Content-Type': 'text/csv' },
    body: `x\n${i}\n${i + 1}\n`,
  });
  await response.arrayBuffer();
  return response;
};

test('of 200 different calls at once with 5 units left exactly 5 succeed, whichever process they meet', async () => {
  const before = await Promise.all(Array.from({ length: 95 }, (_, i) => call(i)));
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));
  const at = await Promise.all(Array.from({ length: 200 }, (_, i) => call(1000 + i)));
  expect(Object.groupBy(at, ({ status }) => (status === 200 ? 'done' : 'refused'))).toMatchObject({
    done: { length: 5 },
    refused: { length: 195 },
  });
  expect(at.find(({ status }) => status === 429)?.headers.get('quota-used')).toBe('100');
  const usage = await fetch(`${anyOf(1)}/api/freemium/usage`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await usage.json()).toMatchObject({ api_queries: 100 });
}, 120_000);

test('of 20 uploads at once with one place left exactly one succeeds', async () => {
  const upload = async (i: number): Promise<number> => {
    const form = new FormData();
    form.append('file', new Blob([`x\n${i}\n`]), `${i}.csv`);
    return (
      await fetch(`${anyOf(i)}/api/v1/datasets`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: form,
      })
    ).status;
  };
  for (let i = 0; i < 4; i++) expect(await upload(i)).toBe(201);
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, i) => upload(10 + i)));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 19 }, () => 403),
  ]);
}, 120_000);
