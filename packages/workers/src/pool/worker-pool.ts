import { AppError, WrittenJson, type DatasetColumn } from '@columnist/contract';
import { z } from 'zod';
import type { EngineLoad, JobOptions, JobRights } from '../engine.ts';
import { FairSchedule, type Ticket } from './fair-schedule.ts';
import type { Lane } from '../jobs/define-job.ts';
import { jobs, type Job, type JobOf, type Kind, type ResultOf } from '../jobs/jobs.ts';
import { WorkerProcess, type WorkerLimits } from './worker-process.ts';

export interface PoolLimits extends WorkerLimits {
  /** Of a job whose options do not say what its user may. */
  readonly timeoutSeconds: number;
}

/** How long a fast job may take while others wait. */
const fastMs = 400;

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
export class WorkerPool {
  readonly #all: readonly WorkerProcess[];
  readonly #idle: WorkerProcess[];
  readonly #schedule: FairSchedule<Place>;
  /** Of jobs that no user's rights are named for. */
  readonly #unlimited: JobRights;
  readonly #refused: Record<Lane, number> = { fast: 0, slow: 0 };
  #moved = 0;
  #started = 0;
  #closed = false;

  constructor(size: number, limits: PoolLimits, { startsAhead = true } = {}) {
    this.#all = Array.from({ length: size }, () => new WorkerProcess(limits));
    this.#idle = [...this.#all];
    this.#schedule = new FairSchedule(size, () => performance.now() / 1000);
    this.#unlimited = {
      share: 1,
      running: Infinity,
      waiting: Infinity,
      seconds: limits.timeoutSeconds,
    };
    if (startsAhead) this.#all.forEach((worker) => worker.warm());
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
      const overdue = lane === 'fast' ? setTimeout(() => this.#overrun(place), fastMs) : undefined;
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
        clearTimeout(overdue);
        this.#schedule.end(place);
        this.#idle.push(worker);
        this.#dispatch();
      }
    }
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
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
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

  #overrun(place: Place): void {
    this.#schedule.overrun(place);
    this.#dispatch();
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

  close(): void {
    this.#closed = true;
    for (const place of this.#schedule.waiting()) place.refuse(stopping());
    this.#all.forEach((worker) => worker.close());
  }
}

/**
 * The pictures of columns are three quarters of what is known of a wide table, and of use to one
 * kind of job.
 */
function withoutPictures(job: Job): Job {
  if (!('table' in job) || job.kind === 'pictures') return job;
  const table = { ...job.table, columns: leanOf(job.table.columns) };
  return job.kind === 'compareDatasets'
    ? { ...job, table, other: { ...job.other, columns: leanOf(job.other.columns) } }
    : { ...job, table };
}

/** The columns of a version are one list for all calls, so they are copied once. */
const lean = new WeakMap<readonly DatasetColumn[], DatasetColumn[]>();

function leanOf(columns: readonly DatasetColumn[]): DatasetColumn[] {
  const known = lean.get(columns);
  if (known !== undefined) return known;
  const found = columns.map((column) => ({ ...column, picture: null }));
  lean.set(columns, found);
  return found;
}
