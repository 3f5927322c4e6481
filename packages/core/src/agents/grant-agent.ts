import { AppError, type Scope } from '@columnist/contract';
import { holdSession } from '../users/hold-session.ts';
import { lockUser } from '../users/lock-user.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { requireConfirmed, type ServiceContext } from '../context.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { AgentGrant } from './agent-grant.entity.ts';

/** Let in at a time. */
const agentsAtMost = 100;

export interface AgentRequest {
  /** The authorization server's id of the grant. */
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string;
  readonly scopes: readonly Scope[];
  readonly datasetIds: readonly string[] | null;
  readonly aggregatesOnly: boolean;
}

/**
 * Lets an agent in, as its user decided on the consent page; the user gets a notice. An agent
 * outlives the session, as a key does: the
 * session must have been confirmed lately. Throws unauthenticated, email_unverified,
 * reauthentication_required, invalid_input, not_found, conflict where there are too many.
 */
export async function grantAgent(ctx: ServiceContext, request: AgentRequest): Promise<void> {
  const { actor } = ctx;
  if (actor?.via !== 'session') throw new AppError('unauthenticated', 'Not authenticated');
  if (!actor.user.emailVerified)
    throw new AppError(
      'email_unverified',
      'Verify your email address before you connect an agent.',
    );
  requireConfirmed(ctx, actor);
  if (request.scopes.length === 0)
    throw new AppError('invalid_input', 'Choose at least one thing the agent may do.', {
      errors: [{ field: 'scopes', message: 'Choose at least one.' }],
    });
  const datasetIds = request.datasetIds === null ? null : [...new Set(request.datasetIds)];
  if (datasetIds !== null) {
    const known = await ctx.em.count(Dataset, {
      id: { $in: datasetIds },
      owner: actor.user.id,
      deletedAt: null,
    });
    if (known < datasetIds.length) throw new AppError('not_found', 'Dataset not found.');
  }
  await ctx.em.fork().transactional(async (em) => {
    // The user before the session; it also makes the count hold.
    await lockUser(em, actor.user.id);
    await holdSession(em, actor);
    const used = await em.count(AgentGrant, { user: actor.user.id });
    if (used >= agentsAtMost)
      throw new AppError('conflict', `You have let in ${used} agents, which is the most.`, {
        used,
        limit: agentsAtMost,
        fix: 'Cut off one that you no longer use, then connect this one again.',
      });
    await em.insert(AgentGrant, {
      id: request.id,
      user: actor.user.id,
      clientId: request.clientId,
      clientName: request.clientName,
      redirectHost: request.redirectHost,
      scopes: [...new Set(request.scopes)],
      datasetIds,
      aggregatesOnly: request.aggregatesOnly,
      createdAt: ctx.clock.now(),
      lastUsedAt: null,
    });
    await queueMail(em, ctx, 'agent_connected', actor.user.email);
    await recordAudit(
      ctx,
      {
        action: 'auth.grantAgent',
        target: request.clientName,
        outcome: 'done',
        details: {
          scopes: request.scopes.join(' '),
          datasets: datasetIds === null ? 'all' : String(datasetIds.length),
        },
      },
      em,
    );
  });
}
