import type { CountedColumn } from '@columnist/contract';
import type { Job } from './jobs.ts';

/**
 * The pictures of columns are three quarters of what is known of a wide table, and of use to one
 * kind of job.
 */
export function withoutPictures(job: Job): Job {
  if (!('table' in job) || job.kind === 'pictures') return job;
  const table = { ...job.table, columns: leanOf(job.table.columns) };
  return job.kind === 'compareDatasets'
    ? { ...job, table, other: { ...job.other, columns: leanOf(job.other.columns) } }
    : { ...job, table };
}

/** The columns of a version are one list for all calls, so they are copied once. */
const lean = new WeakMap<readonly CountedColumn[], CountedColumn[]>();

function leanOf(columns: readonly CountedColumn[]): CountedColumn[] {
  const known = lean.get(columns);
  if (known !== undefined) return known;
  const found = columns.map((column) => ({ ...column, picture: null }));
  lean.set(columns, found);
  return found;
}
