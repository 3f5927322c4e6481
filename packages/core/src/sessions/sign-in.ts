import type { AuthResponse } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { noteAudit } from '../audit/audit-trail.ts';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { deviceOf } from '../users/device-of.ts';
import { openSession } from './open-session.ts';
import { Session } from '../users/session.entity.ts';
import { wideNetworkOf } from '../users/throttle.ts';
import type { User } from '../users/user.entity.ts';
import { presentUser } from '../users/user.presenter.ts';

/**
 * The end of every log-in, when all that it asks for was right: a session for a user who is locked,
 * in the caller's transaction. `shown`: whether a second factor was.
 */
export async function signIn(
  ctx: ServiceContext,
  em: EntityManager,
  user: User,
  shown: { readonly factor: boolean } = { factor: false },
): Promise<AuthResponse> {
  await noticeNewDevice(em, ctx, user);
  user.lastLoginAt = ctx.clock.now();
  noteAudit(ctx, { proved: user });
  const tokens = await openSession(ctx, em, user, shown);
  return { ...tokens, user: await presentUser(em, user, ctx.clock) };
}

/** A message where no session of this user came from this device in this network before. */
async function noticeNewDevice(em: EntityManager, ctx: ServiceContext, user: User): Promise<void> {
  const device = deviceOf(ctx.userAgent);
  const network = wideNetworkOf(ctx.address);
  const sessions = await em.find(
    Session,
    { user: user.id },
    { fields: ['userAgent', 'address'], orderBy: { createdAt: 'desc' }, limit: 100 },
  );
  const isKnown = sessions.some(
    ({ userAgent, address }) =>
      deviceOf(userAgent) === device && wideNetworkOf(address) === network,
  );
  // Whose account was made without a session, such as by a command, has no other place to be warned
  // from.
  const isFirst = sessions.length === 0 && user.lastLoginAt == null;
  if (!isKnown && !isFirst)
    await queueMail(em, ctx, 'new_sign_in', user.email, { device, address: ctx.address });
}
