import type { Actor, Clock, ServiceContext } from '../../context.ts';
import { tierOf } from '../../users/user.presenter.ts';
import { User } from '../../users/user.entity.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findBehind } from './find-behind.ts';
import { rebuild } from './rebuild.ts';

interface JobContext extends Pick<ServiceContext, 'em' | 'clock' | 'log'> {
  readonly contextOf: (actor: Actor) => ServiceContext;
}

/** Tried at one time; the others have their turn the next time. */
const atATime = 100;

/**
 * Job: combined datasets that are behind their sources are made again: the server ended, or another
 * version was being made, while they followed; or what stopped them may have gone meanwhile.
 * Answers how many were made.
 */
export async function rebuildFollowers(ctx: JobContext): Promise<number> {
  const tried = new Set<string>();
  let made = 0;
  while (tried.size < atATime) {
    const behind = (await findBehind(ctx.em, { most: 2 * atATime })).filter(
      ({ id }) => !tried.has(id),
    );
    // First what is made of nothing that is itself behind; one that waits in vain is not held up.
    const next =
      behind.find(({ sources }) => !behind.some(({ id }) => sources.includes(id))) ?? behind[0];
    if (next === undefined) return made;
    tried.add(next.id);
    if (await rebuildOne(ctx, next.id)) made += 1;
  }
  return made;
}

async function rebuildOne(ctx: JobContext, id: string): Promise<boolean> {
  try {
    const dataset = await ctx.em.fork().findOneOrFail(Dataset, { id }, { populate: ['owner'] });
    const actor = ownerOf(dataset.owner, ctx.clock);
    await rebuild(ctx.contextOf(actor), actor, dataset, { isAsked: false });
    ctx.log.info({ dataset: id }, 'a combined dataset that was behind is made again');
    return true;
  } catch (error) {
    ctx.log.info({ err: error, dataset: id }, 'a combined dataset that is behind could not follow');
    return false;
  }
}

/** The owner as the one who asks, with no right of a credential: none may be read or vouched for. */
const ownerOf = (
  user: Pick<
    User,
    | 'id'
    | 'email'
    | 'fullName'
    | 'emailVerifiedAt'
    | 'paidUntil'
    | 'grantedProUntil'
    | 'raisedFileMb'
  >,
  clock: Clock,
): Actor => ({
  user: {
    id: user.id,
    email: user.email,
    fullName: user.fullName,
    emailVerified: user.emailVerifiedAt !== null,
    tier: tierOf(user, clock),
    raisedFileMb: user.raisedFileMb ?? null,
    roles: [],
  },
  via: 'session',
  scopes: [],
  sessionId: null,
  confirmedAt: null,
  askedAt: null,
  factorAt: null,
  secondFactor: false,
  limits: null,
  agent: null,
});
