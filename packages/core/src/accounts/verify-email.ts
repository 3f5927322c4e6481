import { AppError, operations, type InputOf } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { noteAudit } from '../audit/audit-trail.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { endAccess } from './end-access.ts';
import { verifyPassword } from '../users/password.ts';
import { hashToken } from '../users/secrets.ts';
import { EmailToken, Session } from '../users/session.entity.ts';
import { forgive, networkOf, throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';

/**
 * Confirms an address by the single-use token that was sent to it and the password of the account.
 * A mailbox alone does not
 * suffice: somebody else may have registered its address, and mail scanners follow links. Anyone who
 * was in the account before
 * is out: sessions, keys, agents, upload links and shared results end.
 */
export async function verifyEmail(
  ctx: ServiceContext,
  { token, password }: InputOf<(typeof operations)['auth']['verifyEmail']>,
): Promise<void> {
  await throttle(ctx, { subject: `verify:${networkOf(ctx.address)}`, attempts: 50, seconds: 900 });
  const user = await ownerOf(ctx, token);
  noteAudit(ctx, { subject: user });
  const subject = `verify:${user.id}`;
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  if (!(await verifyPassword(user.passwordHash, password)))
    throw new AppError('forbidden', 'This is not the password of the account.', {
      fix: 'Type the password you registered with, or choose a new one by "Forgot your password?".',
    });
  await forgive(ctx, subject);
  noteAudit(ctx, { proved: user });
  await ctx.em.transactional(async (em) => {
    const now = ctx.clock.now();
    await spend(em, token, user, now);
    await endAccess(em, user.id, now);
  });
}

/**
 * The same for somebody who is signed in to the account, without the password. From the session
 * that registered nothing else
 * ends; from another one, that one alone stays. Throws forbidden where the link is that of another
 * account.
 */
export async function verifyMyEmail(
  ctx: ServiceContext,
  { token }: InputOf<(typeof operations)['auth']['verifyMyEmail']>,
): Promise<void> {
  const actor = authorize(ctx, operations.auth.verifyMyEmail);
  await throttle(ctx, { subject: `verify:${networkOf(ctx.address)}`, attempts: 50, seconds: 900 });
  const user = await ownerOf(ctx, token);
  if (user.id !== actor.user.id)
    throw new AppError(
      'forbidden',
      'This link is for another account than the one you are signed in to.',
      { fix: 'Verify with the password of that account.' },
    );
  await ctx.em.transactional(async (em) => {
    const now = ctx.clock.now();
    await spend(em, token, user, now);
    // Registration opens an account's first session.
    const first = await em.findOneOrFail(
      Session,
      { user: user.id },
      { orderBy: { createdAt: 'asc', id: 'asc' }, fields: ['id'] },
    );
    if (first.id !== actor.sessionId) await endAccess(em, user.id, now, actor.sessionId);
  });
}

const refusal = (): AppError =>
  new AppError(
    'invalid_input',
    'This verification link is invalid or has expired. Request a new one.',
    { errors: [{ field: 'token', message: 'Invalid or expired.' }] },
  );

/** Whose address the token would confirm; changes nothing. */
async function ownerOf({ em, clock }: ServiceContext, token: string): Promise<User> {
  const found = await em.findOne(
    EmailToken,
    {
      tokenHash: hashToken(token),
      purpose: 'verify',
      usedAt: null,
      expiresAt: { $gt: clock.now() },
      user: { isActive: true },
    },
    { populate: ['user'] },
  );
  if (found === null) throw refusal();
  return em.findOneOrFail(User, { id: found.user.id });
}

async function spend(em: EntityManager, token: string, { id }: User, now: Date): Promise<void> {
  // The update is the lock: of parallel uses one finds the token unused.
  const spent = await em.nativeUpdate(
    EmailToken,
    { tokenHash: hashToken(token), purpose: 'verify', usedAt: null, expiresAt: { $gt: now } },
    { usedAt: now },
  );
  if (spent !== 1) throw refusal();
  await em.nativeUpdate(User, { id, emailVerifiedAt: null }, { emailVerifiedAt: now });
}
