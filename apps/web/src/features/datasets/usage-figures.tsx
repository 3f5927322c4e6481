import { plans } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { formatCount } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { limitOf, tierName } from '../../lib/plan-words.ts';
import { DailyCalls } from './daily-calls.tsx';
import { DatasetSlots } from './dataset-slots.tsx';
import { UsageWarning } from './usage-warning.tsx';

export function UsageFigures() {
  const { subscription_tier: tier } = useUser();
  const usage = trpc.usage.get.useQuery({});
  // After an error the plan's own limits fill the page.
  const plan = plans[tier];
  const {
    datasets_uploaded: datasets = 0,
    api_queries: calls = 0,
    max_datasets: maxDatasets = plan.max_datasets,
    max_api_queries: maxCalls = plan.max_api_queries,
  } = usage.data ?? {};
  const figure = (used: number, limit: string) => (
    <p className="fig">
      {usage.isPending ? <span className="sk" /> : formatCount(used)}
      {limit.startsWith('/') ? null : ' '}
      <small>{limit}</small>
    </p>
  );
  return (
    <>
      {usage.isError && (
        <RequestFailed
          text="Could not load usage data"
          error={usage.error}
          onRetry={usage.refetch}
        />
      )}
      {usage.data !== undefined && <UsageWarning usage={usage.data} tier={tier} />}
      <h1 className="page-title">Dashboard</h1>
      <section className="stats" aria-label="Usage">
        <article>
          <h2>Total Datasets</h2>
          {figure(
            datasets,
            maxDatasets === 0
              ? 'Unlimited'
              : `of ${maxDatasets}${tier === 'free' ? ' (Free Tier)' : ''}`,
          )}
          {maxDatasets > 0 && <DatasetSlots used={datasets} limit={maxDatasets} />}
        </article>
        <article>
          <h2>API Calls this month</h2>
          {figure(calls, maxCalls === 0 ? limitOf(maxCalls) : `/${limitOf(maxCalls)}`)}
          {usage.data !== undefined && (
            <DailyCalls days={usage.data.daily_api_queries} since={usage.data.last_reset} />
          )}
        </article>
        <article>
          <h2>
            Subscription{' '}
            <Link className="sm" to="/subscription">
              Compare plans
            </Link>
          </h2>
          <p className="fig">{tierName(tier)}</p>
          <p className="sm s2">{plan.description}</p>
        </article>
      </section>
    </>
  );
}
