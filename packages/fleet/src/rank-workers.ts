import { createHash } from 'node:crypto';

/**
 * The workers in the order in which they are asked about this dataset: rendezvous hashing (Thaler
 * and Ravishankar, 1998). Every server finds the same order without talking to the others, and when
 * a worker comes or goes, only its own datasets move.
 */
export const rankWorkers = (dataset: string, workers: readonly string[]): string[] =>
  workers
    .map((worker) => ({ worker, weight: weightOf(dataset, worker) }))
    .toSorted((a, b) => (a.weight < b.weight ? 1 : a.weight > b.weight ? -1 : 0))
    .map(({ worker }) => worker);

const weightOf = (dataset: string, worker: string): bigint =>
  createHash('sha256').update(`${dataset} ${worker}`).digest().readBigUInt64BE();
