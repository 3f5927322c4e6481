import type { Passkey as WirePasskey } from '@columnist/contract';
import type { Passkey } from './second-factor.entity.ts';

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): WirePasskey => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
