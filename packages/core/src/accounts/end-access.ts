import type { EntityManager } from '@mikro-orm/sql';
import { AgentGrant } from '../agents/agent-grant.entity.ts';
import { OauthRecord } from '../agents/oauth-record.entity.ts';
import { SharedResult } from '../datasets/shared-result.entity.ts';
import { UploadLink } from '../datasets/upload-link.entity.ts';
import { LoginTicket } from '../second-factors/second-factor.entity.ts';
import { NamedKey } from './named-key.entity.ts';
import { hashToken } from './secrets.ts';
import { ApiKey, Session } from './session.entity.ts';

/**
 * Ends everything by which an account can be reached: sessions (but `keptSession`), API keys, agents with their tokens,
 * upload links and shared results. In the caller's transaction, and sessions first: whoever makes a key or lets an agent in
 * holds the session's row meanwhile (see hold-session), so nothing that was on its way is left over.
 */
export async function endAccess(
  em: EntityManager,
  userId: string,
  now: Date,
  keptSession: string | null = null,
): Promise<void> {
  await endSessions(em, userId, now, keptSession);
  await em.nativeDelete(ApiKey, { user: userId });
  await em.nativeDelete(NamedKey, { user: userId });
  const grants = await em.find(AgentGrant, { user: userId }, { fields: ['id'] });
  const ids = grants.map(({ id }) => id);
  await em.nativeDelete(OauthRecord, {
    $or: [{ grantId: { $in: ids } }, { model: 'Grant', idHash: { $in: ids.map(hashToken) } }],
  });
  await em.nativeDelete(AgentGrant, { user: userId });
  await em.nativeDelete(UploadLink, { user: userId });
  await em.nativeDelete(SharedResult, { by: userId });
}

/** Ends every session of a user but `keptSession`, and log-ins that wait for a second factor. */
export async function endSessions(
  em: EntityManager,
  userId: string,
  now: Date,
  keptSession: string | null,
): Promise<void> {
  await em.nativeDelete(LoginTicket, { user: userId });
  await em.nativeUpdate(
    Session,
    {
      user: userId,
      revokedAt: null,
      ...(keptSession === null ? {} : { id: { $ne: keptSession } }),
    },
    { revokedAt: now },
  );
}
