import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Server and client with live reload: the server starts again, with its workers and threads, on a
 * change of anything that one
 * of them imports; Vite serves the client and proxies the calls. A data folder that is new is
 * filled by `pnpm seed demo`.
 */
const root = resolve(import.meta.dirname, '..');
const data = resolve(root, '.data/dev');
const url = 'http://127.0.0.1:5173';
const isNew = !existsSync(data);

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });

// Workers are processes of their own: what they import is not among what the server imports.
const watched = [
  'apps/server/src',
  ...['contract', 'statistics', 'charts', 'engine', 'core', 'api', 'mcp', 'sandbox'].map(
    (name) => `packages/${name}/src`,
  ),
];
const children = [
  run(
    process.execPath,
    [...watched.map((folder) => `--watch-path=${folder}`), 'apps/server/src/main.ts'],
    { DATA_DIR: data, PUBLIC_URL: url },
  ),
  run('pnpm', ['--filter', '@columnist/web', 'dev']),
];

const ended = new AbortController();
const stop = () => {
  ended.abort();
  children.forEach((child) => child.kill('SIGTERM'));
};
for (const child of children) child.once('exit', stop);
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

/**
 * Resolves with true once the server answers through Vite, with false when it is stopped before.
 */
async function isReady(): Promise<boolean> {
  while (!ended.signal.aborted) {
    const answer = await fetch(`${url}/api/openapi.json`).catch(() => null);
    if (answer?.ok === true) return true;
    await wait(200);
  }
  return false;
}
if (isNew && (await isReady())) run(process.execPath, ['scripts/seed.ts', 'demo', url]);
