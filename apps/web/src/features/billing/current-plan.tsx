import type { Subscription } from '@columnist/contract';
import { formatDay } from '../../lib/formats.ts';
import { limitOf, priceOf } from '../../lib/plan-words.ts';
import { TierTag } from '../../ui/tier-tag.tsx';
import type { SubscriptionActions } from './use-subscription-actions.ts';

interface CurrentPlanProps {
  readonly plan: Subscription;
  readonly actions: SubscriptionActions;
}

export function CurrentPlan({ plan, actions }: CurrentPlanProps) {
  const tiles = [
    ['Monthly Price', priceOf(plan.price)],
    ['Max Datasets', limitOf(plan.max_datasets)],
    ['API Queries/Month', limitOf(plan.max_api_queries)],
  ];
  return (
    <section className="sec" aria-labelledby="plan-title">
      <header>
        <h2 id="plan-title">Current Plan</h2>
        <TierTag tier={plan.tier} />
      </header>
      <p>{plan.description}</p>
      <Standing plan={plan} />
      <h3 className="mt16 tiles-title">Plan Details</h3>
      <dl className="facts tiles">
        {tiles.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row mt16">
        <PlanButton plan={plan} actions={actions} />
        {plan.billed && (
          <button
            type="button"
            className="link"
            disabled={actions.busy}
            onClick={() => void actions.openPortal()}
          >
            Billing and invoices
          </button>
        )}
      </div>
    </section>
  );
}

/** The state of the subscription, where there is one. */
function Standing({
  plan: { status, period_ends_at: ends, cancel_at_period_end: canceled, granted_until: granted },
}: {
  plan: Subscription;
}) {
  if (status === 'past_due')
    return (
      <p className="sm mt8">
        The last payment failed. Update your card under Billing and invoices to keep Pro.
      </p>
    );
  if (status !== null && ends !== null)
    return (
      <p className="sm s2 mt8">
        {canceled ? `Ends on ${formatDay(ends)}.` : `Renews on ${formatDay(ends)}.`}
      </p>
    );
  return granted === null ? null : (
    <p className="sm s2 mt8">Given by an administrator until {formatDay(granted)}.</p>
  );
}

function PlanButton({ plan, actions }: CurrentPlanProps) {
  if (plan.tier === 'free') {
    return (
      <button
        type="button"
        className="btn pri"
        disabled={actions.busy}
        onClick={() => void actions.upgrade()}
      >
        Upgrade to Pro
      </button>
    );
  }
  // What an administrator gave has nothing to cancel.
  if (plan.status === null) return null;
  return plan.cancel_at_period_end ? (
    <button
      type="button"
      className="btn pri"
      disabled={actions.busy}
      onClick={() => void actions.resume()}
    >
      Resume
    </button>
  ) : (
    <button type="button" className="btn" disabled={actions.busy} onClick={actions.cancel}>
      Manage Subscription
    </button>
  );
}
