import type { SecondFactor } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { presentPasskey, presentTotp } from './factor.presenter.ts';
import { Passkey, RecoveryCode, TotpSecret } from '../users/second-factor.entity.ts';

interface KeptFactor {
  readonly kind: SecondFactor;
  /** As its owner calls it, of what has a name. */
  readonly name: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/**
 * What is kept of a user's second factors, for its owner to take away: never a secret, nor what one
 * could be found from.
 */
export async function factorsKept(em: EntityManager, userId: string): Promise<KeptFactor[]> {
  const ofUser = { user: userId };
  const inOrder = { orderBy: { createdAt: 'asc', id: 'asc' } } as const;
  const apps = await em.find(TotpSecret, { ...ofUser, confirmedAt: { $ne: null } }, inOrder);
  const passkeys = await em.find(Passkey, ofUser, inOrder);
  const codes = await em.find(RecoveryCode, ofUser, inOrder);
  return [
    ...apps.map((app): KeptFactor => ({ kind: 'totp', name: null, ...presentTotp(app) })),
    ...passkeys.map((passkey): KeptFactor => {
      const { id: _id, ...shown } = presentPasskey(passkey);
      return { kind: 'passkey', ...shown };
    }),
    ...codes.map(({ createdAt, usedAt }): KeptFactor => ({
      kind: 'recovery_code',
      name: null,
      created_at: createdAt.toISOString(),
      last_used_at: usedAt?.toISOString() ?? null,
    })),
  ];
}
