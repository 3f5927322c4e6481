import { AppError, operations } from '@columnist/contract';
import type { Actor } from '@columnist/core';
import express from 'express';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { withBody } from './read-body.ts';

const actor: Actor = {
  user: {
    id: '01900000-0000-7000-8000-000000000000',
    email: 'ada@example.com',
    fullName: 'Ada King',
    emailVerified: true,
    tier: 'free',
    raisedFileMb: null,
    roles: [],
  },
  via: 'session',
  scopes: [],
  sessionId: null,
  confirmedAt: null,
  askedAt: null,
  factorAt: null,
  secondFactor: false,
  limits: null,
  agent: null,
};

test('a client that hangs up while its values are read has canceled, and leaves no file', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'columnist-body-'));
  const app = express();
  const read = new Promise<unknown>((done) => {
    app.post('/', (req, res) => {
      withBody(
        req,
        res,
        {
          operation: operations.datasets.statistics,
          actor,
          room: { tempDir, minFreeBytes: 0 },
        },
        (body) => Promise.resolve(body),
      ).then(done, done);
    });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const body = JSON.stringify({ data: { a: Array.from({ length: 200_000 }, (_, i) => i) } });
  const asked = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': body.length },
  });
  asked.on('error', () => undefined).end(body);
  const received = async () =>
    Promise.all(
      (await readdir(tempDir)).map(async (name) => (await stat(join(tempDir, name))).size),
    );
  await expect.poll(received, { interval: 1 }).toEqual([body.length]);
  // The process that reads it is only being started.
  asked.destroy();
  expect(await read).toEqual(new AppError('canceled', 'The call was canceled.'));
  await expect.poll(() => readdir(tempDir)).toEqual([]);
  server.close();
  await rm(tempDir, { recursive: true });
}, 60_000);
