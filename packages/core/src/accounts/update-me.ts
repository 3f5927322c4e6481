import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, requireAsked, type ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { lockUser } from '../users/lock-user.ts';
import { hashPassword } from '../users/password.ts';
import { refuseCommonPassword, refuseOwnName } from './refuse-common-password.ts';
import { replacePassword } from './replace-password.ts';
import { Session } from '../users/session.entity.ts';
import { presentUser } from '../users/user.presenter.ts';

type Update = (typeof operations)['auth']['updateMe'];

/**
 * Changes the caller's name or password. A new password needs a confirmed one, and ends every other
 * session and the links to reset it; with `end_access` also API keys, agents, upload links and shared results.
 */
export async function updateMe(
  ctx: ServiceContext,
  input: InputOf<Update>,
): Promise<OutputOf<Update>> {
  const actor = authorize(ctx, operations.auth.updateMe);
  if (input.password !== undefined) {
    requireAsked(ctx, actor);
    await refuseCommonPassword(input.password);
    refuseOwnName(input.password, input.full_name ?? actor.user.fullName);
  }
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
  return ctx.em.transactional(async (em) => {
    const user = await lockUser(em, actor.user.id);
    if (user === null) throw new AppError('unauthenticated', 'Not authenticated');
    if (input.full_name !== undefined) user.fullName = input.full_name;
    if (passwordHash !== null) {
      await replacePassword(em, user, passwordHash, ctx.clock.now(), {
        ends: input.end_access === true ? 'access' : 'sessions',
        keptSession: actor.sessionId,
      });
      await em.nativeUpdate(
        Session,
        { id: actor.sessionId ?? '' },
        { confirmedAt: null, askedAt: null, factorAt: null },
      );
      await queueMail(
        em,
        ctx,
        'password_changed',
        user.email,
        input.end_access === true ? { ended: 'all' } : {},
      );
      await recordAudit(
        ctx,
        {
          action: 'auth.changePassword',
          outcome: 'done',
          details: {
            ended:
              input.end_access === true ? 'sessions, API key, agents, links' : 'other sessions',
          },
        },
        em,
      );
    }
    await em.flush();
    return presentUser(em, user, ctx.clock);
  });
}
