import type { Tier } from '@columnist/contract';
import { formatCount } from './formats.ts';

export const tierName = (tier: Tier): string => (tier === 'paid' ? 'Pro' : 'Free');

/** A price of 0 is Free; others in dollars with two decimals. */
export const priceOf = (dollars: number): string =>
  dollars === 0 ? 'Free' : `$${dollars.toFixed(2)}`;

/** A limit of 0 is none. */
export const limitOf = (limit: number): string => (limit === 0 ? 'Unlimited' : formatCount(limit));
