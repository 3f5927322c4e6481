import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';

const dataDir = mkdtempSync(join(tmpdir(), 'columnist-main-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function run(script: string, ...args: string[]): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'debug',
      WORKERS: '1',
      CAPTCHA: 'off',
    },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    output: () => output,
    ended: once(child, 'exit').then(([code]) => z.int().nullable().parse(code)),
  };
}

async function urlOf(server: Run): Promise<string> {
  await expect.poll(server.output, { timeout: 90_000 }).toMatch(/Columnist is ready on/);
  return /ready on (http:\/\/[^/]+)\/app\//.exec(server.output())?.[1] ?? '';
}

const post = async (
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> =>
  (
    await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  ).json();

test(
  'the server keeps its folder for itself, mails to its own mailbox, and ends what it has begun',
  { timeout: 240_000 },
  async () => {
    const server = run('main.ts');
    const url = await urlOf(server);
    expect((await fetch(`${url}/ready`)).status).toBe(200);

    // A second server, or the command line, on the same folder learns which process has it.
    for (const second of [run('main.ts'), run('admin.ts', 'grant-pro', 'ada@columnist.example')]) {
      expect(await second.ended).toBe(1);
      expect(second.output()).toContain(`in use by process ${server.child.pid}`);
    }

    const { access_token: token } = z.object({ access_token: z.string() }).parse(
      await post(`${url}/api/v1/auth/register`, {
        email: 'ada@columnist.example',
        password: 'rows of beans 7',
        full_name: 'Ada Byron',
      }),
    );
    await expect
      .poll(server.output, { timeout: 20_000 })
      .toMatch(/Mail to ada@columnist\.example: .+\/sandbox\/mail\//);
    const page = /http:\S+\/sandbox\/mail\/\S+/.exec(server.output())?.[0] ?? '';
    expect(await (await fetch(page)).text()).toContain('ada@columnist.example');

    const shared = randomBytes(32).toString('base64url');
    expect((await fetch(`${url}/api/v1/shared/${shared}`)).status).toBe(404);

    // An upload is under way when the server gets the signal to stop.
    const upload = request(`${url}/api/v1/datasets`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'multipart/form-data; boundary=edge',
      },
    });
    upload.write(
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="late.csv"\r\n\r\na\n1\n',
    );
    await expect.poll(() => readdirSync(join(dataDir, 'temp'))).toHaveLength(1);
    server.child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${url}/health`).then(
          ({ status }) => status,
          (error: unknown) => String(error),
        ),
      )
      .toContain('fetch failed');
    upload.end('2\n\r\n--edge--\r\n');
    const [answer] = await once(upload, 'response');
    expect(answer).toMatchObject({ statusCode: 201 });
    answer.resume();
    expect(await server.ended).toBe(0);

    // What it has logged names requests, and no secret of theirs.
    expect(server.output()).toContain('"path":"/api/v1/shared/…"');
    expect(server.output()).toContain('"path":"/api/v1/datasets"');
    for (const secret of [token, 'rows of beans 7', shared])
      expect(server.output()).not.toContain(secret);

    // Stopped, the command line may act, and what was saved is there again.
    const granted = run('admin.ts', 'grant-pro', 'ada@columnist.example');
    expect([await granted.ended, granted.output()]).toEqual([
      0,
      expect.stringContaining('ada@columnist.example is now Pro.'),
    ]);
    const again = run('main.ts');
    const list = await fetch(`${await urlOf(again)}/api/v1/datasets`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await list.json()).toMatchObject([{ name: 'late.csv', row_count: 2 }]);
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);

    // The registration and the grant are in the audit log, which is whole; and which is not the one
    // that another mark is of.
    const check = run('admin.ts', 'verify-audit');
    expect([await check.ended, check.output()]).toEqual([
      0,
      expect.stringMatching(
        /^The audit log is whole: lines 1 to 2\.\nKeep its end elsewhere: pnpm admin verify-audit 2:[\w-]{43} then/,
      ),
    ]);
    const [, mark = ''] = /verify-audit (\S+)/.exec(check.output()) ?? [];
    for (const [given, status, said] of [
      [mark, 0, 'is whole'],
      [
        mark.replace(/.{4}$/, 'AAAA'),
        1,
        'The audit log is not whole. Line 2 is not the one that the earlier check saw',
      ],
      ['2', 1, 'Usage:'],
    ] as const) {
      const marked = run('admin.ts', 'verify-audit', given);
      expect([await marked.ended, marked.output()]).toEqual([
        status,
        expect.stringContaining(said),
      ]);
    }
  },
);
