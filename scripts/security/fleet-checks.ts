import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { withInstallation } from '../faults/parts.ts';
import { must, type Check } from './check.ts';
import { comesTo } from './own-site.ts';

const root = resolve(import.meta.dirname, '../..');
const token = 'the token of a fleet that is asked in vain';
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The door of a worker, which people and programs should not reach. */
export const fleetChecks: readonly Check[] = [
  {
    number: '13.2.2',
    title: 'A worker serves no operation, does no job without the token, and logs no token',
    run: () =>
      withInstallation(async ({ folder, database, start }) => {
        const fleet = {
          NODE_ENV: 'test',
          FLEET_TOKEN: token,
          OBJECTS_DIR: join(folder, 'objects'),
        };
        const web = await start({ ...fleet, ROLE: 'web' });
        const worker = spawn(process.execPath, ['apps/server/src/main.ts'], {
          cwd: root,
          env: {
            ...fleet,
            PATH: process.env['PATH'] ?? '',
            ROLE: 'worker',
            DATABASE_URL: database.url,
            DATA_DIR: join(folder, 'worker'),
            PORT: '0',
            WORKERS: '1',
          },
        });
        let said = '';
        for (const stream of [worker.stdout, worker.stderr])
          stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
        try {
          const address = (): string | undefined => /worker is ready on (\S+)/.exec(said)?.[1];
          await comesTo('a worker', () => address() !== undefined, 120);
          const ask = async (method: string, path: string, key?: string, body?: string) => {
            const answer = await fetch(`${address() ?? ''}${path}`, {
              method,
              headers: key === undefined ? {} : { Authorization: key },
              ...(body === undefined ? {} : { body }),
            });
            await answer.arrayBuffer();
            return answer.status;
          };
          const { paths } = document.parse(
            await (await fetch(`${web.url}/api/openapi.json`)).json(),
          );
          const operations = Object.entries(paths).flatMap(([path, methods]) =>
            Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
          );
          for (const { path, method } of operations) {
            const status = await ask(method, path, `Bearer ${token}`);
            must(status === 404, `${method} ${path}: ${status}`);
          }
          must((await ask('GET', '/metrics')) === 404, 'metrics without a token of their own');
          const order = JSON.stringify({ job: { kind: 'ping' }, user: '', rights: {} });
          for (const key of [
            undefined,
            '',
            token,
            'Bearer',
            `Bearer ${token.slice(1)}`,
            `Basic ${token}`,
          ])
            must((await ask('POST', '/jobs', key, order)) === 401, `a job with ${String(key)}`);
          for (const body of [
            '',
            '{',
            'null',
            '['.repeat(1_000_000),
            '{"a":'.repeat(200_000),
            order,
          ]) {
            const status = await ask('POST', '/jobs', `Bearer ${token}`, body);
            must(status === 400, `no job: ${status} to ${body.slice(0, 20)}`);
          }
          must((await ask('GET', '/health')) === 200, 'the worker afterwards');
          must(!said.includes(token) && !web.output().includes(token), 'the token is in a log');
          return `${operations.length} operations, 6 wrong tokens, 6 bodies`;
        } finally {
          worker.kill('SIGKILL');
        }
      }),
  },
];
