import { z } from 'zod';
import type { Lane } from './define-job.ts';
import { mapPaths, type PathMapping } from './files.ts';
import { jobs, type Job, type Kind } from './jobs.ts';

const named = z.looseObject({
  kind: z.custom<Kind>((value) => typeof value === 'string' && Object.hasOwn(jobs, value)),
});

/** A job that came from another process; what it holds is checked by its kind, by its worker. */
export const sentJob = named.transform((job) => z.custom<Job>().parse(job));

export const laneOf = (job: Job): Lane => jobs[job.kind].laneOf(job);

/** The dataset a job is about, where it is about one. */
export const datasetOf = (job: Job): string | null =>
  'table' in job ? job.table.datasetId : 'tables' in job ? firstDataset(job.tables) : null;

const firstDataset = (
  tables: readonly (
    | { readonly table: { datasetId: string | null } }
    | { datasetId: string | null }
  )[],
): string | null => {
  const [first] = tables;
  if (first === undefined) return null;
  return 'table' in first ? first.table.datasetId : first.datasetId;
};

/** A copy of a job in which each path is replaced. */
export const mapJobPaths = async (job: Job, mapping: PathMapping): Promise<Job> =>
  sentJob.parse({
    ...named.parse(await mapPaths(z.object(jobs[job.kind].fields), job, mapping)),
    kind: job.kind,
  });
