import type { Plan, Subscription, Tier } from '@columnist/contract';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { limitOf, priceOf, tierName } from '../../lib/plan-words.ts';
import type { SubscriptionActions } from './use-subscription-actions.ts';

const proOnly = ({ tier }: Plan): ReactNode =>
  tier === 'paid' ? (
    <span className="yes" role="img" aria-label="Yes">
      <Icon name="check" />
    </span>
  ) : (
    <span className="s3" role="img" aria-label="No">
      –
    </span>
  );

const lines: { name: string; note?: string; value: (plan: Plan) => ReactNode }[] = [
  {
    name: 'Price',
    value: ({ price }) => (
      <>
        <b className="price">{priceOf(price)}</b>
        {price > 0 && <span className="s2"> a month</span>}
      </>
    ),
  },
  { name: 'Datasets Limit', value: ({ max_datasets }) => limitOf(max_datasets) },
  { name: 'API Queries/Month', value: ({ max_api_queries }) => limitOf(max_api_queries) },
  { name: 'Max File Size (MB)', value: ({ max_file_size_mb }) => max_file_size_mb },
  { name: 'Priority Support', value: proOnly },
  {
    name: 'Advanced Analytics',
    note: 'hypothesis tests, regression, time series, dataset comparison, power',
    value: proOnly,
  },
];

interface PlansComparisonProps {
  readonly plans: readonly Plan[];
  readonly current: Subscription;
  readonly actions: SubscriptionActions;
}

export function PlansComparison({ plans, current, actions }: PlansComparisonProps) {
  const last = (tier: Tier): ReactNode => {
    if (tier === current.tier) return <span className="tag out">Current Plan</span>;
    if (tier === 'paid') {
      return (
        <button
          type="button"
          className="btn pri sml"
          disabled={actions.busy}
          onClick={() => void actions.upgrade()}
        >
          Upgrade
        </button>
      );
    }
    return current.status === null || current.cancel_at_period_end ? null : (
      <button type="button" className="btn sml" disabled={actions.busy} onClick={actions.cancel}>
        Downgrade
      </button>
    );
  };
  return (
    <section className="sec mt32" aria-labelledby="plans-title">
      <header>
        <h2 id="plans-title">Plans Comparison</h2>
      </header>
      <table className="tb plans">
        <thead>
          <tr>
            <td />
            {plans.map(({ tier }) => (
              <th key={tier} scope="col">
                {tierName(tier)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, note, value }) => (
            <tr key={name}>
              <th scope="row">
                {name} {note !== undefined && <span className="sm s2">{note}</span>}
              </th>
              {plans.map((plan) => (
                <td key={plan.tier}>{value(plan)}</td>
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {plans.map(({ tier }) => (
              <td key={tier}>{last(tier)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
