import { jobPath, openWorker } from '@columnist/fleet';
import { createPool } from '@columnist/workers';
import express from 'express';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lockFolder } from '@columnist/core';
import type { Config } from './config.ts';
import { openMetrics } from './metrics.ts';
import { createLog, objectsOf } from './open-core.ts';
import { listen } from './listen.ts';
import type { Traces } from './traces.ts';

/** For which a worker finishes what it has; other workers take the rest. */
const drainSeconds = 25;

/**
 * A worker of a fleet: it takes jobs from the queue and from web servers. People and programs do
 * not reach it.
 */
export async function serveWorker(config: Config, traces: Traces): Promise<void> {
  const { fleet } = config;
  if (fleet === null) throw new Error('ROLE=worker needs a fleet.');
  const log = createLog(config);
  const lock = lockFolder(config.dataDir);
  const app = express().disable('x-powered-by').disable('etag');
  const server = createServer(app);
  const port = await listen(server, config);
  const objects = objectsOf(config);
  const pool = createPool({
    tempDir: join(config.dataDir, 'scratch'),
    memoryMb: config.WORKER_MEMORY_MB,
    ...(config.WORKERS === undefined ? {} : { workers: config.WORKERS }),
  });
  const url = config.WORKER_URL ?? ownAddress(config.HOST, port);
  const worker = await openWorker({
    ...fleet,
    objects,
    tempDir: join(config.dataDir, 'jobs'),
    log,
    pool,
    url,
  });
  const load = () => {
    const { workers, busy, lanes, moved, started } = pool.load();
    return Promise.resolve({
      workers,
      busyWorkers: busy,
      lanes,
      movedJobs: moved,
      startedJobs: started,
      waitingMail: 0,
      waitingEvents: 0,
    });
  };
  let open = true;
  const metrics = openMetrics({ load }, config.METRICS_TOKEN ?? null, worker.depth, objects);
  app.get('/health', (_req, res) => res.json({ status: 'ok' }));
  app.get('/ready', async (_req, res) => {
    const ready =
      open &&
      (await worker.ready().then(
        () => true,
        () => false,
      ));
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/metrics', metrics.page);
  app.post(jobPath, worker.door);
  app.use((_req, res) => res.status(404).end());
  const drain = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await Promise.race([worker.stop(), wait(drainSeconds * 1000)]);
    server.close();
    server.closeAllConnections();
    await traces.close();
    lock.release();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain());
  // Who reads that it is ready may end it at once.
  console.log(`Columnist's worker is ready on ${url}`);
}

/** On every address of a machine it is reached by the machine's name. */
const ownAddress = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? hostname() : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
