import { AppError, operations, type InputOf } from '@columnist/contract';
import { hashToken } from '../users/secrets.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { AgentGrant } from './agent-grant.entity.ts';

/** Cuts an agent off: its grant goes, and with it every token made from it. */
export async function revokeAgent(
  ctx: ServiceContext,
  { id }: InputOf<(typeof operations)['auth']['revokeAgent']>,
): Promise<void> {
  const actor = authorize(ctx, operations.auth.revokeAgent);
  const grant = await ctx.em.findOne(AgentGrant, { id, user: actor.user.id });
  if (grant === null) throw new AppError('not_found', 'Agent not found.');
  await ctx.em.transactional(async (em) => {
    await em.nativeDelete(AgentGrant, { id });
    await em.execute(
      "delete from oauth_record where grant_id = ? or (model = 'Grant' and id_hash = ?)",
      [id, hashToken(id)],
    );
    await recordAudit(
      ctx,
      { action: 'auth.revokeAgent', target: grant.clientName, outcome: 'done' },
      em,
    );
  });
}
