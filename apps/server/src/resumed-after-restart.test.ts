import { openBreakingLine } from '@columnist/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { begin, idIn, offsetOf, patch, sendAll } from './testing-resumable.ts';

const MB = 1024 * 1024;
const dataDir = mkdtempSync(join(tmpdir(), 'columnist-resumed-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<{ child: ChildProcess; url: string; ended: Promise<unknown> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      WORKERS: '1',
      CAPTCHA: 'off',
    },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  await expect.poll(() => output, { timeout: 120_000 }).toMatch(/Columnist is ready on/);
  return { child, url: /ready on (http:\/\/[^/]+)\/app\//.exec(output)?.[1] ?? '', ended };
}

test(
  'an upload goes on where it was after the server was killed, and after it was stopped',
  { timeout: 400_000 },
  async () => {
    const text = randomBytes(3 * MB).toString('hex');
    const bytes = Buffer.from(`a\n${text.match(/.{1,4096}/g)?.join('\n') ?? ''}\n`);
    let server = await start();
    const registered = await fetch(`${server.url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: 'ada@columnist.example',
        password: 'rows of beans 7',
        full_name: 'Ada Byron',
      }),
    });
    const { access_token: token } = z
      .object({ access_token: z.string() })
      .parse(await registered.json());
    const credentials = { Authorization: `Bearer ${token}` };
    const id = idIn(await begin(server.url, credentials, bytes.length));
    const reached: number[] = [];
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const line = await openBreakingLine(server.url);
      const offset = await offsetOf(server.url, credentials, id);
      // The connection is open, with a part of the file in it, when the server ends.
      const stalled = line.stallAfter(2 * MB);
      const sending = patch(line.url, credentials, id, bytes.subarray(offset), offset);
      await stalled;
      const path = join(dataDir, 'objects/uploads', id);
      await expect.poll(() => statSync(path).size).toBeGreaterThan(offset + MB);
      server.child.kill(signal);
      await line.close();
      expect(await sending).toBe(0);
      await server.ended;
      server = await start();
      reached.push(await offsetOf(server.url, credentials, id));
    }
    const [first = 0, second = 0] = reached;
    expect(first).toBeGreaterThan(MB);
    expect(second).toBeGreaterThan(first + MB);
    await sendAll(server.url, credentials, id, bytes);
    const made = await fetch(`${server.url}/api/v1/datasets/from-upload`, {
      method: 'POST',
      headers: { ...credentials, 'Content-Type': 'application/json' },
      body: JSON.stringify({ upload: id, header_rows: 1 }),
    });
    const { id: dataset } = z.object({ id: z.uuid() }).parse(await made.json());
    const file = await fetch(`${server.url}/api/v1/datasets/${dataset}/file`, {
      headers: credentials,
    });
    const sha256 = (some: Uint8Array): string => createHash('sha256').update(some).digest('hex');
    expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes));
    expect(readdirSync(join(dataDir, 'objects/uploads'))).toEqual([]);
    server.child.kill('SIGTERM');
    await server.ended;
  },
);
