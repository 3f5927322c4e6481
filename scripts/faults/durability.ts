import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { inDatabase } from '../bench/in-database.ts';
import {
  csvOf,
  must,
  secondsUntil,
  statusOf,
  uploadOf,
  withInstallation,
  type Fault,
} from './parts.ts';

const root = resolve(import.meta.dirname, '../..');

/** What must be whole afterwards: a migration, a backup, uploads under which the server dies. */
export const durability: readonly Fault[] = [
  {
    name: 'A migration is killed midway',
    run: (chance) =>
      withInstallation(async ({ database, folder, start, open }) => {
        const counts: number[] = [];
        const migrations = () =>
          inDatabase(database.url, async (client) =>
            Number(
              (
                await client
                  .query<{ n: string }>('select count(*) as n from schema_migration')
                  .catch(() => ({ rows: [{ n: '0' }] }))
              ).rows[0]?.n,
            ),
          );
        for (let i = 0; i < 12; i++) {
          await inDatabase(database.url, (client) =>
            client.query('drop schema public cascade; create schema public'),
          );
          const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
            cwd: root,
            stdio: 'ignore',
            env: {
              PATH: process.env['PATH'] ?? '',
              DATABASE_URL: database.url,
              DATA_DIR: join(folder, `killed-${i}`),
              PORT: '0',
            },
          });
          const ended = once(child, 'exit');
          // At the first table, or a little later.
          await secondsUntil(
            () =>
              inDatabase(
                database.url,
                async (client) =>
                  Number(
                    (
                      await client.query<{ n: string }>(
                        "select count(*) as n from information_schema.tables where table_schema = 'public'",
                      )
                    ).rows[0]?.n,
                  ) > 0,
              ),
            60,
          ).catch(() => 0);
          await wait(chance() * 1500);
          child.kill('SIGKILL');
          await ended;
          counts.push(await migrations());
        }
        const server = await start();
        const total = await migrations();
        must(
          counts.some((count) => count < total),
          `each was done before the kill: ${counts.join()}`,
        );
        const { key } = await open(server, 'migrated');
        must(
          (await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(100), key))) === 201,
          'the upload failed',
        );
        return `killed after ${counts.join(', ')} of ${total} steps; the next start did the rest`;
      }),
  },
  {
    name: 'A backup is made under load, and restored',
    hasUnprotected: true,
    run: (_, unprotected) =>
      withInstallation(async ({ database, folder, start, open }) => {
        const server = await start();
        const { key } = await open(server, 'backup');
        const load = new AbortController();
        let made = 0;
        const loaded = Promise.all(
          Array.from({ length: 3 }, async () => {
            while (!load.signal.aborted) {
              must(
                (await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(5000), key))) ===
                  201,
                'an upload failed',
              );
              made += 1;
              // Below what a user may have.
              await wait(400);
            }
          }),
        );
        // Where one fails, the error comes at the end.
        loaded.catch(() => {});
        await secondsUntil(() => Promise.resolve(made >= 6), 60);
        const admin = (url: string, data: string, ...words: string[]) =>
          promisify(execFile)(process.execPath, ['apps/server/src/admin.ts', ...words], {
            cwd: root,
            env: {
              PATH: process.env['PATH'] ?? '',
              DATABASE_URL: url,
              DATA_DIR: data,
              APP_SECRET: 'one secret for all of the faults 42',
            },
          });
        const backup = join(folder, 'backup');
        const before = made;
        await admin(database.url, join(folder, 'data-0'), 'backup', backup);
        load.abort();
        await loaded;
        must(made > before, 'nothing was uploaded meanwhile');
        if (unprotected) {
          const object =
            readdirSync(join(backup, 'objects'), { recursive: true, encoding: 'utf8' }).find(
              (name) => name.endsWith('.parquet'),
            ) ?? '';
          cpSync(join(root, 'README.md'), join(backup, 'objects', object));
        }
        await inDatabase(database.url, (client) => client.query('create database other'));
        const other = database.url.replace(/postgres$/, 'other');
        await admin(other, join(folder, 'other'), 'restore', backup);
        await admin(other, join(folder, 'other'), 'backup', `${backup}-again`);
        const shape = z.object({ tables: z.unknown(), objects: z.record(z.string(), z.unknown()) });
        const [one, two] = [backup, `${backup}-again`].map((path) =>
          shape.parse(JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'))),
        );
        must(JSON.stringify(one) === JSON.stringify(two), 'the checksums differ');
        return (
          `${Object.keys(one?.objects ?? {}).length} files and all tables with equal ` +
          `checksums; ${made - before} uploads meanwhile`
        );
      }),
  },
  {
    name: 'The server is killed in the middle of uploads, 50 times',
    run: async (chance) => {
      const seed = Math.floor(chance() * 1e9);
      const file = join(import.meta.dirname, 'kill-during-upload.ts');
      const child = spawn(process.execPath, [file, '50', String(seed)], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const [status] = await once(child, 'close');
      writeFileSync(join(root, 'dist/kill-during-upload.log'), said);
      must(
        status === 0,
        said
          .split('\n')
          .filter((line) => /^ *\d+:/.test(line) && !line.includes('nothing left'))
          .slice(0, 3)
          .join('; '),
      );
      return said.trim().split('\n').at(-1) ?? '';
    },
  },
];
