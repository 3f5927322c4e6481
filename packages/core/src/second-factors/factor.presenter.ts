import type { Passkey as WirePasskey, SecondFactors } from '@columnist/contract';
import type { Passkey, TotpSecret } from '../users/second-factor.entity.ts';

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): WirePasskey => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

export const presentTotp = ({
  createdAt,
  lastUsedAt,
}: TotpSecret): NonNullable<SecondFactors['totp']> => ({
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
