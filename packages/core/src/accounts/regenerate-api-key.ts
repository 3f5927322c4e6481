import { AppError, operations, type OutputOf } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { noteAudit } from '../audit/audit-trail.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { holdSession } from '../users/hold-session.ts';
import { randomToken } from '../users/secrets.ts';
import { ApiKey } from '../users/session.entity.ts';

/**
 * A new key in place of the old one, which stops working at once. Needs a verified e-mail; its
 * owner gets a notice.
 */
export async function regenerateApiKey(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['regenerateApiKey']>> {
  const actor = authorize(ctx, operations.auth.regenerateApiKey);
  if (!actor.user.emailVerified)
    throw new AppError('email_unverified', 'Verify your email address to use an API key.');
  const secret = `${ctx.settings.apiKeyPrefix}${randomToken()}`;
  const now = ctx.clock.now();
  const fields = {
    lookup: ctx.secrets.lookups(secret)[0],
    ciphertext: ctx.secrets.encrypt(secret, actor.user.id),
    lastFour: secret.slice(-4),
    createdAt: now,
    lastUsedAt: null,
    aggregatesOnly: false,
  };
  await ctx.em.transactional(async (em) => {
    await holdSession(em, actor);
    const replaced = await em.findOne(ApiKey, { user: actor.user.id });
    const end = replaced?.expiresAt ?? null;
    if (end !== null && end <= now)
      throw new AppError(
        'conflict',
        `This API key ended on ${end.toISOString().slice(0, 10)}, and so would a new one.`,
        {
          fix: 'Choose a later end for it first, or none.',
        },
      );
    // What the key before was narrowed to holds for the new one too.
    await em.upsert(
      ApiKey,
      { id: uuid(), user: actor.user.id, ...fields },
      {
        onConflictFields: ['user'],
        onConflictMergeFields: ['lookup', 'ciphertext', 'lastFour', 'createdAt', 'lastUsedAt'],
      },
    );
    await queueMail(
      em,
      ctx,
      replaced === null ? 'api_key_created' : 'api_key_regenerated',
      actor.user.email,
    );
  });
  noteAudit(ctx, { target: `…${fields.lastFour}` });
  return { api_key: secret, created_at: now.toISOString() };
}
