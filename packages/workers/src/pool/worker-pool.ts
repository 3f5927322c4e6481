import { AppError, WrittenJson } from '@columnist/contract';
import { z } from 'zod';
import type { EngineLoad, JobRights } from '../job-rights.ts';
import type { JobOptions } from '../job-options.ts';
import { FairSchedule, type Ticket } from './fair-schedule.ts';
import type { Lane } from '../jobs/define-job.ts';
import type { JobRunner } from '../job-runner.ts';
import { jobs, type Job, type JobOf, type Kind, type ResultOf } from '../jobs/jobs.ts';
import { hasHadItsTime } from './processor-time.ts';
import { withoutPictures } from '../jobs/without-pictures.ts';
import { WorkerProcess, type WorkerLimits } from './worker-process.ts';

export interface PoolLimits extends WorkerLimits {
  /** Of a job whose options do not say what its user may. */
  readonly timeoutSeconds: number;
}

/** Between two looks at the time of a fast job. */
const lookMs = 100;

const stopping = () => new AppError('unavailable', 'The server is stopping.');

interface Place extends Ticket {
  readonly start: (worker: WorkerProcess) => void;
  readonly refuse: (error: AppError) => void;
  /** Aborted when the job is to give its worker away. */
  readonly yielding: AbortController;
}

/**
 * A few worker processes and, before them, a bounded queue of two lanes, in which users take turns.
 */
export class WorkerPool implements JobRunner {
  readonly #all: readonly WorkerProcess[];
  /** Those that have no job, and no process that is still starting. */
  readonly #idle: WorkerProcess[] = [];
  readonly #schedule: FairSchedule<Place>;
  /** Of jobs that no user's rights are named for. */
  readonly #unlimited: JobRights;
  readonly #refused: Record<Lane, number> = { fast: 0, slow: 0 };
  #moved = 0;
  #started = 0;
  #closed = false;
  /** Of all who ask at the same time whether a worker answers. */
  #asked: Promise<boolean> | null = null;

  constructor(size: number, limits: PoolLimits, { startsAhead = true } = {}) {
    this.#all = Array.from({ length: size }, () => new WorkerProcess(limits));
    this.#schedule = new FairSchedule(size, () => performance.now() / 1000);
    this.#unlimited = {
      share: 1,
      running: Infinity,
      waiting: Infinity,
      seconds: limits.timeoutSeconds,
    };
    if (startsAhead) this.#all.forEach((worker) => worker.warm());
    this.#all.forEach((worker) => this.#free(worker, () => {}));
  }

  /**
   * The job's result, of the type of its kind: the worker has checked it, and of a large one a
   * second look would hold up everybody.
   */
  async run<K extends Kind>(job: Job & JobOf<K>, options: JobOptions = {}): Promise<ResultOf<K>> {
    return z.custom<ResultOf<K>>().parse(await this.#run(job, options, false));
  }

  /** The same as JSON, which is not read here. */
  async write(job: Job, options: JobOptions = {}): Promise<WrittenJson> {
    return z.instanceof(WrittenJson).parse(await this.#run(job, options, true));
  }

  async #run(asked: Job, options: JobOptions, written: boolean): Promise<unknown> {
    const job = withoutPictures(asked);
    const { user = '', rights = this.#unlimited, before, signal, onProgress } = options;
    let lane = jobs[job.kind].laneOf(job);
    // What would be refused afterwards needs no preparation.
    this.#refuseCrowded(user, rights, lane);
    await before?.();
    let moved = false;
    for (;;) {
      const { worker, place } = await this.#acquire({ user, rights, lane }, signal, moved);
      const unwatch = lane === 'fast' ? this.#watchTime(worker, place) : () => {};
      try {
        return await worker.run(job, {
          signal,
          onProgress,
          rights,
          yielding: place.yielding.signal,
          written,
        });
      } catch (error) {
        if (!place.yielding.signal.aborted || signal?.aborted === true || this.#closed) throw error;
        // Only fast jobs give way, and those read alone: they can begin again.
        lane = 'slow';
        moved = true;
        this.#moved += 1;
      } finally {
        unwatch();
        this.#free(worker, () => this.#schedule.end(place));
      }
    }
  }

  /**
   * Makes a worker idle, at once or when its process has started, and does `onFree` before another
   * job gets it. The place of a job whose process was killed ends there: to start the next process
   * is at the cost of its user, who gets no further worker meanwhile.
   */
  #free(worker: WorkerProcess, onFree: () => void): void {
    const free = (): void => {
      onFree();
      this.#idle.push(worker);
      this.#dispatch();
    };
    const starting = worker.starting();
    if (starting === null) free();
    else void starting.then(free);
  }

  /**
   * A worker for a job, and its place in the schedule. One that was `moved` has been admitted
   * before, and is not refused.
   */
  #acquire(
    ticket: Ticket,
    signal: AbortSignal | undefined,
    moved: boolean,
  ): Promise<{ worker: WorkerProcess; place: Place }> {
    if (this.#closed) return Promise.reject(stopping());
    return new Promise((resolve, reject) => {
      const giveUp = (): void => place.refuse(new AppError('canceled', 'The call was canceled.'));
      const place: Place = {
        ...ticket,
        yielding: new AbortController(),
        start: (worker) => {
          signal?.removeEventListener('abort', giveUp);
          resolve({ worker, place });
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', giveUp);
          this.#schedule.leave(place);
          reject(error);
        },
      };
      this.#schedule.join(place);
      signal?.addEventListener('abort', giveUp, { once: true });
      if (signal?.aborted === true) {
        giveUp();
        return;
      }
      this.#dispatch();
      const refused = moved ? null : this.#schedule.toRefuse(place);
      if (refused === null) return;
      this.#refused[refused.ticket.lane] += 1;
      refused.ticket.refuse(refused.error);
    });
  }

  /** Starts what may start; where nothing more can, a fast job may have to make room. */
  #dispatch(): void {
    for (let worker = this.#takeIdle(); worker !== undefined; worker = this.#takeIdle()) {
      const next = this.#schedule.start();
      if (next === null) {
        this.#idle.push(worker);
        return;
      }
      this.#started += 1;
      next.start(worker);
    }
    this.#schedule.toInterrupt()?.yielding.abort();
  }

  /** The one that had a job last; where one has a process, not one that would have to start it. */
  #takeIdle(): WorkerProcess | undefined {
    const warm = this.#idle.findLastIndex((worker) => worker.isWarm());
    return this.#idle.splice(warm, 1)[0];
  }

  /** Looks whether a fast job has had its time; the end of the watch. */
  #watchTime(worker: WorkerProcess, place: Place): () => void {
    const began = performance.now();
    /** At the first look: most jobs have ended before. */
    let before: number | null = null;
    const timer = setInterval(() => {
      const now = worker.processorMs();
      before ??= now;
      const worked = before === null || now === null ? null : now - before;
      if (!hasHadItsTime(performance.now() - began, worked)) return;
      this.#schedule.overrun(place);
      // Who waits may have been served less than this job's user only after a while.
      this.#dispatch();
    }, lookMs);
    return () => clearInterval(timer);
  }

  refuseCrowded({
    user = '',
    rights = this.#unlimited,
  }: Pick<JobOptions, 'user' | 'rights'>): void {
    this.#refuseCrowded(user, rights, 'slow');
  }

  #refuseCrowded(user: string, rights: JobRights, lane: Lane): void {
    const error = this.#schedule.refusalOf(user, rights);
    if (error === null) return;
    this.#refused[lane] += 1;
    throw error;
  }

  load(): EngineLoad {
    const [waiting, running] = [this.#schedule.waiting(), this.#schedule.running()];
    const ofLane = (lane: Lane) => ({
      waiting: waiting.filter((place) => place.lane === lane).length,
      running: running.filter((place) => place.lane === lane).length,
      refused: this.#refused[lane],
    });
    return {
      workers: this.#all.length,
      busy: running.length,
      waiting: waiting.length,
      lanes: { fast: ofLane('fast'), slow: ofLane('slow') },
      moved: this.#moved,
      started: this.#started,
    };
  }

  async ready(): Promise<boolean> {
    // Under load a question would wait for its turn; workers that are busy are there, and their
    // jobs have a time limit.
    if (this.#schedule.running().length === this.#all.length) return true;
    this.#asked ??= this.run({ kind: 'ping' }, { user: 'ping' })
      .then((answer) => answer === 'pong')
      .finally(() => (this.#asked = null));
    return this.#asked;
  }

  close(): Promise<void> {
    this.#closed = true;
    for (const place of this.#schedule.waiting()) place.refuse(stopping());
    this.#all.forEach((worker) => worker.close());
    return Promise.resolve();
  }
}
