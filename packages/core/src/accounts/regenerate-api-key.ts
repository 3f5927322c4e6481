import { AppError, operations, type OutputOf } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../context.ts';
import { randomToken } from './secrets.ts';
import { ApiKey } from './session.entity.ts';

/** A new key in place of the old one, which stops working at once. Needs a verified e-mail. */
export async function regenerateApiKey(ctx: ServiceContext): Promise<OutputOf<(typeof operations)['auth']['regenerateApiKey']>> {
  const actor = authorize(ctx, operations.auth.regenerateApiKey);
  if (!actor.user.emailVerified) throw new AppError('email_unverified', 'Verify your email address to use an API key.');
  const secret = `${ctx.settings.apiKeyPrefix}${randomToken()}`;
  const now = ctx.clock.now();
  const fields = { lookup: ctx.secrets.lookup(secret), ciphertext: ctx.secrets.encrypt(secret, actor.user.id), lastFour: secret.slice(-4), createdAt: now, lastUsedAt: null };
  await ctx.em.upsert(ApiKey, { id: uuid(), user: actor.user.id, ...fields }, { onConflictFields: ['user'], onConflictMergeFields: ['lookup', 'ciphertext', 'lastFour', 'createdAt', 'lastUsedAt'] });
  return { api_key: secret, created_at: now.toISOString() };
}
