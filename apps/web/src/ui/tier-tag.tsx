import type { Tier } from '@columnist/contract';
import { tierName } from '../lib/plan-words.ts';

export function TierTag({ tier }: { tier: Tier }) {
  return <span className={`tag ${tier === 'paid' ? 'pro' : 'out'}`}>{tierName(tier)}</span>;
}
