import { operations, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { presentPasskey, presentTotp } from './factor.presenter.ts';
import { relyingPartyOf } from './relying-party.ts';
import { Passkey, RecoveryCode, TotpSecret } from '../users/second-factor.entity.ts';

/** What the caller has set up beside the password; no secret is in it. */
export async function getSecondFactors(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['secondFactors']>> {
  const { user } = authorize(ctx, operations.auth.secondFactors);
  const totp = await ctx.em.findOne(TotpSecret, { user: user.id, confirmedAt: { $ne: null } });
  const passkeys = await ctx.em.find(
    Passkey,
    { user: user.id },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  return {
    totp: totp === null ? null : presentTotp(totp),
    passkeys: passkeys.map(presentPasskey),
    recovery_codes_left: await ctx.em.count(RecoveryCode, { user: user.id, usedAt: null }),
    required: ctx.settings.secondFactorForAdmins && user.roles.includes('admin'),
    passkeys_at: relyingPartyOf(ctx.settings)?.origin ?? null,
  };
}
