import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { withInstallation } from '../faults/parts.ts';
import { inDatabase } from '../bench/in-database.ts';
import { must, mustBe, type Check } from './check.ts';
import { comesTo } from './own-site.ts';
import { asSession, visit as visitSite } from './site.ts';

const root = resolve(import.meta.dirname, '../..');
const token = 'the token of a fleet that is asked in vain';
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The door of a worker, which people and programs should not reach. */
export const fleetChecks: readonly Check[] = [
  {
    number: '13.2.2',
    title:
      'A worker serves no operation, does no job without the token, and logs no token; a web server ' +
      'sends no token, and believes nobody in the place of a worker',
    run: () =>
      withInstallation(async ({ folder, database, start, open }) => {
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
            const text = await answer.text();
            must(
              answer.status !== 404 || text === '' || path === '/metrics',
              `${method} ${path} is answered ${text.slice(0, 100)}`,
            );
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
          const { session } = await open(web, 'fleet', 'free');
          const { upload, ask: visit } = visitSite(web.url);
          const uploaded = await upload({ email: '', session }, 'a,b\n1,2\n');
          mustBe(uploaded, 201, 'an upload');
          const rows = `/api/v1/datasets/${String(uploaded.json()['id'])}/rows`;
          const heard: string[] = [];
          const impostor = createServer((req, res) => {
            heard.push(req.headers.authorization ?? '');
            req.resume().once('end', () => res.end('{"type":"done","files":{},"result":{}}\n'));
          });
          impostor.listen(0, '127.0.0.1');
          await once(impostor, 'listening');
          const { port } = z.object({ port: z.int() }).parse(impostor.address());
          const news = { url: `http://127.0.0.1:${port}`, workers: 9, busy: 0, slots: 9 };
          try {
            // Whom a web server asks first is by the dataset and the addresses: the worker is away.
            worker.kill('SIGKILL');
            await comesTo('a question to an impostor', async () => {
              await inDatabase(database.url, (client) =>
                client.query('select pg_notify($1, $2)', [
                  'columnist_workers',
                  JSON.stringify({ ...news, leaving: false }),
                ]),
              );
              const answer = await visit('GET', rows, { headers: asSession({ session }) });
              mustBe(answer, 503, 'rows of an impostor');
              return heard.length > 2;
            });
          } finally {
            impostor.closeAllConnections();
            impostor.close();
          }
          must(!heard.some((one) => one.includes(token)), 'the token is sent');
          must(!said.includes(token) && !web.output().includes(token), 'the token is in a log');
          return `${operations.length} operations, 6 wrong tokens, 6 bodies, an impostor of a worker`;
        } finally {
          worker.kill('SIGKILL');
        }
      }),
  },
];
