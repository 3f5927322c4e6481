import type { SharedLink } from '@columnist/contract';
import type { SharedResult } from './shared-result.entity.ts';

/** A shared link as its owner sees it. */
export const presentShare = ({ id, result, singleValues, createdAt, views }: SharedResult, by: { readonly fullName: string; readonly email: string }): SharedLink => ({
  id, sentence: result.sentence, single_values: singleValues, by: by.fullName || by.email, created_at: createdAt.toISOString(), views,
});
