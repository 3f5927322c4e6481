import type { JobRights } from './job-rights.ts';
import type { AdmitProgress } from '@columnist/tables/admission/inputs';

/** How a job is done: for whom, by which rights, and how it is ended. */
export interface JobOptions {
  /** Ends the job (and, where it does not stop, its process); one that waits leaves the queue. */
  readonly signal?: AbortSignal | undefined;
  /** For whom: users take turns, so that nobody waits behind all that another asked for. */
  readonly user?: string | undefined;
  /** What that user may; left out, there are no limits but those of the engine. */
  readonly rights?: JobRights | undefined;
  /** Awaited before the job takes its place in the queue; where it throws, there is no job. */
  readonly before?: (() => Promise<void>) | undefined;
  readonly onProgress?: ((progress: AdmitProgress) => void) | undefined;
}
