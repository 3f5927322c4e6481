import type { Tier } from '@columnist/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Note } from '../../ui/note.tsx';
import { useUser } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';

const pollMilliseconds = 1000;

/**
 * What the return from the checkout says, once: when it has, the address no longer says it, so that
 * a reload does not. It grants nothing: the plan is asked for until the payment has arrived.
 */
export function CheckoutReturn({ tier }: { tier: Tier }) {
  const [query, setQuery] = useSearchParams();
  const [returned] = useState(query.get('success') === 'true');
  const [left] = useState(query.get('canceled') === 'true');
  const utils = trpc.useUtils();
  // Both answers say the plan, and either may be from before the payment.
  const { subscription_tier: known } = useUser();
  const waiting = returned && (tier === 'free' || known === 'free');
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(
      () =>
        void Promise.all([
          utils.auth.me.invalidate(),
          utils.usage.subscription.invalidate(),
          utils.usage.get.invalidate(),
        ]),
      pollMilliseconds,
    );
    return () => clearInterval(timer);
  }, [waiting, utils]);
  const forget = useEffectEvent(() => setQuery({}, { replace: true }));
  const isOver = (returned || left) && !waiting;
  useEffect(() => {
    if (isOver) forget();
  }, [isOver]);
  if (waiting) return <Note kind="ok">Payment received. Your Pro plan is being activated.</Note>;
  if (returned) return <Note kind="ok">Welcome to Pro!</Note>;
  return left ? <Note kind="warn">Checkout was canceled. You have not been charged.</Note> : null;
}
