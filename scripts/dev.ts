import { spawn } from 'node:child_process';

/** Server and client with live reload: the server restarts on a change, Vite serves the client and proxies the calls. */
const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });

const children = [
  run(process.execPath, ['--watch', 'apps/server/src/main.ts'], {
    DATA_DIR: '.data/dev',
    PUBLIC_URL: 'http://127.0.0.1:5173',
  }),
  run('pnpm', ['--filter', '@columnist/web', 'dev']),
];

const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const child of children) child.once('exit', stop);
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
