import type { WrittenJson } from '@columnist/contract';
import type { EngineLoad } from './job-rights.ts';
import type { JobOptions } from './job-options.ts';
import type { Job, JobOf, Kind, ResultOf } from './jobs/jobs.ts';

/** Who runs the jobs of an engine: the worker processes of this machine, or those of a fleet. */
export interface JobRunner {
  /** The job's result, which its worker has checked. Throws as Engine does. */
  run<K extends Kind>(job: Job & JobOf<K>, options?: JobOptions): Promise<ResultOf<K>>;
  /** The same as JSON, which is not read here. */
  write(job: Job, options?: JobOptions): Promise<WrittenJson>;
  /** Throws unavailable where this user has as many jobs waiting as they may. */
  refuseCrowded(options: Pick<JobOptions, 'user' | 'rights'>): void;
  /** True once a worker has answered, or while all of them work. */
  ready(): Promise<boolean>;
  load(): EngineLoad;
  close(): Promise<void>;
}
