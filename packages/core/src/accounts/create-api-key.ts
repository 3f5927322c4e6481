import {
  AppError,
  mostNamedKeys,
  operations,
  type AuditDetails,
  type InputOf,
  type OutputOf,
} from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type Actor, type ServiceContext } from '../context.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { holdSession } from '../users/hold-session.ts';
import { lockUser } from '../users/lock-user.ts';
import { NamedKey } from '../users/named-key.entity.ts';
import { presentNamedKey } from './named-key.presenter.ts';
import { daysFrom } from '../sessions/open-session.ts';
import { hashToken, randomToken } from '../users/secrets.ts';

type Create = (typeof operations)['auth']['createApiKey'];

/**
 * A new key beside that of the account, shown in this answer alone; its owner gets a notice. Throws
 * email_unverified,
 * conflict where there are too many or one of this name, and not_found for datasets that are not
 * the caller's.
 */
export async function createApiKey(
  ctx: ServiceContext,
  input: InputOf<Create>,
): Promise<OutputOf<Create>> {
  const actor = authorize(ctx, operations.auth.createApiKey);
  if (!actor.user.emailVerified)
    throw new AppError('email_unverified', 'Verify your email address to use an API key.');
  const datasetIds = input.dataset_ids === null ? null : [...new Set(input.dataset_ids)];
  if (
    datasetIds !== null &&
    (await ctx.em.count(Dataset, {
      id: { $in: datasetIds },
      owner: actor.user.id,
      deletedAt: null,
    })) < datasetIds.length
  ) {
    throw new AppError('not_found', 'Dataset not found.');
  }
  const secret = `${ctx.settings.apiKeyPrefix}${randomToken()}`;
  const now = ctx.clock.now();
  const key = {
    id: uuid(),
    name: input.name.normalize('NFC'),
    lastFour: secret.slice(-4),
    scopes: [...new Set(input.scopes)],
    datasetIds,
    aggregatesOnly: input.aggregates_only,
    createdAt: now,
    expiresAt: input.expires_in_days === null ? null : daysFrom(now, input.expires_in_days),
    lastUsedAt: null,
    lastUsedAddress: null,
  };
  const details: AuditDetails = {
    scopes: key.scopes.join(' '),
    datasets: datasetIds === null ? 'all' : String(datasetIds.length),
    rows: key.aggregatesOnly ? 'aggregates only' : 'as the scopes say',
    ends: key.expiresAt?.toISOString() ?? 'never',
  };
  await ctx.em.fork().transactional(async (em) => {
    // The user before the session, as a change of the password does; it also makes the count below
    // hold.
    await lockUser(em, actor.user.id);
    await holdSession(em, actor);
    await requireRoom(em, actor, key.name);
    await em.insert(NamedKey, { ...key, user: actor.user.id, keyHash: hashToken(secret) });
    await queueMail(em, ctx, 'api_key_created', actor.user.email, { name: key.name });
    await recordAudit(
      ctx,
      { action: 'auth.createApiKey', target: key.name, outcome: 'done', details },
      em,
    );
  });
  return { api_key: secret, key: presentNamedKey(key) };
}

async function requireRoom(em: EntityManager, { user }: Actor, name: string): Promise<void> {
  const known = await em.find(NamedKey, { user: user.id }, { fields: ['name'] });
  if (known.some((key) => key.name === name)) {
    throw new AppError('conflict', `You have a key with the name “${name}” already.`, {
      errors: [{ field: 'name', message: 'Choose another name.' }],
      fix: 'Choose another name, or revoke the key that has it.',
    });
  }
  if (known.length >= mostNamedKeys) {
    throw new AppError('conflict', `You have ${known.length} named keys, which is the most.`, {
      used: known.length,
      limit: mostNamedKeys,
      fix: 'Revoke one that you do not need.',
    });
  }
}
