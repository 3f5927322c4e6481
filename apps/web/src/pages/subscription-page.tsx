import { plans as builtIn, type Subscription, type Tier } from '@columnist/contract';
import { Spin } from 'antd';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { Note } from '../ui/note.tsx';
import { RequestFailed } from '../ui/request-failed.tsx';
import { startOfMonth } from '../lib/next-reset.ts';
import { useUser } from '../lib/session.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import '../features/billing/billing.css';
import { CheckoutReturn } from '../features/billing/checkout-return.tsx';
import { CurrentPlan } from '../features/billing/current-plan.tsx';
import { Invoices } from '../features/billing/invoices.tsx';
import { PlansComparison } from '../features/billing/plans-comparison.tsx';
import { Support } from '../features/billing/support.tsx';
import { UsageStatistics } from '../features/billing/usage-statistics.tsx';
import { useSubscriptionActions } from '../features/billing/use-subscription-actions.ts';
import { trpc } from '../lib/trpc.ts';

/** What fills the page after an error; it gates nothing. */
const assumed = (tier: Tier): Subscription => ({
  ...builtIn[tier],
  // Who pays can manage it: nothing says here that an administrator gave it.
  status: tier === 'paid' ? 'active' : null,
  period_ends_at: null,
  cancel_at_period_end: false,
  granted_until: null,
  billed: false,
});

const assumedUsage = (tier: Tier): ComponentProps<typeof UsageStatistics>['usage'] => ({
  datasets_uploaded: 0,
  api_queries: 0,
  max_datasets: builtIn[tier].max_datasets,
  max_api_queries: builtIn[tier].max_api_queries,
  max_file_size_mb: builtIn[tier].max_file_size_mb,
  last_reset: startOfMonth(new Date()),
});

export default function SubscriptionPage() {
  const { subscription_tier: tier } = useUser();
  const plans = trpc.usage.plans.useQuery({});
  const subscription = trpc.usage.subscription.useQuery({});
  const usage = trpc.usage.get.useQuery({});
  const actions = useSubscriptionActions();
  usePageTitle('Subscription');
  const shown = plans.data ?? Object.values(builtIn);
  const current = subscription.data ?? assumed(tier);
  return (
    <main className="page mid">
      <h1>Subscription</h1>
      <p className="s2">Manage your subscription plan and view usage statistics</p>
      <div className="notes">
        {actions.done === null && <CheckoutReturn tier={current.tier} />}
        {(plans.isError || subscription.isError) && (
          <Note
            kind="err"
            action={
              <button
                type="button"
                className="btn sml"
                onClick={() => {
                  for (const asked of [plans, subscription])
                    if (asked.isError) void asked.refetch();
                }}
              >
                Try Again
              </button>
            }
          >
            Failed to load subscription information. Please try again later.
          </Note>
        )}
        {actions.error !== null && (
          <Note
            kind="err"
            action={
              actions.error.unverified && (
                <Link className="btn sml" to="/profile?verify=true">
                  Verify email
                </Link>
              )
            }
          >
            {actions.error.text}
          </Note>
        )}
        {actions.done !== null && <Note kind="ok">{actions.done}</Note>}
        {usage.isError && (
          <RequestFailed
            text="Could not load usage data"
            error={usage.error}
            onRetry={usage.refetch}
          />
        )}
      </div>
      {plans.isPending || subscription.isPending || usage.isPending ? (
        <p className="row mt24 s2" role="status">
          <Spin size="small" /> Loading subscription details...
        </p>
      ) : (
        <>
          <div className="split s57 mt24">
            <CurrentPlan plan={current} actions={actions} />
            <UsageStatistics usage={usage.data ?? assumedUsage(tier)} />
          </div>
          <PlansComparison plans={shown} current={current} actions={actions} />
          {current.billed && <Invoices />}
          <Support actions={actions} />
        </>
      )}
    </main>
  );
}
