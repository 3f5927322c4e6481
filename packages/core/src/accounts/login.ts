import { AppError, type AuthResponse, type InputOf, type operations } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { noteAudit } from '../audit/audit-trail.ts';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { checkCaptcha } from './check-captcha.ts';
import { deviceOf } from './device-of.ts';
import { lockUser } from './lock-user.ts';
import { openSession } from './open-session.ts';
import { verifyPassword } from './password.ts';
import { Session } from './session.entity.ts';
import { forgive, networkOf, throttle } from './throttle.ts';
import { User } from './user.entity.ts';
import { presentUser } from './user.presenter.ts';

/**
 * Signs in. Unknown address, wrong password and deactivated account answer alike, in the same time. Attempts are counted by
 * account and network together, so that nobody can lock an owner out from elsewhere, and by network.
 */
export async function login(ctx: ServiceContext, input: InputOf<(typeof operations)['auth']['login']>): Promise<AuthResponse> {
  const emailKey = input.email.trim().toLowerCase();
  const network = networkOf(ctx.address);
  const subject = `login:${network}:${emailKey}`;
  await throttle(ctx, { subject: `login:${network}`, attempts: 100, seconds: 900 });
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  await checkCaptcha(ctx, 'login', input.captchaToken);
  const found = await ctx.em.findOne(User, { emailKey });
  noteAudit(ctx, { subject: found });
  const matches = await verifyPassword(found?.passwordHash ?? null, input.password);
  if (found === null || !matches || !found.isActive) throw wrong();
  await forgive(ctx, subject);
  const { id, passwordHash } = found;
  return ctx.em.transactional(async (em) => {
    const user = await lockUser(em, id);
    // Changed or deactivated since it was read: checking a password takes long enough for that, and no session may outlive it.
    if (user?.passwordHash !== passwordHash || !user.isActive) throw wrong();
    await noticeNewDevice(em, ctx, user);
    user.lastLoginAt = ctx.clock.now();
    noteAudit(ctx, { proved: user });
    const tokens = await openSession(ctx, em, user);
    return { ...tokens, user: await presentUser(em, user, ctx.clock) };
  });
}

const wrong = (): AppError => new AppError('invalid_credentials', 'Incorrect email or password');

/** A message where no session of this user came from this device before. */
async function noticeNewDevice(em: EntityManager, ctx: ServiceContext, user: User): Promise<void> {
  const device = deviceOf(ctx.userAgent);
  const sessions = await em.find(Session, { user: user.id }, { fields: ['userAgent'], orderBy: { createdAt: 'desc' }, limit: 100 });
  if (sessions.length === 0 || sessions.some((session) => deviceOf(session.userAgent) === device)) return;
  await queueMail(em, ctx, 'new_sign_in', user.email, { device, address: ctx.address });
}
