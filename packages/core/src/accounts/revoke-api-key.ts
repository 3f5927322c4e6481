import { AppError, operations, type InputOf } from '@columnist/contract';
import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';

/** Ends one of the caller's named keys; its next call is refused. */
export async function revokeApiKey(
  ctx: ServiceContext,
  { id }: InputOf<(typeof operations)['auth']['revokeApiKey']>,
): Promise<void> {
  const actor = authorize(ctx, operations.auth.revokeApiKey);
  const [ended] = names.parse(
    await ctx.em.execute('delete from named_key where id = ? and user_id = ? returning name', [
      id,
      actor.user.id,
    ]),
  );
  if (ended === undefined) throw new AppError('not_found', 'API key not found.');
  await recordAudit(ctx, { action: 'auth.revokeApiKey', target: ended.name, outcome: 'done' });
}

const names = z.array(z.object({ name: z.string() }));
