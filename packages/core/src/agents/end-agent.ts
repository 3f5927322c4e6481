import type { EntityManager } from '@mikro-orm/sql';
import { User } from '../users/user.entity.ts';
import { writeAct } from '../audit/write-act.ts';
import type { Clock } from '../context.ts';
import { AgentGrant } from './agent-grant.entity.ts';

/**
 * Takes a grant out of its user's list that the authorization server has ended: the agent signed
 * out, or a used token came again.
 */
export async function endAgent(em: EntityManager, clock: Clock, id: string): Promise<void> {
  const grant = await em.findOne(AgentGrant, { id });
  if (grant === null) return;
  const user = await em.findOne(User, { id: grant.user.id });
  await em.transactional(async (within) => {
    if ((await within.nativeDelete(AgentGrant, { id })) === 0) return;
    await writeAct(within, clock, {
      via: 'oauth',
      action: 'auth.endAgent',
      subject: user,
      target: grant.clientName,
    });
  });
}
