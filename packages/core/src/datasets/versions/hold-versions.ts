import type { ServiceContext } from '../../context.ts';
import { underLease } from '../../requests/take-lease.ts';

/**
 * Does what changes the versions of a dataset, or which is the current one, while nobody else does:
 * what it reads of them holds until it ends. Throws conflict where somebody else does.
 */
export const holdVersions = <Result>(
  ctx: ServiceContext,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  underLease(
    ctx,
    `version:${id}`,
    'A version of this dataset is being made.',
    'Wait until it is there, then try again.',
    work,
  );
