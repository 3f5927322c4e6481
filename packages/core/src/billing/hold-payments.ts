import type { ServiceContext } from '../context.ts';
import { underLease } from '../requests/take-lease.ts';

/**
 * Does work while no other call opens a checkout for this user or deletes the account: between
 * looking what is open and acting on it, nothing is opened. Throws conflict where one does.
 */
export const holdPayments = <Result>(
  ctx: Pick<ServiceContext, 'em' | 'clock' | 'log'>,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  underLease(
    ctx,
    `payments:${userId}`,
    'A checkout of this account is being opened, or the account deleted, at this moment.',
    'Try again in a moment.',
    work,
  );
