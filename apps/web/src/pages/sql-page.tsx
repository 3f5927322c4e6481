import { PremiumGate } from '../features/billing/premium-gate.tsx';
import { SqlWorkbench } from '../features/sql/sql-workbench.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/** SELECT over the datasets of the account: what views cannot say. */
export default function SqlPage() {
  usePageTitle('SQL');
  return (
    <main className="page">
      <h1 className="page-title">SQL</h1>
      <p className="s2 mt8 mb16">
        One SELECT over your datasets: joins, windows and everything that a view cannot say. Nothing
        is changed.
      </p>
      <PremiumGate requires="paid">
        <SqlWorkbench />
      </PremiumGate>
    </main>
  );
}
