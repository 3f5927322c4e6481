import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'columnist-folder-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      WORKERS: '1',
      CAPTCHA: 'off',
      ...env,
    },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: once(child, 'exit') };
}

/** Paths that others may read, write or enter. */
const open = (): string[] =>
  [
    dataDir,
    ...readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name))),
  ].flatMap((path) => ((statSync(path).mode & 0o077) === 0 ? [] : [relative(dataDir, path)]));

test(
  'a data folder that was there before is closed to others with all it holds, and what is made in it too; a full disk is reported; a damaged database is named with what to do',
  { timeout: 240_000 },
  async () => {
    chmodSync(dataDir, 0o755);
    mkdirSync(join(dataDir, 'objects/datasets'), { recursive: true });
    writeFileSync(join(dataDir, 'objects/datasets/old.csv'), 'a\n1\n', { mode: 0o644 });
    const server = start({ MIN_FREE_DISK_MB: String(Number.MAX_SAFE_INTEGER) });
    await expect.poll(server.output, { timeout: 90_000 }).toMatch(/Columnist is ready on/);
    const url = /ready on (http:\/\/[^/]+)\/app\//.exec(server.output())?.[1] ?? '';
    expect(open()).toEqual([]);

    const ready = await fetch(`${url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', disk: 'low' }]);
    const registered = await fetch(`${url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: 'ada@columnist.example',
        password: 'rows of beans 7',
        full_name: 'Ada Byron',
      }),
    });
    const { access_token: token } = await registered.json();
    const form = new FormData();
    form.append('file', new Blob(['a\n1\n']), 'a.csv');
    const refused = await fetch(`${url}/api/v1/datasets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    });
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      507,
      '60',
      expect.objectContaining({
        code: 'storage_full',
        detail:
          'The server has too little room left to take or read files. What is there can be read as before.',
      }),
    ]);
    server.child.kill('SIGTERM');
    await server.ended;

    const roomy = start();
    await expect.poll(roomy.output, { timeout: 90_000 }).toMatch(/Columnist is ready on/);
    const again = /ready on (http:\/\/[^/]+)\/app\//.exec(roomy.output())?.[1] ?? '';
    const body = new FormData();
    body.append('file', new Blob(['a\n1\n']), 'a.csv');
    expect(
      (
        await fetch(`${again}/api/v1/datasets`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
          body,
        })
      ).status,
    ).toBe(201);
    expect(open()).toEqual([]);
    roomy.child.kill('SIGTERM');
    await roomy.ended;

    rmSync(join(dataDir, 'database/global'), { recursive: true });
    const damaged = start();
    expect((await damaged.ended)[0]).toBe(1);
    expect(damaged.output()).toBe(
      `The embedded database in ${join(dataDir, 'database')} cannot be opened: it is damaged, or of another release. Move that folder away and keep it; then bring a backup back with \`pnpm admin restore FOLDER\`, or start without the folder on an empty database. The uploaded files beside it are as they were.\n`,
    );
  },
);

test('a server that is ended as soon as it is ready lets go of its folder', async () => {
  const folder = join(dataDir, 'ended');
  const { child, ended } = start({ DATA_DIR: folder });
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('Columnist is ready on')) child.kill('SIGTERM');
  });
  expect(await ended).toEqual([0, null]);
  expect(existsSync(join(folder, 'lock'))).toBe(false);
}, 120_000);
