import { AppError, operations, type InputOf } from '@columnist/contract';
import { noteAudit } from '../audit/audit-trail.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { deviceOf } from '../users/device-of.ts';
import { Session } from '../users/session.entity.ts';

/** Ends one of the caller's sessions; its next request is refused. */
export async function revokeSession(
  ctx: ServiceContext,
  { id }: InputOf<(typeof operations)['auth']['revokeSession']>,
): Promise<void> {
  const actor = authorize(ctx, operations.auth.revokeSession);
  const ended = await ctx.em.nativeUpdate(
    Session,
    { id, user: actor.user.id, revokedAt: null },
    { revokedAt: ctx.clock.now() },
  );
  if (ended === 0) throw new AppError('not_found', 'Session not found.');
  const { userAgent, address } = await ctx.em.findOneOrFail(Session, { id });
  noteAudit(ctx, { target: `${deviceOf(userAgent)}, ${address}` });
}
