import { allowances, maxJobSeconds, unverifiedJobs } from '@columnist/contract';
import type { JobRights } from '@columnist/workers';
import type { Actor, Settings } from '../context.ts';

const { paid } = allowances;

/**
 * What the plan of a user gives them of the workers; without a verified e-mail one job at a time
 * and the smallest share.
 */
export function jobRights(
  user: Pick<Actor['user'], 'tier' | 'raisedFileMb' | 'emailVerified'>,
  { throttleScale }: Pick<Settings, 'throttleScale'>,
): JobRights {
  const { tier, emailVerified } = user;
  const { waitingJobs, jobShare } = allowances[tier];
  const isFree = tier === 'free';
  return {
    share: emailVerified ? jobShare : unverifiedJobs.share,
    running: emailVerified ? Infinity : unverifiedJobs.running,
    waiting: waitingJobs * throttleScale,
    seconds: maxJobSeconds(user),
    plan: isFree ? 'Free' : 'Pro',
    remedies: {
      late:
        'Ask for less at once: fewer columns or rows, or a smaller ' +
        `file${isFree ? `; or upgrade to Pro, where a job may take ${paid.jobSeconds} seconds` : ''}.`,
      crowded:
        'Wait for one of them to be answered before you ask for ' +
        `more${isFree ? `, or upgrade to Pro, where ${paid.waitingJobs} may wait` : ''}.`,
    },
  };
}
