import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clockAhead } from './clocks.ts';
import {
  csvOf,
  listDatasets,
  must,
  secondsUntil,
  statusOf,
  uploadOf,
  withInstallation,
  type Fault,
} from './parts.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

export const storage: readonly Fault[] = [
  {
    name: 'The disk is full',
    run: () =>
      withInstallation(async ({ folder, start, open }) => {
        const disk = join(folder, 'disk');
        mkdirSync(disk);
        const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], {
          encoding: 'utf8',
        });
        must(
          mounted.status === 0,
          `a small disk could not be mounted (this needs root): ${mounted.stderr}`,
        );
        try {
          const server = await start({ DATA_DIR: disk, MIN_FREE_DISK_MB: '0' });
          const { key } = await open(server, 'full');
          const put = (rows: number) =>
            statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(rows), key));
          must((await put(1000)) === 201, 'the upload before it failed');
          const before = filesIn(disk).sort().join();
          const statuses: number[] = [];
          // Full while it is received, while it is stored, and while the table is written.
          for (const megabytes of [40, 22, 20, 18])
            statuses.push(await put(Math.floor((megabytes * 1e6) / 22)));
          must(statuses.includes(503), `nothing was full: ${statuses.join()}`);
          must(
            statuses.every((status) => status === 503 || status === 201),
            `answers: ${statuses.join()}`,
          );
          const made = statuses.filter((status) => status === 201).length;
          must((await listDatasets(server.url, key)).length === 1 + made, 'half a dataset is left');
          if (made === 0)
            await secondsUntil(() => Promise.resolve(filesIn(disk).sort().join() === before), 10);
          must((await put(1000)) === 201, 'the next upload failed');
          const { bavail, bsize } = statfsSync(disk);
          return (
            `answers ${statuses.join(', ')}, nothing left; the next one went in ` +
            `(${((bavail * bsize) / 1e6).toFixed(0)} MB are free)`
          );
        } finally {
          // Lazily: the server still has its folder open.
          spawnSync('umount', ['-l', disk]);
        }
      }),
  },
  {
    name: 'The server is killed between storing the files and writing them down',
    run: () =>
      withInstallation(async ({ database, folder, start, open }) => {
        const data = { DATA_DIR: join(folder, 'kept') };
        const server = await start(data);
        const { key } = await open(server, 'between');
        must(
          (await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(1000), key))) === 201,
          'the upload before it failed',
        );
        const objects = (): string[] => filesIn(join(data.DATA_DIR, 'objects'));
        const before = objects().length;
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        await client.query('begin; lock table dataset_version in share mode');
        const sent = statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(1000), key));
        // All files are in their place, and the row waits for the lock.
        await secondsUntil(
          async () =>
            objects().length >= before + 3 &&
            Number(
              (
                await client.query<{ n: string }>(
                  'select count(*) as n from pg_locks where not granted',
                )
              ).rows[0]?.n,
            ) > 0,
          14,
        );
        const ended = once(server.child, 'exit');
        server.child.kill('SIGKILL');
        const [, signal] = await ended;
        must(signal === 'SIGKILL' && (await sent) === 0, 'it was not killed before its answer');
        await client.query('rollback');
        await client.end();
        // Where several servers share a database, what nobody knows of is removed after an hour.
        const next = await start({ ...data, ...clockAhead(3700) });
        await secondsUntil(() => Promise.resolve(objects().length === before), 20);
        must((await listDatasets(next.url, key)).length === 1, 'a dataset came of it');
        must(
          (await statusOf(`${next.url}/api/v1/datasets`, uploadOf(csvOf(1000), key))) === 201,
          'the next upload failed',
        );
        return 'no row, and an hour later its files are gone; the next one went in';
      }),
  },
  {
    name: 'A file takes more memory than a job may use',
    run: () =>
      withInstallation(async ({ start, open }) => {
        const server = await start({ WORKER_MEMORY_MB: '1000' });
        const { key } = await open(server, 'memory');
        const asked = statusOf(
          `${server.url}/api/v1/datasets`,
          uploadOf(csvOf(2_000_000), key),
          300,
        );
        let calls = 0;
        let done = false;
        const ended = asked.then((status) => {
          done = true;
          return status;
        });
        await secondsUntil(async () => {
          must(
            (await statusOf(
              `${server.url}/api/v1/datasets`,
              { headers: { 'API-Key': key } },
              10,
            )) === 200,
            'other calls fail',
          );
          calls += 1;
          return done;
        }, 300);
        const status = await ended;
        must(status === 422 || status === 400 || status === 413, `it answered ${status}`);
        must((await listDatasets(server.url, key)).length === 0, 'half a dataset is left');
        must(
          (await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(1000), key))) === 201,
          'the next upload failed',
        );
        return `answered ${status}; ${calls} other calls meanwhile, none failed; the next one went in`;
      }),
  },
];
