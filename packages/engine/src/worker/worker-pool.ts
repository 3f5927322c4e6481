import { AppError } from '@columnist/contract';
import type { z } from 'zod';
import type { JobOptions } from '../engine.ts';
import type { Job } from './jobs.ts';
import { WorkerProcess, type WorkerLimits } from './worker-process.ts';

const queueLimit = 200;
const stopping = () => new AppError('unavailable', 'The server is stopping.');

interface Place {
  readonly start: (worker: WorkerProcess) => void;
  readonly refuse: (error: AppError) => void;
}

/** A few worker processes and a bounded queue before them, first come first served. */
export class WorkerPool {
  readonly #all: readonly WorkerProcess[];
  readonly #idle: WorkerProcess[];
  readonly #waiting = new Set<Place>();
  #closed = false;

  constructor(size: number, limits: WorkerLimits) {
    this.#all = Array.from({ length: size }, () => new WorkerProcess(limits));
    this.#idle = [...this.#all];
    this.#all.forEach((worker) => worker.warm());
  }

  /** The job's result, parsed by its schema. */
  async run<Result>(job: Job, result: z.ZodType<Result>, options: JobOptions = {}): Promise<Result> {
    const worker = await this.#acquire(options.signal);
    try {
      return result.parse(await worker.run(job, options));
    } finally {
      this.#release(worker);
    }
  }

  #acquire(signal: AbortSignal | undefined): Promise<WorkerProcess> {
    if (this.#closed) return Promise.reject(stopping());
    const free = this.#idle.pop();
    if (free !== undefined) return Promise.resolve(free);
    if (this.#waiting.size >= queueLimit) return Promise.reject(new AppError('unavailable', 'Too many analyses are waiting. Try again in a moment.', { retry_after: 5 }));
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(place);
        signal?.removeEventListener('abort', giveUp);
      };
      const place: Place = {
        start: (worker) => {
          leave();
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

  #release(worker: WorkerProcess): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#idle.push(worker);
    else next.start(worker);
  }

  close(): void {
    this.#closed = true;
    for (const place of Array.from(this.#waiting)) place.refuse(stopping());
    this.#all.forEach((worker) => worker.close());
  }
}
