import { AppError } from '@columnist/contract';
import type { ObjectStore } from '@columnist/core';
import type { JobOptions, JobRunner } from '@columnist/workers';
import { unpackJob } from './job-files.ts';
import type { Outcome, SentOrder } from './messages.ts';

export interface Workshop {
  /** Worker processes of this machine. */
  readonly pool: JobRunner;
  readonly objects: ObjectStore;
  readonly tempDir: string;
}

/**
 * Does a job that another server sent, and takes what it writes into the store under keys of this
 * attempt. What is wrong with the job is an outcome; throws where the store or this worker is.
 */
export async function runOrder(
  { pool, objects, tempDir }: Workshop,
  { job: packed, user, rights, written }: SentOrder,
  attempt: string,
  options: Pick<JobOptions, 'signal' | 'onProgress'>,
): Promise<Outcome> {
  try {
    const { job, store, remove } = await unpackJob(objects, tempDir, packed);
    try {
      const asked = { ...options, user, rights };
      if (written) {
        const answer = await pool.write(job, asked);
        return { type: 'written', files: await store(attempt), answer };
      }
      const result: unknown = await pool.run(job, asked);
      return { type: 'done', files: await store(attempt), result };
    } finally {
      await remove();
    }
  } catch (error) {
    if (error instanceof AppError) return { type: 'failed', error };
    throw error;
  }
}
