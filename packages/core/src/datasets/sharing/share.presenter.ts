import type { SharedLink } from '@columnist/contract';
import { endOf } from './share-end.ts';
import type { SharedResult } from './shared-result.entity.ts';

/** A shared link as its owner sees it, with the sentence of its result and what that is of. */
export const presentShare = (
  {
    id,
    singleValues,
    createdAt,
    expiresAt,
    views,
  }: Pick<SharedResult, 'id' | 'singleValues' | 'createdAt' | 'expiresAt' | 'views'>,
  { sentence, dataset_version }: Pick<SharedLink, 'sentence' | 'dataset_version'>,
  by: { readonly fullName: string; readonly email: string },
): SharedLink => ({
  id,
  sentence,
  dataset_version,
  single_values: singleValues,
  by: by.fullName || by.email,
  created_at: createdAt.toISOString(),
  expires_at: endOf({ expiresAt, createdAt }).toISOString(),
  views,
});
