import { folderObjects } from '@columnist/core';
import { createTestDatabase } from '@columnist/core/testing';
import { openWeb, openWorker } from '@columnist/fleet';
import { createPool } from '@columnist/workers';
import express from 'express';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openTraces } from './traces.ts';

const sent = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

const listening: Server[] = [];
async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  listening.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
}

test('without an address there are no traces', async () => {
  const { request } = await openTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined, ROLE: 'all' });
  expect(request).toBeNull();
});

test('a trace leads from the caller over the request and the queue to the worker', async () => {
  const bodies: string[] = [];
  const receiver = await listen((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      bodies.push(`${req.url} ${body}`);
      res.end('{}');
    });
  });
  const traces = await openTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver, ROLE: 'web' });
  const folder = await mkdtemp(join(tmpdir(), 'columnist-traces-'));
  const database = await createTestDatabase('PostgreSQL');
  const options = {
    databaseUrl: database.url,
    objects: folderObjects(join(folder, 'objects')),
    token: 'the token of a fleet, 32 characters',
    log: pino({ level: 'silent' }),
  };
  const web = await openWeb({ ...options, tempDir: join(folder, 'web') });
  const worker = await openWorker({
    ...options,
    tempDir: join(folder, 'worker'),
    pool: createPool({ workers: 1, tempDir: join(folder, 'scratch') }),
    url: 'http://127.0.0.1:9',
  });
  try {
    const source = join(folder, 'names.csv');
    await writeFile(source, 'name\nAnna Secret\nBo\n');
    const app = express();
    if (traces.request !== null) app.use(traces.request);
    app.get('/secret-path', async (_req, res) => {
      const { rowCount } = await web.engine.admit({ source, parquet: join(folder, 'a.parquet') });
      res.json({ rowCount });
    });
    const url = await listen(app);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const answer = await fetch(`${url}/secret-path`, {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    expect(await answer.json()).toEqual({ rowCount: 2 });
    await traces.close();
    const spans = bodies.flatMap((body) =>
      sent
        .parse(JSON.parse(body.slice(body.indexOf(' '))))
        .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    const idOf = (name: string) => spans.find((span) => span.name === name)?.spanId;
    expect(spans.map(({ name, traceId: of, parentSpanId }) => [name, of, parentSpanId])).toEqual(
      expect.arrayContaining([
        ['GET request', traceId, 'b7ad6b7169203331'],
        ['columnist.queue', traceId, idOf('GET request')],
        ['columnist.job', traceId, idOf('columnist.queue')],
      ]),
    );
    expect(bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true);
    // Nothing that a user has sent, and no path.
    expect(bodies.join('\n')).not.toMatch(/secret/i);
  } finally {
    await web.engine.close();
    await worker.stop();
    for (const server of listening) server.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
