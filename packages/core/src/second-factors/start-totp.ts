import { AppError, operations, type OutputOf } from '@columnist/contract';
import { generateSecret, generateURI } from 'otplib';
import { v7 as uuid } from 'uuid';
import { lockUser } from '../users/lock-user.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { TotpSecret } from '../users/second-factor.entity.ts';
import { totpOwner } from './totp.ts';

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/**
 * Makes a secret for an authenticator app, in place of one that was not confirmed; it counts once
 * its first code is. Throws conflict where there is one that counts.
 */
export async function startTotp(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['startTotp']>> {
  const { user } = authorize(ctx, operations.auth.startTotp);
  const secret = generateSecret({ length: secretBytes });
  await ctx.em.transactional(async (em) => {
    await lockUser(em, user.id);
    if ((await em.count(TotpSecret, { user: user.id, confirmedAt: { $ne: null } })) > 0)
      throw new AppError('conflict', 'An authenticator app is set up already.', {
        fix: 'Remove it first to set up another.',
      });
    await em.nativeDelete(TotpSecret, { user: user.id });
    await em.insert(TotpSecret, {
      id: uuid(),
      user: user.id,
      ciphertext: ctx.secrets.encrypt(secret, totpOwner(user.id)),
      createdAt: ctx.clock.now(),
      confirmedAt: null,
      lastStep: null,
      lastUsedAt: null,
    });
  });
  return { secret, uri: generateURI({ issuer: 'Columnist', label: user.email, secret }) };
}
