import type { NamedKey as WireKey } from '@columnist/contract';
import type { NamedKey } from '../users/named-key.entity.ts';

/** A named key as its owner sees it. */
export function presentNamedKey(key: Omit<NamedKey, 'user' | 'keyHash'>): WireKey {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    dataset_ids: key.datasetIds ?? null,
    aggregates_only: key.aggregatesOnly,
    last_four: key.lastFour,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    last_used_address: key.lastUsedAddress ?? null,
  };
}
