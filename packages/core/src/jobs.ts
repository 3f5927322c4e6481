import type { EntityManager } from '@mikro-orm/sql';
import { forgetProofs } from './accounts/forget-proofs.ts';
import { forgetSetupTokens } from './admin/forget-setup-tokens.ts';
import { forgetAgents } from './agents/forget-agents.ts';
import { readHead } from './audit/chain-state.ts';
import { reconcileSubscriptions } from './billing/reconcile-subscriptions.ts';
import { applyAbandonedEvents } from './billing/take-event.ts';
import type { Actor, ServiceContext } from './context.ts';
import type { Forget } from './database/forget.ts';
import { forgetAnswers } from './datasets/answers/forget-answers.ts';
import { forgetDownloadLinks } from './datasets/exports/forget-download-links.ts';
import { forgetUploadLinks } from './datasets/lifecycle/forget-upload-links.ts';
import { forgetUploads } from './datasets/lifecycle/forget-uploads.ts';
import { purgeDatasets } from './datasets/lifecycle/purge-datasets.ts';
import { rebuildTables } from './datasets/lifecycle/rebuild-tables.ts';
import { reconcileObjects } from './datasets/lifecycle/reconcile-objects.ts';
import { forgetSharedResults } from './datasets/sharing/forget-shared-results.ts';
import { rebuildFollowers } from './datasets/versions/rebuild-followers.ts';
import { forgetRequests } from './requests/forget-requests.ts';
import { forgetChallenges } from './second-factors/forget-challenges.ts';
import { forgetSessions } from './sessions/forget-sessions.ts';
import { forgetMinutes } from './usage/forget-minutes.ts';
import { expireReservations } from './usage/metered.ts';
import { forgetAttempts } from './users/forget-attempts.ts';

interface Ground extends Pick<
  ServiceContext,
  'em' | 'ports' | 'engine' | 'settings' | 'clock' | 'log'
> {
  /** As if this person had asked. */
  readonly contextOf: (actor: Actor) => ServiceContext;
}

/** What runs beside requests: each time, or where it is rare, after that many milliseconds. */
interface Job {
  readonly every?: number;
  readonly run: (ground: Ground) => Promise<unknown>;
}

const minute = 60_000;
const hour = 60 * minute;
const forgetting = (forget: Forget): Job => ({ run: ({ em, clock }) => forget(em, clock.now()) });

/**
 * Where the log of the server is kept elsewhere, it proves later that the end of the audit log was
 * not cut off.
 */
async function logEndOfAudit({ em, log }: Ground): Promise<void> {
  const head = await readHead(em);
  log.info({ end: head === null ? null : `${head.seq}:${head.hash}` }, 'end of the audit log');
}

const jobs: readonly Job[] = [
  { run: purgeDatasets },
  { every: hour, run: logEndOfAudit },
  { every: hour, run: reconcileObjects },
  { every: 24 * hour, run: rebuildTables },
  { every: 5 * minute, run: rebuildFollowers },
  { every: hour, ...forgetting(forgetAnswers) },
  forgetting(expireReservations),
  forgetting(forgetMinutes),
  forgetting(forgetAttempts),
  forgetting(forgetProofs),
  forgetting(forgetSessions),
  forgetting(forgetRequests),
  forgetting(forgetAgents),
  forgetting(forgetUploadLinks),
  { every: 5 * minute, run: forgetUploads },
  forgetting(forgetDownloadLinks),
  forgetting(forgetSharedResults),
  forgetting(forgetSetupTokens),
  forgetting(forgetChallenges),
  { run: applyAbandonedEvents },
  { run: reconcileSubscriptions },
];

/** Runs every job that is due, one after the other, each with an entity manager of its own. */
export function jobRunner(
  ground: Omit<Ground, 'em'>,
  fork: () => EntityManager,
): () => Promise<void> {
  const due = new Map<Job, number>();
  return async () => {
    for (const job of jobs) {
      if (ground.clock.now().getTime() < (due.get(job) ?? 0)) continue;
      await job.run({ ...ground, em: fork() });
      if (job.every !== undefined) due.set(job, ground.clock.now().getTime() + job.every);
    }
  };
}
