import { supportEmail } from '../../lib/facts.ts';
import { PremiumGate } from './premium-gate.tsx';
import type { SubscriptionActions } from './use-subscription-actions.ts';

const address = (subject: string): string =>
  `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`;

/** Everybody may write; letters of Pro are marked, and answered first. */
export function Support({ actions }: { actions: SubscriptionActions }) {
  return (
    <section className="sec mt32" aria-labelledby="support-title">
      <header>
        <h2 id="support-title">Support</h2>
      </header>
      <PremiumGate requires="free">
        <p>
          Questions and problems: <a href={address('Columnist')}>write to us</a>.
        </p>
      </PremiumGate>
      <h3 className="mt16 tiles-title">Priority Support</h3>
      <PremiumGate requires="paid" upgrade={actions}>
        <p>
          Letters sent from here are answered first:{' '}
          <a href={address('[Pro] Columnist')}>write to priority support</a>.
        </p>
      </PremiumGate>
    </section>
  );
}
