import express, { type RequestHandler } from 'express';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { McpServer } from '@modelcontextprotocol/server';
import { scopes } from '@columnist/contract';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { askingFixtures, conformanceFixtures } from './conformance-fixtures.ts';
import { mcpHandler } from './http.ts';
import { makeServer } from './make-server.ts';

const runner = join(
  dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'))),
  'dist/index.js',
);

let server: Server;
let origin: string;
beforeAll(async () => {
  const app = express();
  const empty = { items: [], total: 0, next_cursor: null };
  app.use(
    '/mcp',
    mcpHandler({
      version: '1.0.0',
      publicUrl: 'http://127.0.0.1',
      resourceMetadata: '',
      open: () =>
        Promise.resolve({
          call: () => Promise.resolve(empty),
          scopes,
          body: undefined,
          refuseEarly: () => {},
          countRefused: (refusal) => Promise.resolve(refusal),
        }),
      onError: () => {},
      fixtures: conformanceFixtures,
    }),
  );
  app.all(
    '/with-sessions',
    express.json(),
    sessions(() =>
      makeServer({
        version: '1.0.0',
        call: () => Promise.resolve(empty),
        onError: () => {},
        fixtures: askingFixtures,
      }),
    ),
  );
  // As the product's server: an idle connection is not closed while a request may be on its way.
  await new Promise<void>((done) => {
    server = createServer({ keepAliveTimeout: 75_000 }, app).listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * Our server behind the SDK's transport with sessions, which a server needs that asks its client
 * something.
 */
function sessions(make: () => McpServer): RequestHandler {
  const transports = new Map<string, NodeStreamableHTTPServerTransport>();
  return async (req, res) => {
    const known = transports.get(req.get('mcp-session-id') ?? '');
    const transport =
      known ??
      new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void transports.set(id, transport),
      });
    if (known === undefined) await make().connect(transport);
    await transport.handleRequest(req, res, req.body);
  };
}

const run = (args: readonly string[]): Promise<string> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [runner, 'server', ...args],
      { maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => done(stdout + stderr),
    );
  });

/** Scenarios that a revision requires, and those of them that failed. */
async function required(revision: string): Promise<{ run: number; failed: string[] }> {
  const results = await mkdtemp(join(tmpdir(), 'columnist-conformance-'));
  const stdout = await run(['--url', `${origin}/mcp`, '--requirements', revision, '-o', results]);
  await rm(results, { recursive: true });
  const [, summary = '', unscored = ''] =
    /=== SUMMARY ===\n([\s\S]*?)\nTotal: .*\n([\s\S]*)$/.exec(stdout) ?? [];
  const extra = new Set([...unscored.matchAll(/^ +[✓✗] (\S+) \(/gm)].map(([, name]) => name));
  const scored = [...summary.matchAll(/^([✓✗]) (\S+):/gm)].flatMap(([, mark, name = '']) =>
    extra.has(name) ? [] : [{ name, passed: mark === '✓' }],
  );
  return {
    run: scored.length,
    failed: scored.filter(({ passed }) => !passed).map(({ name }) => name),
  };
}

test('every scenario that 2026-07-28 requires passes', async () => {
  const { run: scenarios, failed } = await required('2026-07-28');
  expect(failed).toEqual([]);
  expect(scenarios).toBeGreaterThan(30);
});

/**
 * Requests to the client need a session that outlives a request. Ours asks for nothing and keeps
 * none, so that it runs on any number of replicas.
 */
const asking = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
];

test('every scenario that 2025-11-25 requires passes; those in which a server asks its client something, with sessions', async () => {
  const { run: scenarios, failed } = await required('2025-11-25');
  expect(failed).toEqual(asking);
  expect(scenarios).toBeGreaterThan(25);
  for (const name of asking)
    expect(
      await run([
        '--url',
        `${origin}/with-sessions`,
        '--scenario',
        name,
        '--spec-version',
        '2025-11-25',
      ]),
    ).toMatch(/Passed: (\d+)\/\1, 0 failed/);
});
