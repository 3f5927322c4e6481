import type { Tier } from '@columnist/contract';
import type { ComponentProps, ReactNode } from 'react';
import { useUser } from '../../lib/session.tsx';
import { PremiumNotice } from '../../ui/premium-notice.tsx';

/**
 * Shows what a plan includes; without the plan, what is missing and where to get it. Paid people
 * pass a free gate.
 */
export function PremiumGate({
  requires,
  upgrade,
  children,
}: ComponentProps<typeof PremiumNotice> & { requires: Tier; children: ReactNode }) {
  const { subscription_tier: tier } = useUser();
  return requires === 'free' || tier === 'paid' ? children : <PremiumNotice upgrade={upgrade} />;
}
