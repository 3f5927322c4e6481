import { openWeb } from '@columnist/fleet';
import { s3Objects } from '@columnist/core';
import { startPostgres, startS3 } from '@columnist/core/testing';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startWorker, type FleetWorker } from './bench/fleet.ts';
import { median, report, type BenchRow } from './bench/report.ts';
import { openAccount } from './bench/accounts.ts';
import { upload } from './bench/rest-calls.ts';
import { startServer, type Server } from './bench/servers.ts';

/**
 * A fleet of web servers and workers on one PostgreSQL and one S3 store, against a server that does
 * everything on the same:
 *   pnpm bench:fleet
 */
const uploads = 15;
const waitingAdmissions = 200;
const accounts = 5;
const questions = 40;
const datasets = 24;
const rounds = 4;
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
// A folder of its own: run as root, the database belongs to another user.
const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-bench-postgres-'));
const token = 'the token of the fleet of the bench';
const table: BenchRow[] = [];

const csv = join(folder, '1.csv');
execFileSync(process.execPath, [join(import.meta.dirname, 'generate-csv.ts'), csv, '1']);
const postgres = await startPostgres(databaseDir);
mkdirSync(join(folder, 's3'));
const s3 = await startS3(join(folder, 's3'));
const store = {
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: s3.bucket,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
};
const shared = { ...store, APP_SECRET: 'one secret for all of the fleet 42', FLEET_TOKEN: token };
const workers: FleetWorker[] = [];
const servers: Server[] = [];
const start = async (name: string, variables: Record<string, string>): Promise<Server> => {
  const server = await startServer(postgres.url, join(folder, name), { ...shared, ...variables });
  servers.push(server);
  return server;
};

const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN;

/** The same upload to both in turn, so that the machine is as busy for one as for the other. */
async function measureUploads(alone: Server, web: Server): Promise<void> {
  const outputs = () => servers.map(({ output }) => output()).join('\n');
  const { key } = await openAccount(alone.url, outputs, 'uploads@columnist.example', postgres.url);
  const times: Record<'alone' | 'fleet', number[]> = { alone: [], fleet: [] };
  for (let i = 0; i <= uploads; i++) {
    const pair = {
      alone: await millisecondsOf(() => upload(alone.url, key, csv, 'a.csv')),
      fleet: await millisecondsOf(() => upload(web.url, key, csv, 'f.csv')),
    };
    // The first one loads code.
    if (i > 0) for (const name of ['alone', 'fleet'] as const) times[name].push(pair[name]);
  }
  const added = median(times.fleet) - median(times.alone);
  table.push({
    measure: 'added to an upload of 1 MB by the queue, median',
    reached: `${added.toFixed(0)} ms (${median(times.fleet).toFixed(0)} beside ${median(times.alone).toFixed(0)} ms)`,
    limit: '30 ms',
    holds: added <= 30,
  });
}

async function measureQuestions(web: Server): Promise<void> {
  const outputs = () => servers.map(({ output }) => output()).join('\n');
  const keys: string[] = [];
  for (let i = 0; i < accounts; i++)
    keys.push(
      (await openAccount(web.url, outputs, `waits-${i}@columnist.example`, postgres.url)).key,
    );
  const asker = await openAccount(web.url, outputs, 'asks@columnist.example', postgres.url);
  const small = join(folder, 'small.csv');
  writeFileSync(small, readFileSync(csv, 'utf8').split('\n').slice(0, 500).join('\n'));
  const id = await upload(web.url, asker.key, small, 'small.csv');
  const waiting = Promise.allSettled(
    Array.from({ length: waitingAdmissions }, (_, i) =>
      upload(web.url, keys[i % accounts] ?? '', csv, `${i}.csv`),
    ),
  );
  const times: number[] = [];
  for (let i = 0; i < questions; i++)
    times.push(
      await millisecondsOf(async () => {
        const answer = await fetch(`${web.url}/api/v1/datasets/${id}/rows?limit=20&offset=${i}`, {
          headers: { 'API-Key': asker.key },
        });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`A question answered ${answer.status}.`);
      }),
    );
  const done = (await waiting).filter(({ status }) => status === 'fulfilled').length;
  table.push({
    measure: `a small question while ${waitingAdmissions} admissions wait, p95`,
    reached: `${p95(times).toFixed(0)} ms; ${done} of ${waitingAdmissions} were admitted`,
    limit: '1000 ms, all admitted',
    holds: p95(times) <= 1000 && done === waitingAdmissions,
  });
}

/** How many files workers had to fetch when each dataset was asked some times. */
async function measureCopies(): Promise<void> {
  const objects = s3Objects({
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    accessKeyId: s3.accessKeyId,
    secretAccessKey: s3.secretAccessKey,
    cacheDir: join(folder, 'asker'),
    cacheBytes: 1024 ** 3,
    jobsElsewhere: true,
  });
  const found: Record<string, number> = {};
  for (const [name, rank] of [
    ['rendezvous', undefined],
    [
      'random',
      (_: string, urls: readonly string[]) =>
        urls
          .map((url) => ({ url, at: Math.random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ url }) => url),
    ],
  ] as const) {
    const { engine } = await openWeb(
      {
        databaseUrl: postgres.url,
        objects,
        tempDir: join(folder, `asker-${name}`),
        token,
        log: pino({ level: 'error' }, pino.destination(2)),
      },
      rank,
    );
    while (!(await engine.ready())) await new Promise((done) => setTimeout(done, 100));
    await new Promise((done) => setTimeout(done, 2500));
    const tables = [];
    for (let i = 0; i < datasets; i++) {
      const parquet = join(folder, `${name}-${i}.parquet`);
      const source = join(folder, `${name}-${i}.csv`);
      writeFileSync(source, `a,b\n${i},2\n3,4\n`);
      const { rowCount, columns } = await engine.admit({ source, parquet });
      const key = `datasets/${name}-${i}/1.parquet`;
      await objects.put(key, parquet);
      tables.push({
        parquet: await objects.jobPath(key),
        datasetId: `${name}-${i}`,
        version: 1,
        rowCount,
        columns,
      });
    }
    const before = await fetchedBy(workers);
    for (let round = 0; round < rounds; round++)
      for (const asked of tables) await engine.rows(asked, { limit: 5, offset: 0 });
    found[name] = 1 - ((await fetchedBy(workers)) - before) / (datasets * rounds);
    await engine.close();
  }
  const percent = (name: string): string => `${(100 * (found[name] ?? 0)).toFixed(0)} %`;
  table.push({
    measure: `questions that found the file on their worker, each dataset asked ${rounds} times`,
    reached: `${percent('rendezvous')}; at random ${percent('random')}`,
    limit: 'more than at random',
    holds: (found['rendezvous'] ?? 0) > (found['random'] ?? 1),
  });
}

const metricsToken = 'a token for the metrics of the bench';
async function fetchedBy(asked: readonly FleetWorker[]): Promise<number> {
  const counts = await Promise.all(
    asked.map(async ({ url }) => {
      const answer = await fetch(`${url}/metrics`, {
        headers: { Authorization: `Bearer ${metricsToken}` },
      });
      return Number(
        /columnist_object_copies_total\{outcome="fetched"\} (\d+)/.exec(await answer.text())?.[1],
      );
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

try {
  const alone = await start('alone', { WORKERS: '2' });
  const web = await start('web', { ROLE: 'web' });
  for (let i = 0; i < 3; i++)
    workers.push(
      await startWorker(postgres.url, join(folder, `worker-${i}`), {
        ...store,
        FLEET_TOKEN: token,
        METRICS_TOKEN: metricsToken,
        WORKERS: '2',
      }),
    );
  await measureUploads(alone, web);
  await measureQuestions(web);
  await measureCopies();
} finally {
  for (const worker of workers) await worker.stop();
  for (const server of servers) await server.stop();
  await s3.stop();
  await postgres.stop();
  for (const path of [folder, databaseDir])
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
report('fleet', table);
