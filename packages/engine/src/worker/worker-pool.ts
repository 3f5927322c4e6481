import { AppError } from '@columnist/contract';
import type { JobOptions } from '../engine.ts';
import type { z } from 'zod';
import type { Job } from './jobs.ts';
import { WorkerProcess, type WorkerLimits } from './worker-process.ts';

const queueLimit = 200;

/** A few worker processes and a bounded queue before them, first come first served. */
export class WorkerPool {
  readonly #idle: WorkerProcess[];
  readonly #all: readonly WorkerProcess[];
  #waiting: { start: (worker: WorkerProcess) => void; refuse: (error: AppError) => void }[] = [];
  #closed = false;

  constructor(size: number, limits: WorkerLimits) {
    this.#all = Array.from({ length: size }, () => new WorkerProcess(limits));
    this.#idle = [...this.#all];
    this.#all.forEach((worker) => worker.warm());
  }

  /** Process ids, for those who watch memory. */
  get pids(): number[] {
    return this.#all.flatMap((worker) => worker.pid ?? []);
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
    if (this.#closed) return Promise.reject(new AppError('unavailable', 'The server is stopping.'));
    const free = this.#idle.pop();
    if (free !== undefined) return Promise.resolve(free);
    if (this.#waiting.length >= queueLimit) return Promise.reject(new AppError('unavailable', 'Too many analyses are waiting. Try again in a moment.', { retry_after: 5 }));
    return new Promise((start, refuse) => {
      const place = { start, refuse };
      this.#waiting.push(place);
      signal?.addEventListener(
        'abort',
        () => {
          this.#waiting = this.#waiting.filter((other) => other !== place);
          refuse(new AppError('canceled', 'The call was canceled.'));
        },
        { once: true },
      );
    });
  }

  #release(worker: WorkerProcess): void {
    if (this.#closed) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(worker);
    else next.start(worker);
  }

  close(): void {
    this.#closed = true;
    this.#waiting.forEach((place) => place.refuse(new AppError('unavailable', 'The server is stopping.')));
    this.#waiting = [];
    this.#all.forEach((worker) => worker.kill());
  }
}
