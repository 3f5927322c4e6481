import { WrittenJson } from '@columnist/contract';
import { z } from 'zod';
import type { EngineLoad } from '../job-rights.ts';
import { jobs, type Job, type JobOf, type Kind, type ResultOf } from '../jobs/jobs.ts';
import { writeJson } from '../process/write-json.ts';

/**
 * In the place of the pool for `pnpm mutate`: does each job in this process, where mutants can be
 * switched on.
 */
export class WorkerPool {
  async run<K extends Kind>(job: Job & JobOf<K>): Promise<ResultOf<K>> {
    // As it crosses the border of a process.
    const result: unknown = JSON.parse(JSON.stringify(await this.#answer(job)));
    return z.custom<ResultOf<K>>().parse(result);
  }

  async write(job: Job): Promise<WrittenJson> {
    return writeJson(await this.#answer(job));
  }

  #answer(job: Job): Promise<unknown> {
    return jobs[job.kind].answer(job, {
      memoryMb: 1024,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  }

  refuseCrowded(): void {
    // Nobody waits here.
  }

  load(): EngineLoad {
    const none = { waiting: 0, running: 0, refused: 0 };
    return {
      workers: 1,
      busy: 0,
      waiting: 0,
      lanes: { fast: none, slow: none },
      moved: 0,
      started: 0,
    };
  }

  close(): void {
    // There is no process to end.
  }
}
