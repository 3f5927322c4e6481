import type { Job } from './jobs.ts';

/** `fast` for what is known to be small, `slow` for all else: reading files, profiles, models, exports. */
export type Lane = 'fast' | 'slow';

/** Values up to which a column's figures or a picture take a moment: a tenth of a second on one core. */
const smallCells = 100_000;

const isSmall = ({
  table: { rowCount, columns },
}: {
  table: { rowCount: number; columns: readonly unknown[] };
}): boolean => rowCount * columns.length <= smallCells;

/**
 * The lane in which a job waits. A query of the database is fast at any size: it can be interrupted at once, and one that
 * takes too long is moved to the slow lane. What computes outside the database is fast for small tables alone.
 */
export function laneOf(job: Job): Lane {
  switch (job.kind) {
    case 'ping':
    case 'preview':
    case 'rows':
    case 'frequencies':
    case 'aggregate':
    case 'markRows':
    case 'measureLeverage':
    case 'alignRows':
    case 'explainView':
    case 'pictures':
    case 'overview':
    case 'calculatePower':
      return 'fast';
    case 'describe':
      return job.profile !== undefined || isSmall(job) ? 'fast' : 'slow';
    case 'alerts':
    case 'chart':
    case 'recommendTest':
      return isSmall(job) ? 'fast' : 'slow';
    case 'describeValues':
      return job.cells <= smallCells ? 'fast' : 'slow';
    default:
      return 'slow';
  }
}
