import { plans as planTable, type Usage } from '@columnist/contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../app/icons.tsx';
import { useUser } from '../../app/session.tsx';
import { formatCount } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

export function UsageFigures() {
  const user = useUser();
  const usage = trpc.usage.get.useQuery({});
  const plan = planTable[user.subscription_tier];
  const { datasets_uploaded: datasets = 0, api_queries: calls = 0, max_datasets: maxDatasets = plan.max_datasets, max_api_queries: maxCalls = plan.max_api_queries } = usage.data ?? {};
  const paid = user.subscription_tier === 'paid';
  return (
    <>
      {usage.isError && (
        <div className="note err" role="alert">
          <Icon name="error" />
          <b>Could not load usage data</b>
        </div>
      )}
      {usage.data !== undefined && <UsageWarning usage={usage.data} />}
      <h1 className="page-title">Dashboard</h1>
      <section className="stats" aria-label="Usage">
        <article>
          <h2>Total Datasets</h2>
          <p className="fig">
            {formatCount(datasets)}
            <small>{maxDatasets === 0 ? 'Unlimited' : `of ${maxDatasets}${paid ? '' : ' (Free Tier)'}`}</small>
          </p>
          {maxDatasets > 0 && (
            <div className="slots" style={{ gridTemplateColumns: `repeat(${maxDatasets}, 1fr)` }} role="img" aria-label={`${datasets} of ${maxDatasets} datasets used`}>
              {Array.from({ length: maxDatasets }, (_, i) => (
                <i key={i} className={i < datasets ? 'used' : undefined} />
              ))}
            </div>
          )}
        </article>
        <article>
          <h2>API Calls this month</h2>
          <p className="fig">
            {formatCount(calls)}
            <small>{maxCalls === 0 ? 'Unlimited' : `/${formatCount(maxCalls)}`}</small>
          </p>
          <DailyCalls days={usage.data?.daily_api_queries ?? []} />
        </article>
        <article>
          <h2>
            Subscription{' '}
            <Link className="sm" to="/subscription">
              Compare plans
            </Link>
          </h2>
          <p className="fig">{paid ? 'Pro' : 'Free'}</p>
          <p className="sm s2">{plan.description}</p>
        </article>
      </section>
    </>
  );
}

const warnAt = 0.9;

function UsageWarning({ usage }: { usage: Usage }) {
  const near = (used: number, limit: number) => limit > 0 && used >= limit * warnAt;
  const calls = near(usage.api_queries, usage.max_api_queries);
  if (!calls && !near(usage.datasets_uploaded, usage.max_datasets)) return null;
  return (
    <div className="note warn" role="status">
      <Icon name="warning" />
      <span>
        <b>{calls ? `${usage.api_queries} of ${usage.max_api_queries} API queries used this month.` : `${usage.datasets_uploaded} of ${usage.max_datasets} datasets used.`}</b>{' '}
        {calls ? `Calls by API key stop at ${usage.max_api_queries}. The count starts again on the first of the month.` : 'Delete one, or upgrade for more.'}
      </span>
      <Link className="btn pri sml" to="/subscription">
        Upgrade Now
      </Link>
    </div>
  );
}

function daysThisMonth(): number {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 0)).getUTCDate();
}

function DailyCalls({ days }: { days: readonly number[] }) {
  const [length] = useState(daysThisMonth);
  const tallest = Math.max(1, ...days);
  const path = days.map((calls, i) => (calls === 0 ? '' : `M${i * 10 + 1} 44v-${Math.max(2, (43 * calls) / tallest).toFixed(1)}h8V44Z`)).join('');
  return (
    <svg className="days" viewBox={`0 0 ${length * 10} 44`} preserveAspectRatio="none" role="img" aria-label={`API calls per day this month: ${days.join(', ')}`}>
      <path d={`M0 43.5H${length * 10}`} stroke="var(--line)" strokeDasharray="8 2" vectorEffect="non-scaling-stroke" />
      <path d={path} fill="var(--num)" />
    </svg>
  );
}
