import { AppError } from '@columnist/contract';
import type { z } from 'zod';
import type { JobOptions } from '../engine.ts';
import type { Job } from './jobs.ts';
import { WorkerProcess, type WorkerLimits } from './worker-process.ts';

/** Jobs that may wait, and those of one user among them. */
const [queueLimit, userLimit] = [200, 100];
const stopping = () => new AppError('unavailable', 'The server is stopping.');
const tooMany = (whose: string) => new AppError('unavailable', `Too many ${whose} are waiting. Try again in a moment.`, { retry_after: 5 });

interface Place {
  readonly user: string;
  readonly start: (worker: WorkerProcess) => void;
  readonly refuse: (error: AppError) => void;
}

/** How much of the pool a user has: jobs that run, and when the last of them began. */
interface Share {
  running: number;
  turn: number;
}

/** A few worker processes and a bounded queue before them, in which users take turns. */
export class WorkerPool {
  readonly #all: readonly WorkerProcess[];
  readonly #idle: WorkerProcess[];
  readonly #waiting = new Set<Place>();
  /** Of users who have jobs here. */
  readonly #shares = new Map<string, Share>();
  #turns = 0;
  #closed = false;

  constructor(size: number, limits: WorkerLimits) {
    this.#all = Array.from({ length: size }, () => new WorkerProcess(limits));
    this.#idle = [...this.#all];
    this.#all.forEach((worker) => worker.warm());
  }

  /** The job's result, parsed by its schema. */
  async run<Result>(job: Job, result: z.ZodType<Result>, options: JobOptions = {}): Promise<Result> {
    const { user = '', before } = options;
    await before?.();
    const worker = await this.#acquire(user, options.signal);
    try {
      return result.parse(await worker.run(job, options));
    } finally {
      this.#release(user, worker);
    }
  }

  #acquire(user: string, signal: AbortSignal | undefined): Promise<WorkerProcess> {
    if (this.#closed) return Promise.reject(stopping());
    const free = this.#idle.pop();
    if (free !== undefined) {
      this.#begin(user);
      return Promise.resolve(free);
    }
    if (this.#waiting.size >= queueLimit) return Promise.reject(tooMany('analyses'));
    if ([...this.#waiting].filter((place) => place.user === user).length >= userLimit) return Promise.reject(tooMany('of your analyses'));
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(place);
        signal?.removeEventListener('abort', giveUp);
      };
      const place: Place = {
        user,
        start: (worker) => {
          leave();
          this.#begin(user);
          resolve(worker);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const giveUp = (): void => place.refuse(new AppError('canceled', 'The call was canceled.'));
      this.#waiting.add(place);
      signal?.addEventListener('abort', giveUp, { once: true });
      if (signal?.aborted === true) giveUp();
    });
  }

  #begin(user: string): void {
    this.#shares.set(user, { running: this.#shareOf(user).running + 1, turn: ++this.#turns });
  }

  #shareOf(user: string): Share {
    return this.#shares.get(user) ?? { running: 0, turn: 0 };
  }

  #release(user: string, worker: WorkerProcess): void {
    const { running, turn } = this.#shareOf(user);
    this.#shares.set(user, { running: running - 1, turn });
    const next = this.#next();
    if (running === 1 && ![...this.#waiting].some((place) => place.user === user)) this.#shares.delete(user);
    if (next === undefined) this.#idle.push(worker);
    else next.start(worker);
  }

  /** Whose user has the fewest jobs running, of these whose last turn is longest ago, of these who came first. */
  #next(): Place | undefined {
    const [first] = [...this.#waiting].toSorted((a, b) => {
      const [one, other] = [this.#shareOf(a.user), this.#shareOf(b.user)];
      return one.running - other.running || one.turn - other.turn;
    });
    return first;
  }

  load(): { workers: number; busy: number; waiting: number } {
    return { workers: this.#all.length, busy: this.#all.length - this.#idle.length, waiting: this.#waiting.size };
  }

  close(): void {
    this.#closed = true;
    for (const place of Array.from(this.#waiting)) place.refuse(stopping());
    this.#all.forEach((worker) => worker.close());
  }
}
