import { useEffect } from 'react';
import { useUser } from '../app/session.tsx';
import { trpc } from '../lib/trpc.ts';

const unlimited = (limit: number): string => (limit === 0 ? 'Unlimited' : String(limit));

export default function SubscriptionPage() {
  const user = useUser();
  const plans = trpc.usage.plans.useQuery({});
  useEffect(() => {
    document.title = 'Subscription · Columnist';
  }, []);
  const shown = plans.data ?? [];
  const row = (name: string, value: (plan: (typeof shown)[number]) => string) => (
    <tr>
      <td>{name}</td>
      {shown.map((plan) => (
        <td key={plan.tier} className="num">
          {value(plan)}
        </td>
      ))}
    </tr>
  );
  return (
    <main className="page mid">
      <h1>Subscription</h1>
      <p className="s2">Manage your subscription plan and view usage statistics</p>
      <section className="sec mt24" aria-labelledby="plans-title">
        <header>
          <h2 id="plans-title">Plans Comparison</h2>
        </header>
        <table className="tb">
          <thead>
            <tr>
              <th scope="col">Plan</th>
              {shown.map((plan) => (
                <th key={plan.tier} scope="col" className="num">
                  {plan.tier === 'paid' ? 'Pro' : 'Free'} {plan.tier === user.subscription_tier && <span className="tag">Current Plan</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row('Price', (plan) => (plan.price === 0 ? 'Free' : `$${plan.price.toFixed(2)} a month`))}
            {row('Datasets Limit', (plan) => unlimited(plan.max_datasets))}
            {row('API Queries/Month', (plan) => unlimited(plan.max_api_queries))}
            {row('Max File Size (MB)', (plan) => String(plan.max_file_size_mb))}
            {row('Priority Support', (plan) => (plan.tier === 'paid' ? 'Yes' : 'No'))}
            {row('Advanced Analytics', (plan) => (plan.tier === 'paid' ? 'Yes' : 'No'))}
          </tbody>
        </table>
      </section>
    </main>
  );
}
