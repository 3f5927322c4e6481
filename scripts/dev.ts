import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Server and client with live reload: the server starts again, with its workers and threads, on a
 * change of anything that one of them imports; Vite serves the client and proxies the calls. A data
 * folder that is new is filled by `pnpm seed demo`. PORT (of the server), CLIENT_PORT and DATA_DIR
 * let two of them run beside each other.
 */
const root = resolve(import.meta.dirname, '..');
const data = resolve(root, process.env['DATA_DIR'] ?? '.data/dev');
const port = process.env['PORT'] ?? '3000';
const clientPort = process.env['CLIENT_PORT'] ?? '5173';
const url = `http://127.0.0.1:${clientPort}`;
const isNew = !existsSync(data);

const run = (args: string[], cwd = root) =>
  spawn(process.execPath, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, PORT: port, DATA_DIR: data, PUBLIC_URL: url },
  });

// Workers are processes of their own: what they import is not among what the server imports.
const watched = [
  'apps/server/src',
  ...readdirSync(resolve(root, 'packages')).map((name) => `packages/${name}/src`),
].filter((folder) => existsSync(resolve(root, folder)));
const web = resolve(root, 'apps/web');
const children = [
  run([...watched.map((folder) => `--watch-path=${folder}`), 'apps/server/src/main.ts']),
  run([resolve(web, 'node_modules/vite/bin/vite.js'), '--port', clientPort, '--strictPort'], web),
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
 * Resolves with true once the server and Vite answer, with false when it is stopped before.
 */
async function isReady(): Promise<boolean> {
  while (!ended.signal.aborted) {
    const answers = await Promise.all(
      [`http://127.0.0.1:${port}/health`, `${url}/app/`].map((address) =>
        fetch(address).catch(() => null),
      ),
    );
    if (answers.every((answer) => answer?.ok === true)) return true;
    await wait(200);
  }
  return false;
}
if (isNew && (await isReady())) run(['scripts/seed.ts', 'demo', url]);
