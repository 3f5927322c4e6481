import { AppError, problemOf } from '@columnist/contract';
import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { agents } from './testing.ts';
import { fence } from './fence.ts';
import { tools } from './tools.ts';

const folder = resolve(import.meta.dirname, '..');
const source = resolve(folder, 'src/bin.ts');
const published = resolve(folder, 'dist/package/dist/bin.js');
const bins: readonly [string, string][] = [
  ['from its source', source],
  ['as it is published', published],
];

/** A server without datasets. */
const server = createServer((req, res) => {
  const [status, body] =
    req.url === '/api/v1/datasets'
      ? [200, []]
      : [404, problemOf(new AppError('not_found', 'Dataset not found.'), '')];
  res
    .writeHead(status, { 'Content-Type': 'application/json', 'X-Total-Count': '0' })
    .end(JSON.stringify(body));
});
let url: string;

beforeAll(async () => {
  await promisify(execFile)(
    resolve(folder, 'node_modules/.bin/rolldown'),
    ['--config', 'rolldown.config.ts'],
    { cwd: folder },
  );
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command with these lines as its stdin; ends stdin after as many answers as there are
 * messages.
 */
function run(
  bin: string,
  env: Record<string, string>,
  lines: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Run> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [...flags, bin], {
      env: { PATH: process.env['PATH'], ...env },
    });
    const answers = lines.filter((line) => line.startsWith('{')).length;
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.split('\n').length > answers) child.stdin.end();
    });
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('close', (code) => done({ code, stdout, stderr }));
    child.stdin.write(lines.map((line) => `${line}\n`).join(''));
    if (lines.length === 0) child.stdin.end();
  });
}

const environment = () => ({ COLUMNIST_URL: url, COLUMNIST_API_KEY: 'col_test_right' });

describe.each(bins)('columnist-mcp, %s', (_what, bin) => {
  test.each(agents)(
    'gives a client of %s its tools, what the server answers, and what it refuses',
    async (_era, connect) => {
      const agent = await connect({ command: process.execPath, args: [bin], env: environment() });
      expect(agent.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
      const empty = { items: [], total: 0, next_cursor: null };
      expect(await agent.use('list_datasets', {})).toEqual({
        content: [
          { type: 'text', text: JSON.stringify(empty) },
          { type: 'text', text: fence },
        ],
        structuredContent: empty,
      });
      expect(
        await agent.use('get_dataset', { id: '01900000-0000-7000-8000-000000000000' }),
      ).toEqual({
        isError: true,
        content: [
          {
            type: 'text',
            text: 'not_found: Dataset not found. List what you own to find the right id.',
          },
          { type: 'text', text: fence },
        ],
      });
      await agent.close();
    },
  );
});

test('nothing but the protocol goes to stdout, and the end of stdin is the end', async () => {
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  });
  const asked = JSON.stringify({
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'list_datasets', arguments: { limit: 'many' } },
  });
  const { code, stdout } = await run(source, environment(), [
    initialize,
    'this is no message',
    asked,
  ]);
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toMatchObject([
    {
      id: 1,
      result: {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'columnist', version: '0.1.0' },
        capabilities: { tools: { listChanged: false } },
      },
    },
    { id: 2, result: { isError: true } },
  ]);
});

test.each([
  [
    {},
    'COLUMNIST_URL: set the address of Columnist, e.g. https://columnist.example\nCOLUMNIST_API_KEY: set your API key; it is on the dashboard\n',
  ],
  [
    { COLUMNIST_URL: 'columnist.example', COLUMNIST_API_KEY: 'a1b2' },
    'COLUMNIST_URL: set the address of Columnist, e.g. https://columnist.example\nCOLUMNIST_API_KEY: an API key begins with col_\n',
  ],
])('with %j it says what to set', async (env, stderr) => {
  expect(await run(published, env)).toEqual({ code: 1, stdout: '', stderr });
});

test('an older Node is named', async () => {
  const older =
    "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'22.16.0'})";
  expect(await run(published, {}, [], ['--import', older])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'columnist-mcp needs Node 22.17 or newer; this is Node 22.16.0.\n',
  });
});
