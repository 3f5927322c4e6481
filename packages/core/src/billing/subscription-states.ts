import type { ProviderSubscription } from '../ports/payments.ts';

const current: ReadonlySet<string | null | undefined> = new Set(['active', 'trialing', 'past_due']);

/** Whether a subscription in this state, as Stripe calls it, is one that its owner has now. */
export const isCurrent = (status: string | null | undefined): boolean => current.has(status);

/** Whether it can never be paid again. */
export const hasEnded = (status: string): boolean =>
  ['canceled', 'incomplete_expired'].includes(status);

/**
 * The one subscription that a customer keeps: of those that they have now the first that is paid,
 * else the newest of the others. And those beside it that still cost, or could.
 */
export function chooseSubscription(subscriptions: readonly ProviderSubscription[]): {
  readonly kept: ProviderSubscription | null;
  readonly surplus: readonly ProviderSubscription[];
} {
  const unpaid = ({ status }: ProviderSubscription): number => (status === 'past_due' ? 1 : 0);
  const [first] = subscriptions
    .filter(({ status }) => isCurrent(status))
    .toSorted((a, b) => unpaid(a) - unpaid(b) || a.created.getTime() - b.created.getTime());
  if (first === undefined) return { kept: subscriptions[0] ?? null, surplus: [] };
  return {
    kept: first,
    surplus: subscriptions.filter(({ id, status }) => id !== first.id && !hasEnded(status)),
  };
}
