import { AppError, type InputOf, type operations } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { grantRole } from './grant-role.ts';
import { hashToken } from './secrets.ts';
import { EmailToken } from './session.entity.ts';
import { User } from './user.entity.ts';

/** Confirms an address by the single-use token that was sent to it. */
export async function verifyEmail(ctx: ServiceContext, input: InputOf<(typeof operations)['auth']['verifyEmail']>): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.transactional(async (em) => {
    const tokenHash = hashToken(input.token);
    // The update is the lock: of parallel uses one finds the token unused.
    const spent = await em.nativeUpdate(EmailToken, { tokenHash, purpose: 'verify', usedAt: null, expiresAt: { $gt: now } }, { usedAt: now });
    if (spent !== 1) throw new AppError('invalid_input', 'This verification link is invalid or has expired. Request a new one.', { errors: [{ field: 'token', message: 'Invalid or expired.' }] });
    const token = await em.findOneOrFail(EmailToken, { tokenHash });
    const user = await em.findOneOrFail(User, { id: token.user.id });
    user.emailVerifiedAt ??= now;
    await em.flush();
    if (ctx.settings.adminEmail !== null && user.emailKey === ctx.settings.adminEmail.toLowerCase()) await grantRole(em, user.email, 'admin');
  });
}
