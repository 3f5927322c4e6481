import type { SharedLink } from '@columnist/contract';
import { endOf } from './share-end.ts';
import type { SharedResult } from './shared-result.entity.ts';

/** A shared link as its owner sees it. */
export const presentShare = (
  { id, result, singleValues, createdAt, expiresAt, views }: SharedResult,
  by: { readonly fullName: string; readonly email: string },
): SharedLink => ({
  id,
  sentence: result.sentence,
  single_values: singleValues,
  by: by.fullName || by.email,
  created_at: createdAt.toISOString(),
  expires_at: endOf({ expiresAt, createdAt }).toISOString(),
  views,
});
