import { startPostgres, startS3 } from '@columnist/core/testing';
import { execFileSync } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { startWorker } from '../bench/fleet.ts';
import { openAccount } from '../bench/accounts.ts';
import { inDatabase } from '../bench/in-database.ts';
import { upload } from '../bench/rest-calls.ts';
import { startServer } from '../bench/servers.ts';
import { costsFile, type Cost, type Costs } from './costs.ts';
import { kindNames, kinds, type Asker } from './kinds.ts';
import { secondsOf } from './processes.ts';

/** Calls of each kind; processor time is counted in hundredths of a second. */
const times = 60;
const idleSeconds = 20;

/**
 * Measures what each kind of call costs on a web server, a worker, PostgreSQL and an S3 store, one
 * call after the other, and writes it to costs.json.
 */
export async function measureCosts(): Promise<Costs> {
  const folder = mkdtempSync(join(tmpdir(), 'columnist-capacity-'));
  const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-capacity-postgres-'));
  const csv = join(folder, '1.csv');
  execFileSync(process.execPath, [join(import.meta.dirname, '../generate-csv.ts'), csv, '1']);
  const postgres = await startPostgres(databaseDir);
  mkdirSync(join(folder, 's3'));
  const s3 = await startS3(join(folder, 's3'));
  const store = countRequests();
  const shared = {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    FLEET_TOKEN: 'the token of the fleet that is measured',
  };
  const web = await startServer(postgres.url, join(folder, 'web'), {
    ...shared,
    ROLE: 'web',
    APP_SECRET: 'one secret for all of the fleet 42',
  });
  const worker = await startWorker(postgres.url, join(folder, 'worker'), {
    ...shared,
    WORKERS: '2',
  });
  try {
    const { key } = await openAccount(web.url, web.output, 'costs@example.com', postgres.url);
    const asker: Asker = {
      url: web.url,
      key,
      csv,
      dataset: await upload(web.url, key, csv, 'asked.csv'),
    };
    const now = async () => ({
      web: secondsOf(web.pid),
      worker: secondsOf(worker.pid),
      database: databaseSeconds(databaseDir),
      transactions: await transactionsOf(postgres.url),
      store: store(),
    });
    const measure = async (n: number, work: () => Promise<void>): Promise<Cost> => {
      const before = await now();
      await work();
      const after = await now();
      const each = (a: number, b: number): number => Math.max(0, Number(((b - a) / n).toFixed(5)));
      return {
        web: each(before.web, after.web),
        worker: each(before.worker, after.worker),
        database: each(before.database, after.database),
        transactions: each(before.transactions, after.transactions),
        store: {
          get: each(before.store.get, after.store.get),
          put: each(before.store.put, after.store.put),
        },
      };
    };
    const idle = await measure(idleSeconds, () => wait(idleSeconds * 1000));
    const of: Record<string, Cost> = {};
    for (const name of kindNames) {
      // The first calls load code.
      for (let i = 0; i < 5; i += 1) await kinds[name].ask(asker, times + i);
      const begin = performance.now();
      const with_ = await measure(times, async () => {
        for (let i = 0; i < times; i += 1) await kinds[name].ask(asker, i);
      });
      of[name] = without(with_, idle, (performance.now() - begin) / 1000 / times);
    }
    const measured: Costs = {
      measured: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}`,
      idle,
      of,
    };
    writeFileSync(costsFile, `${JSON.stringify(measured, null, 2)}\n`);
    return measured;
  } finally {
    await worker.stop();
    await web.stop();
    await s3.stop();
    await postgres.stop();
    for (const path of [folder, databaseDir])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a call costs beyond what an idle server does in its time. */
const without = (all: Cost, idle: Cost, seconds: number): Cost => {
  const less = (a: number, b: number): number => Math.max(0, Number((a - b * seconds).toFixed(5)));
  return {
    web: less(all.web, idle.web),
    worker: less(all.worker, idle.worker),
    database: less(all.database, idle.database),
    transactions: less(all.transactions, idle.transactions),
    store: {
      get: less(all.store.get, idle.store.get),
      put: less(all.store.put, idle.store.put),
    },
  };
};

/** Requests that this process has been asked as a store: reads, and all others. */
function countRequests(): () => { get: number; put: number } {
  const counts = { get: 0, put: 0 };
  subscribe('http.server.request.start', (message) => {
    const { request } = z.object({ request: z.instanceof(IncomingMessage) }).parse(message);
    counts[request.method === 'GET' || request.method === 'HEAD' ? 'get' : 'put'] += 1;
  });
  return () => ({ ...counts });
}

const transactionsOf = (url: string): Promise<number> =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query(
      'select sum(xact_commit + xact_rollback)::float8 as n from pg_stat_database',
    );
    return z.tuple([z.object({ n: z.number() })]).parse(rows)[0].n;
  });

/** Of the server on this folder, those of its processes that have ended among them. */
const databaseSeconds = (folder: string): number =>
  secondsOf(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]));
