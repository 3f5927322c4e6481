import { AppError, operations, type InputOf } from '@columnist/contract';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { NamedKey } from '../users/named-key.entity.ts';

/** Ends one of the caller's named keys; its next call is refused. */
export async function revokeApiKey(
  ctx: ServiceContext,
  { id }: InputOf<(typeof operations)['auth']['revokeApiKey']>,
): Promise<void> {
  const actor = authorize(ctx, operations.auth.revokeApiKey);
  const key = await ctx.em.findOne(NamedKey, { id, user: actor.user.id }, { fields: ['name'] });
  const ended = key === null ? 0 : await ctx.em.nativeDelete(NamedKey, { id, user: actor.user.id });
  if (key === null || ended === 0) throw new AppError('not_found', 'API key not found.');
  await recordAudit(ctx, { action: 'auth.revokeApiKey', target: key.name, outcome: 'done' });
}
