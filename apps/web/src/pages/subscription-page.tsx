import { plans as builtIn, type Subscription, type Tier } from '@columnist/contract';
import { Spin } from 'antd';
import { Note } from '../ui/note.tsx';
import { RequestFailed } from '../ui/request-failed.tsx';
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
  status: null,
  period_ends_at: null,
  cancel_at_period_end: false,
  granted_until: null,
  billed: false,
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
        <CheckoutReturn tier={current.tier} />
        {(plans.isError || subscription.isError) && (
          <Note kind="err">Failed to load subscription information. Please try again later.</Note>
        )}
        {actions.error !== null && <Note kind="err">{actions.error}</Note>}
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
            {usage.data !== undefined && <UsageStatistics usage={usage.data} />}
          </div>
          <PlansComparison plans={shown} current={current} actions={actions} />
          {current.billed && <Invoices />}
          <Support />
        </>
      )}
    </main>
  );
}
