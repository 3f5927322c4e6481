import type { Plan } from '@columnist/contract';
import { limitOf, priceOf } from './plan-words.ts';
import { TierTag } from './tier-tag.tsx';

export function CurrentPlan({ plan }: { plan: Plan }) {
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
      <h3 className="mt16 tiles-title">Plan Details</h3>
      <dl className="facts tiles">
        {tiles.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
