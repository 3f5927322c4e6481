import type { EndedCall } from '@columnist/api';
import type { Core, ObjectStore } from '@columnist/core';
import type { QueueDepth } from '@columnist/fleet';
import type { RequestHandler } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { heldBytes } from './limit-waiting.ts';

export interface Metrics {
  /** Counts every answer. */
  readonly count: RequestHandler;
  readonly onCall: (ended: EndedCall) => void;
  readonly onJob: (job: string, outcome: 'done' | 'failed') => void;
  /**
   * Answers anyone who sends the token in Prometheus' text format; without one, as if there were
   * nothing.
   */
  readonly page: RequestHandler;
  readonly registry: Registry;
}

const doors: ReadonlySet<string> = new Set(['trpc', 'api', 'mcp', 'oauth', 'app']);
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/**
 * Names as Prometheus wants them: base units, totals end in _total. No label holds what a user has
 * chosen.
 */
export function openMetrics(
  core: Pick<Core, 'load'>,
  token: string | null,
  queueDepth: QueueDepth | null = null,
  objects: Pick<ObjectStore, 'copies'> | null = null,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'columnist_' });
  const requests = new Counter({
    name: 'columnist_http_requests_total',
    help: 'Answers by door, method and status.',
    labelNames: ['door', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'columnist_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['door'],
    buckets: seconds,
    registers,
  });
  const calls = new Counter({
    name: 'columnist_calls_total',
    help: 'Operations by door; the outcome is done or the code of an error.',
    labelNames: ['operation', 'door', 'outcome'],
    registers,
  });
  const callDurations = new Histogram({
    name: 'columnist_call_duration_seconds',
    help: 'Time of an operation, without reading the request and writing the answer.',
    labelNames: ['operation'],
    buckets: seconds,
    registers,
  });
  const jobs = new Counter({
    name: 'columnist_background_jobs_total',
    help: 'Rounds of the jobs beside requests.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `columnist_${name}`, help, registers });
  const load = {
    workers: gauge('workers', 'Worker processes of this replica.'),
    busyWorkers: gauge('workers_busy', 'Workers that have a job.'),
    waitingJobs: new Gauge({
      name: 'columnist_jobs_waiting',
      help: 'Jobs that wait for a worker, by lane.',
      labelNames: ['lane'],
      registers,
    }),
    runningJobs: new Gauge({
      name: 'columnist_jobs_running',
      help: 'Jobs that a worker does, by lane.',
      labelNames: ['lane'],
      registers,
    }),
    refusedJobs: new Counter({
      name: 'columnist_jobs_refused_total',
      help: 'Jobs refused because too many waited, of their user or in all, by lane.',
      labelNames: ['lane'],
      registers,
    }),
    startedJobs: new Counter({
      name: 'columnist_jobs_started_total',
      help: 'Jobs that a worker began.',
      registers,
    }),
    movedJobs: new Counter({
      name: 'columnist_jobs_moved_total',
      help: 'Jobs that took too long for the fast lane and were moved to the slow one.',
      registers,
    }),
    heldBodies: gauge('held_body_bytes', 'Bytes that bodies begun and not ended may come to hold.'),
    waitingMail: gauge('mail_waiting', 'Messages in the database that are due and not sent.'),
    waitingEvents: gauge(
      'webhook_events_waiting',
      'Events of the payment provider in the database that are taken and not applied.',
    ),
  };
  // Of the whole fleet: every server of it gives the same, and the autoscaler takes one of them.
  const queued =
    queueDepth === null
      ? null
      : new Gauge({
          name: 'columnist_queue_jobs',
          help: 'Jobs in the queue of the fleet, by state.',
          labelNames: ['state'],
          registers,
        });
  const copies =
    objects === null
      ? null
      : new Counter({
          name: 'columnist_object_copies_total',
          help: 'Files of the store that were found on this machine, and that were fetched.',
          labelNames: ['outcome'],
          registers,
        });
  return {
    registry,
    count: (req, res, next) => {
      const started = performance.now();
      res.once('close', () => {
        const first = req.originalUrl.split(/[/?]/, 2)[1] ?? '';
        const door = doors.has(first) ? first : 'other';
        requests.inc({
          door,
          method: methods.has(req.method) ? req.method : 'other',
          status: res.writableFinished ? res.statusCode : 499,
        });
        durations.observe({ door }, (performance.now() - started) / 1000);
      });
      next();
    },
    onCall: ({ operation, door, outcome, seconds: took }) => {
      calls.inc({ operation, door, outcome });
      callDurations.observe({ operation }, took);
    },
    onJob: (job, outcome) => jobs.inc({ job, outcome }),
    page: async (req, res, next) => {
      if (token === null) {
        next();
        return;
      }
      if (!isSame(/^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1] ?? '', token)) {
        res
          .status(401)
          .setHeader('WWW-Authenticate', 'Bearer realm="metrics"')
          .type('text')
          .send('Send METRICS_TOKEN as a bearer token.\n');
        return;
      }
      load.heldBodies.set(heldBytes());
      // Where the database does not answer, that is what the other figures tell.
      const measured = await core.load().catch(() => null);
      if (measured !== null) {
        load.workers.set(measured.workers);
        load.busyWorkers.set(measured.busyWorkers);
        load.refusedJobs.reset();
        load.movedJobs.reset();
        load.startedJobs.reset();
        load.startedJobs.inc(measured.startedJobs);
        load.movedJobs.inc(measured.movedJobs);
        for (const lane of ['fast', 'slow'] as const) {
          load.waitingJobs.set({ lane }, measured.lanes[lane].waiting);
          load.runningJobs.set({ lane }, measured.lanes[lane].running);
          load.refusedJobs.inc({ lane }, measured.lanes[lane].refused);
        }
        load.waitingMail.set(measured.waitingMail);
        load.waitingEvents.set(measured.waitingEvents);
      }
      if (queued !== null && queueDepth !== null) {
        const depth = await queueDepth().catch(() => null);
        queued.reset();
        for (const state of depth === null ? [] : (['waiting', 'running'] as const))
          queued.set({ state }, depth?.[state] ?? 0);
      }
      if (copies !== null && objects !== null) {
        copies.reset();
        for (const outcome of ['found', 'fetched'] as const)
          copies.inc({ outcome }, objects.copies()[outcome]);
      }
      res
        .setHeader('Cache-Control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics());
    },
  };
}

const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: string, token: string): boolean =>
  timingSafeEqual(digest(given), digest(token));
