import { AppError, WrittenJson } from '@columnist/contract';
import type { ObjectStore } from '@columnist/core';
import {
  crowded,
  datasetOf,
  laneOf,
  withoutPictures,
  type EngineLoad,
  type Job,
  type JobOf,
  type JobOptions,
  type JobRights,
  type JobRunner,
  type Kind,
  type Lane,
  type ResultOf,
} from '@columnist/workers';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Bulletin } from './bulletin.ts';
import { jobPath } from './job-door.ts';
import { answerKey, fetchWritten, orderKey, packJob, readBytes, storeBytes } from './job-files.ts';
import type { KnownWorkers } from './known-workers.ts';
import { channels, decodeOutcome, textOfOrder, type Outcome } from './messages.ts';
import { proofHeader, proveQuestion } from './proofs.ts';
import type { FleetQueue } from './queue.ts';
import { rankWorkers } from './rank-workers.ts';
import type { Replies } from './replies.ts';
import { inTrace, traceHeader } from './trace.ts';

/** Characters of a job that stay in its row. */
const inRow = 64 * 1024;

export interface FleetParts {
  readonly queue: FleetQueue;
  readonly bulletin: Bulletin;
  readonly replies: Replies;
  readonly workers: KnownWorkers;
  readonly objects: ObjectStore;
  readonly tempDir: string;
  readonly token: string;
  /** The channel on which this server is answered. */
  readonly reply: string;
  readonly log: Logger;
}

/** The order in which workers are asked; by the dataset, or as it comes. */
export type Ranking = (dataset: string, workers: readonly string[]) => readonly string[];

/**
 * Runs jobs on the workers of the fleet: what lasts waits in the queue, and what is small is asked
 * at once of the worker that has the dataset.
 */
export class FleetRunner implements JobRunner {
  readonly #parts: FleetParts;
  readonly #rank: Ranking;
  readonly #byUser = new Map<string, number>();
  readonly #lanes: Record<Lane, { waiting: number; refused: number }> = {
    fast: { waiting: 0, refused: 0 },
    slow: { waiting: 0, refused: 0 },
  };
  #started = 0;

  constructor(parts: FleetParts, rank: Ranking = rankWorkers) {
    this.#parts = parts;
    this.#rank = rank;
  }

  async run<K extends Kind>(job: Job & JobOf<K>, options: JobOptions = {}): Promise<ResultOf<K>> {
    const outcome = await this.#do(job, options, false);
    if (outcome.type !== 'done') throw unexpected();
    return z.custom<ResultOf<K>>().parse(outcome.result);
  }

  async write(job: Job, options: JobOptions = {}): Promise<WrittenJson> {
    const outcome = await this.#do(job, options, true);
    if (outcome.type !== 'written') throw unexpected();
    return outcome.answer;
  }

  refuseCrowded({ user = '', rights = unlimited }: Pick<JobOptions, 'user' | 'rights'>): void {
    // What this server knows; the queue counts the jobs of all.
    if ((this.#byUser.get(user) ?? 0) < rights.waiting + this.#parts.workers.slots()) return;
    this.#lanes.slow.refused += 1;
    throw crowded(rights);
  }

  ready(): Promise<boolean> {
    return Promise.resolve(this.#parts.bulletin.isOpen() && this.#parts.workers.list().length > 0);
  }

  load(): EngineLoad {
    const known = this.#parts.workers.list();
    const busy = known.reduce((sum, worker) => sum + worker.busy, 0);
    const { fast, slow } = this.#lanes;
    return {
      workers: known.reduce((sum, worker) => sum + worker.workers, 0),
      busy,
      waiting: fast.waiting + slow.waiting,
      lanes: { fast: { ...fast, running: 0 }, slow: { ...slow, running: 0 } },
      moved: 0,
      started: this.#started,
    };
  }

  async close(): Promise<void> {
    this.#parts.replies.close();
    await this.#parts.bulletin.close();
    await this.#parts.queue.close();
  }

  async #do(
    asked: Job,
    options: JobOptions,
    written: boolean,
  ): Promise<Exclude<Outcome, { type: 'failed' }>> {
    const { user = '', signal } = options;
    const job = withoutPictures(asked);
    const lane = laneOf(job);
    this.refuseCrowded(options);
    await options.before?.();
    if (signal?.aborted === true) throw canceled();
    this.#byUser.set(user, (this.#byUser.get(user) ?? 0) + 1);
    this.#lanes[lane].waiting += 1;
    this.#started += 1;
    try {
      return await inTrace(lane === 'fast' ? 'columnist.ask' : 'columnist.queue', job.kind, () =>
        this.#send(job, lane, options, written),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') this.#lanes[lane].refused += 1;
      throw error;
    } finally {
      this.#lanes[lane].waiting -= 1;
      const left = (this.#byUser.get(user) ?? 1) - 1;
      if (left > 0) this.#byUser.set(user, left);
      else this.#byUser.delete(user);
    }
  }

  async #send(
    job: Job,
    lane: Lane,
    options: JobOptions,
    written: boolean,
  ): Promise<Exclude<Outcome, { type: 'failed' }>> {
    const { objects, tempDir, log } = this.#parts;
    const { user = '', rights = unlimited } = options;
    const id = randomUUID();
    const packed = await packJob(objects, tempDir, id, job);
    const used = [...packed.sent];
    const text = textOfOrder({ job: packed.job, user, rights, written, ...traceHeader() });
    try {
      const outcome =
        lane === 'fast'
          ? await this.#ask(datasetOf(job) ?? id, text, options.signal)
          : await this.#queue(id, text, used, options);
      if (outcome.type === 'failed') throw outcome.error;
      used.push(...Object.values(outcome.files));
      await fetchWritten(objects, packed.expected, outcome.files);
      return outcome;
    } finally {
      // Nobody waits for it; what is left here, the reconciler removes.
      void Promise.all(used.map((key) => objects.delete(key))).catch((error: unknown) =>
        log.warn({ err: error }, 'files of a job could not be removed'),
      );
    }
  }

  /**
   * Asks the workers one after the other until one answers: small jobs only read. What answers in
   * the place of a worker, without the token of the fleet, is not believed.
   */
  async #ask(dataset: string, text: string, signal: AbortSignal | undefined): Promise<Outcome> {
    const { workers, token, log } = this.#parts;
    for (const url of this.#rank(
      dataset,
      workers.list().map((worker) => worker.url),
    )) {
      const question = proveQuestion(token, text);
      const answer = await fetch(new URL(jobPath, url), {
        method: 'POST',
        headers: { Authorization: question.authorization },
        body: text,
        redirect: 'error',
        signal: signal ?? null,
      })
        .then(async (response) => ({
          status: response.status,
          proof: response.headers.get(proofHeader),
          bytes: Buffer.from(await response.arrayBuffer()),
        }))
        .catch((error: unknown) => {
          if (signal?.aborted === true) throw canceled();
          log.warn({ err: error, worker: url }, 'a worker did not answer');
          workers.forget(url);
          return null;
        });
      if (answer?.status === 200 && question.isAnswer(answer.proof, answer.bytes))
        return decodeOutcome(answer.bytes);
      if (answer?.status === 200) {
        log.warn(
          { worker: url },
          'an answer came from somebody who has not the token of the fleet',
        );
        workers.forget(url);
      } else if (answer !== null)
        log.warn({ status: answer.status, worker: url }, 'a worker refused a job');
    }
    throw new AppError('unavailable', 'No worker answers. Try again in a moment.', {
      retry_after: 5,
    });
  }

  async #queue(
    id: string,
    text: string,
    used: string[],
    { user = '', rights = unlimited, signal, onProgress }: JobOptions,
  ): Promise<Outcome> {
    const { queue, replies, bulletin, objects, tempDir, reply } = this.#parts;
    const fits = text.length <= inRow;
    if (!fits) {
      await storeBytes(objects, tempDir, orderKey(id), text);
      used.push(orderKey(id));
    }
    await queue.add(id, user, rights, { reply, order: fits ? text : null });
    const giveUp = Promise.withResolvers<never>();
    const onAbort = (): void => {
      giveUp.reject(canceled());
      // Its worker, where it has one, stops; where nobody is heard, what it finds is not taken.
      void queue
        .cancel(id)
        .then(() => bulletin.notify(channels.jobs, { canceled: id }))
        .catch(() => {});
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    try {
      const { answer, attempt } = await Promise.race([
        replies.wait(id, onProgress),
        giveUp.promise,
      ]);
      if (answer !== null) return decodeOutcome(Buffer.from(answer));
      const key = answerKey(attempt);
      used.push(key);
      return decodeOutcome(await readBytes(objects, tempDir, key));
    } finally {
      signal?.removeEventListener('abort', onAbort);
      replies.forget(id);
    }
  }
}

/** Of jobs that no user's rights are named for. */
const unlimited: JobRights = { share: 1, running: Infinity, waiting: Infinity, seconds: 120 };

const canceled = (): AppError => new AppError('canceled', 'The call was canceled.');
const unexpected = (): Error => new Error('A worker answered in another form than was asked for.');
