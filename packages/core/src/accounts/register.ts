import { AppError, type InputOf, type OutputOf, operations } from '@columnist/contract';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../context.ts';
import { openSession } from './open-session.ts';
import { hashPassword, refuseCommonPassword } from './password.ts';
import { sendVerificationMail } from './send-verification-mail.ts';
import { User } from './user.entity.ts';
import { presentUser } from './user.presenter.ts';

type Register = (typeof operations)['auth']['register'];

/** Creates an account, signs it in, and mails the verification link. */
export async function register(ctx: ServiceContext, input: InputOf<Register>): Promise<OutputOf<Register>> {
  refuseCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  const { answer, user } = await ctx.em
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
        grantedProUntil: null,
        createdAt: now,
        lastLoginAt: now,
      });
      await em.flush();
      const tokens = await openSession(ctx, em, user);
      return { user, answer: { ...tokens, user: await presentUser(em, user, ctx.clock), full_name: user.fullName } };
    })
    .catch((error: unknown) => {
      if (error instanceof UniqueConstraintViolationException) throw new AppError('email_taken', 'An account with this email already exists.', { errors: [{ field: 'email', message: 'An account with this email already exists.' }] });
      throw error;
    });
  // The account stands even where the mail server does not answer; the message can be sent again.
  await sendVerificationMail(ctx, user).catch((error: unknown) => ctx.log.error({ err: error, user: user.id }, 'verification mail not sent'));
  return answer;
}
