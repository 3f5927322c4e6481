import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { addRole } from '../accounts/grant-role.ts';
import { hashToken } from '../users/secrets.ts';
import { networkOf, throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';
import { presentUser } from '../users/user.presenter.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { hasAdmin } from './offer-setup.ts';
import { SetupToken } from './setup-token.entity.ts';

type SetUp = (typeof operations)['admin']['setUp'];

/**
 * Makes the caller the first administrator, by the token that the server printed at its start.
 * Throws email_unverified, forbidden for a token that is not valid, and conflict where there is an
 * administrator.
 */
export async function setUp(
  ctx: ServiceContext,
  { token }: InputOf<SetUp>,
): Promise<OutputOf<SetUp>> {
  const actor = authorize(ctx, operations.admin.setUp);
  if (!actor.user.emailVerified)
    throw new AppError(
      'email_unverified',
      'Verify your email address before you set the server up.',
    );
  await throttle(ctx, { subject: `setup:${networkOf(ctx.address)}`, attempts: 10, seconds: 900 });
  return ctx.em.transactional(async (em) => {
    // Every token there is, so that of two that are used at once one finds the other's
    // administrator.
    await em.execute('select token_hash from setup_token for update');
    if (await hasAdmin(em))
      throw new AppError('conflict', 'This server has an administrator already.', {
        fix: 'Ask an administrator for the role.',
      });
    const valid = await em.count(SetupToken, {
      tokenHash: hashToken(token),
      expiresAt: { $gt: ctx.clock.now() },
    });
    if (valid === 0)
      throw new AppError('forbidden', 'This set-up token is not valid, or has ended.', {
        fix:
          'Copy the newest one that the server printed at its start; each works for 24 hours. A ' +
          'restart prints another.',
      });
    const user = await em.findOneOrFail(User, { id: actor.user.id }, { populate: ['roles'] });
    await addRole(em, user, 'admin');
    await em.nativeDelete(SetupToken, {});
    await recordAudit(
      ctx,
      {
        action: 'admin.setUp',
        target: user.email,
        outcome: 'done',
        details: { role: 'admin', by: 'set-up token' },
      },
      em,
    );
    await em.flush();
    return presentUser(em, user, ctx.clock);
  });
}
