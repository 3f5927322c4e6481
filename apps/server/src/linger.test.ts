import { interpreterFor } from '@columnist/testing';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { linger } from './linger.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

const MB = 1024 * 1024;
const form = {
  'Content-Type': 'multipart/form-data; boundary=edge',
  head: '--edge\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\n',
};

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser();
});
afterAll(() => app.close());

interface Sent {
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
  readonly head?: string;
  readonly authorized?: boolean;
  readonly connection?: 'close' | 'keep-alive';
}

/** What is answered to a client that reads nothing before all of its body is on its way. */
async function answerTo(
  { path, bytes, type, head = '', authorized = true, connection = 'close' }: Sent,
  app: Pick<TestApp, 'url'>,
  user: Pick<TestUser, 'apiKey'>,
): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  const failed = new Promise<never>((_, fail) => socket.once('error', fail));
  failed.catch(() => undefined);
  const work = async (): Promise<string> => {
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nContent-Type: ${type}\r\nAccept: application/json, text/event-stream\r\n` +
        `Content-Length: ${bytes + head.length}\r\nConnection: ${connection}\r\n${authorized ? `API-Key: ${user.apiKey ?? ''}\r\n` : ''}\r\n${head}`,
    );
    const chunk = Buffer.alloc(64 * 1024, '1\n');
    for (let sent = 0; sent < bytes; sent += chunk.length)
      if (!socket.write(chunk.subarray(0, bytes - sent))) await once(socket, 'drain');
    if (connection === 'keep-alive')
      socket.write(`GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const part of socket) answer += String(part);
    return answer;
  };
  try {
    return await Promise.race([work(), failed]);
  } finally {
    socket.destroy();
  }
}

const json = 'application/json';
const refused: readonly (readonly [what: string, sent: Sent, status: number, code: string])[] = [
  [
    'a form with too large a file',
    { path: '/api/v1/datasets', bytes: 17 * MB, type: form['Content-Type'], head: form.head },
    413,
    'file_too_large',
  ],
  [
    'too large a file as it is',
    { path: '/api/v1/statistics', bytes: 17 * MB, type: 'text/csv' },
    413,
    'file_too_large',
  ],
  [
    'a file where a form is wanted',
    { path: '/api/v1/datasets', bytes: 8 * MB, type: 'text/csv' },
    415,
    'unsupported_media_type',
  ],
  [
    'too much JSON over REST',
    { path: '/api/v1/datasets/text', bytes: 8 * MB, type: json },
    413,
    'request_too_large',
  ],
  [
    'too many values over REST',
    { path: '/api/v1/statistics', bytes: 17 * MB, type: json },
    413,
    'request_too_large',
  ],
  [
    'too much over tRPC',
    { path: '/trpc/datasets.createFromText', bytes: 8 * MB, type: json },
    413,
    'request_too_large',
  ],
  ['too much over MCP', { path: '/mcp', bytes: 8 * MB, type: json }, 413, 'request_too_large'],
  [
    'a file of nobody',
    {
      path: '/api/v1/datasets',
      bytes: 8 * MB,
      type: form['Content-Type'],
      head: form.head,
      authorized: false,
    },
    401,
    'unauthenticated',
  ],
  [
    'an address that is not there',
    { path: '/nothing', bytes: 8 * MB, type: json },
    404,
    'not_found',
  ],
];

describe('a client that sends all before it reads gets the whole answer', () => {
  test.each(refused)('%s', async (_what, sent, status, code) => {
    const answer = await answerTo(sent, app, user);
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toContain(code);
    expect((await app.files()).filter((file) => file.startsWith('temp'))).toEqual([]);
  });

  test('and may go on with its connection', async () => {
    const answer = await answerTo(
      {
        path: '/api/v1/datasets',
        bytes: 17 * MB,
        type: form['Content-Type'],
        head: form.head,
        connection: 'keep-alive',
      },
      app,
      user,
    );
    expect([answer.slice(0, 12), answer.match(/HTTP\/1\.1 \d+/g)]).toEqual([
      'HTTP/1.1 413',
      ['HTTP/1.1 413', 'HTTP/1.1 200'],
    ]);
  });

  test('also where the disk has no room, as many as come at once [L17]', async () => {
    const full = await createTestApp({ minFreeBytes: Number.MAX_SAFE_INTEGER });
    try {
      const owner = await full.createTestUser();
      const upload = {
        path: '/api/v1/datasets',
        bytes: 8 * MB,
        type: form['Content-Type'],
        head: form.head,
      };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => answerTo(upload, full, owner)),
      );
      for (const answer of answers)
        expect([answer.slice(0, 12), answer.includes('storage_full')]).toEqual([
          'HTTP/1.1 507',
          true,
        ]);
    } finally {
      await full.close();
    }
  });

  test('while no more than a piece of the rest is dropped in each round of the loop', async () => {
    const chunk = 64 * 1024;
    const dropped = { inRound: 0, most: 0, all: 0 };
    let isOver = false;
    const app = express().use((req, res) => {
      linger(req, res, () => {});
      res.end('No.');
      req.on('data', ({ length }: Buffer) => {
        dropped.inRound += length;
        dropped.all += length;
        dropped.most = Math.max(dropped.most, dropped.inRound);
      });
    });
    const server = app.listen(0, '127.0.0.1');
    const nextRound = (): void => {
      dropped.inRound = 0;
      if (!isOver) setImmediate(nextRound);
    };
    nextRound();
    try {
      await once(server, 'listening');
      const address = z.object({ port: z.int() }).parse(server.address());
      const answer = await answerTo(
        { path: '/', bytes: 16 * MB, type: json, authorized: false },
        { url: `http://127.0.0.1:${address.port}` },
        user,
      );
      expect(answer).toMatch(/No\.$/);
      expect(dropped.all).toBe(16 * MB);
      expect(dropped.most).toBeLessThanOrEqual(chunk);
    } finally {
      isOver = true;
      await new Promise((done) => server.close(done));
    }
  });

  test("also Python's urllib", async ({ skip }) => {
    const { command, lacks } = interpreterFor('Python', []);
    if (lacks !== null) return skip(lacks);
    const code = `
import sys, urllib.request, urllib.error
def send(path, body, content_type):
    request = urllib.request.Request(sys.argv[1] + path, data=body, method='POST', headers={'API-Key': sys.argv[2], 'Content-Type': content_type})
    try:
        urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        print(error.code, 'file_too_large' in error.read().decode(), flush=True)
head = b'--edge\\r\\nContent-Disposition: form-data; name="file"; filename="t.csv"\\r\\n\\r\\n'
send('/api/v1/datasets', head + b'1\\n' * ${8.5 * MB} + b'\\r\\n--edge--\\r\\n', 'multipart/form-data; boundary=edge')
send('/api/v1/datasets', b'1\\n' * ${4 * MB}, 'text/csv')`;
    const { stdout } = await promisify(execFile)(command, ['-c', code, app.url, user.apiKey ?? '']);
    expect(stdout).toBe('413 True\n415 False\n');
  });
});
