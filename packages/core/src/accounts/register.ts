import { AppError, type InputOf, type OutputOf, operations } from '@columnist/contract';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { noteAudit } from '../audit/audit-trail.ts';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { checkCaptcha } from './check-captcha.ts';
import { openSession } from '../sessions/open-session.ts';
import { hashPassword } from '../users/password.ts';
import { refuseCommonPassword, refuseOwnName } from './refuse-common-password.ts';
import { networkOf, throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';
import { presentUser } from '../users/user.presenter.ts';

type Register = (typeof operations)['auth']['register'];

/**
 * Creates an account, signs it in, and mails the verification link. It cannot hide a taken address,
 * so it is throttled and asks the captcha first.
 */
export async function register(
  ctx: ServiceContext,
  input: InputOf<Register>,
): Promise<OutputOf<Register>> {
  await throttle(ctx, {
    subject: `register:${networkOf(ctx.address)}`,
    attempts: 20,
    seconds: 3600,
  });
  await checkCaptcha(ctx, 'register', input.captchaToken);
  await refuseCommonPassword(input.password);
  refuseOwnName(input.password, input.full_name);
  const passwordHash = await hashPassword(input.password);
  return ctx.em
    .transactional(async (em) => {
      const now = ctx.clock.now();
      const user = em.create(User, {
        id: uuid(),
        email: input.email,
        emailKey: input.email.toLowerCase(),
        fullName: input.full_name,
        passwordHash,
        emailVerifiedAt: null,
        isActive: true,
        paidUntil: null,
        stripeCustomerId: null,
        stripeSubscriptionId: null,
        subscriptionStatus: null,
        periodEndsAt: null,
        billingReadAt: null,
        grantedProUntil: null,
        createdAt: now,
        lastLoginAt: now,
      });
      await em.flush();
      noteAudit(ctx, { proved: user });
      const tokens = await openSession(ctx, em, user);
      await queueMail(em, ctx, 'verify', user.email);
      return { ...tokens, user: await presentUser(em, user, ctx.clock), full_name: user.fullName };
    })
    .catch((error: unknown) => {
      if (error instanceof UniqueConstraintViolationException)
        throw new AppError('email_taken', 'An account with this email already exists.', {
          errors: [{ field: 'email', message: 'An account with this email already exists.' }],
        });
      throw error;
    });
}
