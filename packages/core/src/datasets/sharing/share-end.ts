import type { SharedResult } from './shared-result.entity.ts';

/** How long a shared link is open, and how long its owner may open it again after that. */
const days = 30;
const later = (instant: Date): Date => new Date(instant.getTime() + days * 86_400_000);

/** When a link that is made or renewed now ends. */
export const endFrom = later;
/** When this link ends; where nothing is kept, 30 days after it was made. */
export const endOf = ({
  expiresAt,
  createdAt,
}: Pick<SharedResult, 'expiresAt' | 'createdAt'>): Date => expiresAt ?? later(createdAt);
