import { useState } from 'react';
import * as z from 'zod/mini';
import { useNotices } from '../../ui/notices.tsx';
import { problemIn } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';

const checkoutFailed = 'Failed to initiate checkout process. Please try again later.';
const manageFailed = 'Failed to manage subscription. Please try again later.';
const canceled =
  'Your subscription has been canceled successfully. You will have access to premium ' +
  'features until the end of your billing period.';

/** An address to leave for: an answer without one is a failure, and the page stays. */
const address = z.url({ protocol: /^https?$/ });
const present = z.string().check(z.minLength(1));
const checkoutSession = z.object({
  public_key: present,
  checkout_session_id: present,
  checkout_url: address,
});
const portalSession = z.object({ url: address });

interface Failure {
  readonly text: string;
  /** It was refused until the e-mail address is verified. */
  readonly unverified: boolean;
}

/** What can be done with a subscription; all of it waits while one thing is under way. */
export function useSubscriptionActions() {
  const { ask } = useNotices();
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const checkout = trpc.usage.createCheckoutSession.useMutation();
  const cancel = trpc.usage.cancelSubscription.useMutation();
  const resume = trpc.usage.resumeSubscription.useMutation();
  const portal = trpc.usage.billingPortal.useMutation();

  const run = async (work: () => Promise<void>, failed: string) => {
    setBusy(true);
    setError(null);
    setDone(null);
    await work().catch((failure: unknown) => {
      const refusal = problemIn(failure);
      const unverified = refusal?.code === 'email_unverified';
      setError({ text: unverified ? refusal.detail : failed, unverified });
    });
    setBusy(false);
  };
  const reload = () =>
    Promise.all([
      utils.usage.subscription.invalidate(),
      utils.auth.me.invalidate(),
      utils.usage.get.invalidate(),
    ]);
  /** Also where the answer was lost: the subscription may have changed. */
  const reloadAfter = async (change: Promise<unknown>) => {
    try {
      await change;
    } finally {
      await reload();
    }
  };
  const page = `${location.origin}/app/subscription`;
  return {
    busy,
    error,
    done,
    upgrade: () =>
      run(async () => {
        const answer = await checkout.mutateAsync({
          success_url: `${page}?success=true`,
          cancel_url: `${page}?canceled=true`,
        });
        location.assign(checkoutSession.parse(answer).checkout_url);
      }, checkoutFailed),
    cancel: () =>
      ask({
        title: 'Cancel your Pro subscription?',
        content:
          'You keep Pro until the end of the period you have paid for. Your datasets stay readable after it.',
        okText: 'Cancel subscription',
        cancelText: 'Keep Pro',
        onOk: () =>
          run(async () => {
            await reloadAfter(cancel.mutateAsync({}));
            setDone(canceled);
          }, manageFailed),
      }),
    resume: () =>
      run(async () => {
        await reloadAfter(resume.mutateAsync({}));
        setDone('Your subscription goes on.');
      }, manageFailed),
    openPortal: () =>
      run(async () => {
        location.assign(portalSession.parse(await portal.mutateAsync({})).url);
      }, manageFailed),
  };
}

export type SubscriptionActions = ReturnType<typeof useSubscriptionActions>;
