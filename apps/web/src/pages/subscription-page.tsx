import { plans as builtIn } from '@columnist/contract';
import { Spin } from 'antd';
import { Note } from '../app/note.tsx';
import { RequestFailed } from '../app/request-failed.tsx';
import { useUser } from '../app/session.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import '../features/billing/billing.css';
import { CurrentPlan } from '../features/billing/current-plan.tsx';
import { PlansComparison } from '../features/billing/plans-comparison.tsx';
import { UsageStatistics } from '../features/billing/usage-statistics.tsx';
import { trpc } from '../lib/trpc.ts';

export default function SubscriptionPage() {
  const { subscription_tier: tier } = useUser();
  const plans = trpc.usage.plans.useQuery({});
  const usage = trpc.usage.get.useQuery({});
  usePageTitle('Subscription');
  // After an error the built-in plans fill the page.
  const shown = plans.data ?? Object.values(builtIn);
  const current = shown.find((plan) => plan.tier === tier) ?? builtIn[tier];
  return (
    <main className="page mid">
      <h1>Subscription</h1>
      <p className="s2">Manage your subscription plan and view usage statistics</p>
      {plans.isError && <Note kind="err">Failed to load subscription information. Please try again later.</Note>}
      {usage.isError && <RequestFailed text="Could not load usage data" error={usage.error} onRetry={usage.refetch} />}
      {plans.isPending || usage.isPending ? (
        <p className="row mt24 s2" role="status">
          <Spin size="small" /> Loading subscription details...
        </p>
      ) : (
        <>
          <div className="split s57 mt24">
            <CurrentPlan plan={current} />
            {usage.data !== undefined && <UsageStatistics usage={usage.data} />}
          </div>
          <PlansComparison plans={shown} current={tier} />
        </>
      )}
    </main>
  );
}
