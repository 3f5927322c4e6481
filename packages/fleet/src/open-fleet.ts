import type { ObjectStore } from '@columnist/core';
import { emptyFolder, engineOn, type Engine, type JobRunner } from '@columnist/workers';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Bulletin } from './bulletin.ts';
import { FleetRunner, type Ranking } from './fleet-runner.ts';
import { jobDoor } from './job-door.ts';
import { KnownWorkers } from './known-workers.ts';
import { channels, jobNews } from './messages.ts';
import { FleetQueue } from './queue.ts';
import { Replies } from './replies.ts';
import { takeJobs } from './take-jobs.ts';

/** Every worker says this often that it is there. */
const presenceMs = 2000;

export interface FleetOptions {
  readonly databaseUrl: string;
  readonly objects: ObjectStore;
  /** Folder for files on their way; emptied at the start. */
  readonly tempDir: string;
  /** What web servers and workers of one fleet know each other by. */
  readonly token: string;
  readonly log: Logger;
}

/** How many jobs wait and run in the whole fleet. */
export type QueueDepth = () => Promise<{ readonly waiting: number; readonly running: number }>;

/** The engine of a web server: it computes nothing itself. */
export async function openWeb(
  { databaseUrl, objects, tempDir, token, log }: FleetOptions,
  rank?: Ranking,
): Promise<{ readonly engine: Engine; readonly depth: QueueDepth }> {
  emptyFolder(tempDir);
  const queue = await FleetQueue.open(databaseUrl, log);
  const replies = new Replies(queue, log);
  const workers = new KnownWorkers();
  const reply = `columnist_web_${randomUUID().replaceAll('-', '')}`;
  try {
    const bulletin = await Bulletin.open(
      databaseUrl,
      {
        [reply]: (message) => replies.read(message),
        [channels.workers]: (message) => workers.read(message),
      },
      log,
    );
    const runner = new FleetRunner(
      { queue, bulletin, replies, workers, objects, tempDir, token, reply, log },
      rank,
    );
    return { engine: engineOn(runner, tempDir), depth: () => queue.depth() };
  } catch (error) {
    await queue.close();
    throw error;
  }
}

/** A worker of the fleet. */
export interface FleetWorker {
  /** Answers web servers that ask for a small job. */
  readonly door: (req: IncomingMessage, res: ServerResponse) => void;
  readonly depth: QueueDepth;
  /** Throws where the database, the store or the worker processes do not answer. */
  readonly ready: () => Promise<void>;
  /** Takes no more jobs, and waits for those under way. */
  readonly stop: () => Promise<void>;
}

/** Takes jobs of the queue, and those that web servers send to `url`. */
export async function openWorker({
  databaseUrl,
  objects,
  tempDir,
  token,
  log,
  pool,
  url,
}: FleetOptions & {
  readonly pool: JobRunner;
  /** Where web servers of the fleet reach this one. */
  readonly url: string;
}): Promise<FleetWorker> {
  emptyFolder(tempDir);
  const queue = await FleetQueue.open(databaseUrl, log);
  const workers = new KnownWorkers();
  const workshop = { pool, objects, tempDir };
  // One of several processes is kept for what is small.
  const slots = Math.max(1, pool.load().workers - 1);
  const reading = {
    jobs: (_message: unknown): void => {},
  };
  const bulletin = await Bulletin.open(
    databaseUrl,
    {
      [channels.jobs]: (message) => reading.jobs(message),
      [channels.workers]: (message) => workers.read(message),
    },
    log,
  ).catch(async (error: unknown) => {
    await queue.close();
    throw error;
  });
  const taking = takeJobs({
    queue,
    bulletin,
    workshop,
    slots,
    mostOfUser: () => Math.max(1, Math.max(slots, workers.slots()) - 1),
    log,
  });
  reading.jobs = (message) => {
    const news = jobNews.parse(message);
    if ('canceled' in news) taking.cancel(news.canceled);
    else taking.wake();
  };
  const say = (leaving: boolean): Promise<void> => {
    const { workers: size, busy } = pool.load();
    return bulletin.notify(channels.workers, { url, workers: size, busy, slots, leaving });
  };
  await say(false);
  const saying = setInterval(() => void say(false), presenceMs).unref();
  return {
    door: jobDoor(workshop, token, log),
    depth: () => queue.depth(),
    ready: async () => {
      const [isReady] = await Promise.all([
        pool.ready(),
        queue.depth(),
        objects.has('datasets/ready'),
      ]);
      if (!isReady || !bulletin.isOpen()) throw new Error('The worker is not ready.');
    },
    stop: async () => {
      clearInterval(saying);
      await say(true);
      await taking.stop();
      await pool.close();
      await bulletin.close();
      await queue.close();
    },
  };
}
