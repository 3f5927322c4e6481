import { startPostgres } from '@columnist/core/testing';
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { median } from '../bench/report.ts';
import { openAccount } from '../bench/accounts.ts';
import { cpuSeconds } from '../bench/process-figures.ts';
import { upload } from '../bench/rest-calls.ts';
import { startServer } from '../bench/servers.ts';
import { mixOf, type Sent } from './send-calls.ts';
import { kinds } from './kinds.ts';
import { secondsOf } from './processes.ts';
import { simulate, type Call } from './simulate.ts';

/** Askers at the same time, and how long each run is. */
const askers = 8;
const seconds = 20;
const runs = 5;

export interface Compared {
  readonly processes: number;
  /** Calls a second. */
  readonly measured: number;
  readonly predicted: number;
}

/**
 * One server that does everything, with one to three worker processes, asked by several at once
 * without a pause: calls answered a second, beside what the simulation says from the costs of calls
 * that were asked one after the other. Who asks is a process on the same machine; its processor time
 * is taken off the processors that the simulation has.
 */
export async function compareWithRuns(): Promise<Compared[]> {
  const folder = mkdtempSync(join(tmpdir(), 'columnist-capacity-'));
  const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-capacity-postgres-'));
  const csv = join(folder, '1.csv');
  execFileSync(process.execPath, [join(import.meta.dirname, '../generate-csv.ts'), csv, '1']);
  const postgres = await startPostgres(databaseDir);
  const postgresPid = Number(
    readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  const compared: Compared[] = [];
  const cores = await coresTogether();
  try {
    for (const processes of [1, 2, 3]) {
      const server = await startServer(postgres.url, join(folder, 'server'), {
        WORKERS: String(processes),
        APP_SECRET: 'one secret for all of the servers 42',
      });
      try {
        const keys: { readonly key: string; readonly dataset: string }[] = [];
        for (let i = 0; i < askers; i += 1) {
          const email = `run-${processes}-${i}@example.com`;
          const { key } = await openAccount(server.url, server.output, email, postgres.url);
          keys.push({ key, dataset: await upload(server.url, key, csv, 'asked.csv') });
        }
        const used = () => ({
          worker: secondsOf(server.pid) - cpuSeconds(server.pid),
          web: cpuSeconds(server.pid),
          database: secondsOf(postgresPid),
        });
        const send = (at: number, senders: number): Promise<Sent> =>
          sendCalls({ url: server.url, keys: keys.slice(0, senders), csv, seconds: at });
        await send(10, askers);
        const before = used();
        const alone = await send(seconds, 1);
        const after = used();
        const cost = {
          web: (after.web - before.web) / alone.answered,
          worker: (after.worker - before.worker) / alone.answered,
          database: (after.database - before.database) / alone.answered,
        };
        const rates: number[] = [];
        const own: number[] = [];
        for (let i = 0; i < runs; i += 1) {
          const { answered, took, worked } = await send(seconds, askers);
          rates.push(answered / took);
          own.push(worked / took);
        }
        compared.push({
          processes,
          measured: median(rates),
          predicted: predict(processes, cost, cores - median(own)),
        });
      } finally {
        await server.stop();
      }
    }
  } finally {
    await postgres.stop();
    for (const path of [folder, databaseDir])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  }
  return compared;
}

/**
 * What the processors of this machine do together, in processors that work alone: two threads of one
 * core are less than two.
 */
async function coresTogether(): Promise<number> {
  const program =
    'let x = 0; for (let i = 0; i < 5e8; i += 1) x += i % 7; process.exit(x > 0 ? 0 : 1)';
  const lasts = async (n: number): Promise<number> => {
    const begin = performance.now();
    const children = Array.from({ length: n }, () => spawn(process.execPath, ['-e', program]));
    await Promise.all(children.map((child) => once(child, 'exit')));
    return performance.now() - begin;
  };
  const all = cpus().length;
  return (all * (await lasts(1))) / (await lasts(all));
}

const sent = z.object({ answered: z.int(), took: z.number(), worked: z.number() });

/** Calls by a process of its own; see send-calls.ts. */
async function sendCalls(order: object): Promise<Sent> {
  const child = fork(join(import.meta.dirname, 'send-calls.ts'));
  child.send(order);
  const [answer] = await once(child, 'message');
  return sent.parse(answer);
}

/** Calls a second of as many who ask the next when one is answered. */
function predict(
  processes: number,
  { web, worker, database }: Readonly<Record<'web' | 'worker' | 'database', number>>,
  cores: number,
): number {
  const lasts = 300;
  const call = (user: number, at: number): Call => ({
    at,
    kind: 'call',
    user: String(user),
    lane: kinds[mixOf(user)].lane,
    rights: { share: 4, running: Infinity, waiting: 20, seconds: 120 },
    stages: [
      { station: 'web', work: web / 2 },
      { station: 'database', work: database },
      { station: 'workers', work: worker },
      { station: 'web', work: web / 2 },
    ],
  });
  const { took } = simulate(
    {
      machines: { all: { cores } },
      stations: {
        web: { machine: 'all', places: 1, turns: 'first' },
        workers: { machine: 'all', places: processes, turns: 'fair' },
        database: { machine: 'all', places: 20, turns: 'first' },
      },
    },
    Array.from({ length: askers }, (_, i) => call(i, i / 1000)),
    lasts,
    ({ user }, at) => call(Number(user), at),
  );
  return (took.get('call')?.length ?? 0) / lasts;
}
