import type { EntityManager } from '@mikro-orm/sql';
import { AgentGrant } from '../agents/agent-grant.entity.ts';
import { OauthRecord } from '../agents/oauth-record.entity.ts';
import { SharedResult } from '../datasets/sharing/shared-result.entity.ts';
import { UploadLink } from '../datasets/lifecycle/upload-link.entity.ts';
import { NamedKey } from '../users/named-key.entity.ts';
import { hashToken } from '../users/secrets.ts';
import { endResetLinks } from './end-reset-links.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { ApiKey } from '../users/session.entity.ts';

/**
 * Ends everything by which an account can be reached: sessions (but `keptSession`), API keys,
 * agents with their tokens, links that set a new password,
 * upload links and shared results. In the caller's transaction, and sessions first: anyone who makes a
 * key or lets an agent in
 * holds the session's row meanwhile (see hold-session), so nothing that was on its way is left
 * over.
 */
export async function endAccess(
  em: EntityManager,
  userId: string,
  now: Date,
  keptSession: string | null = null,
): Promise<void> {
  await endSessions(em, userId, now, keptSession);
  await endResetLinks(em, userId, now);
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
