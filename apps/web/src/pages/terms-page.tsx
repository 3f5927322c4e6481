import { Brand } from '../ui/brand.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { supportEmail } from '../lib/facts.ts';
import './text-page.css';

export default function TermsPage() {
  usePageTitle('Terms');
  return (
    <main className="page text-page">
      <Brand to="/dashboard" />
      <h1 className="mt24">Terms</h1>
      <h2>Your account</h2>
      <p>
        Keep your password and your API keys to yourself; what is done with them counts as done by
        you. Tell us at once if somebody else has them.
      </p>
      <h2>Your data</h2>
      <p>
        What you upload stays yours. You confirm that you may process it here. We use it for nothing
        but the analyses you ask for.
      </p>
      <h2>Plans</h2>
      <p>
        The Free plan has the limits shown on the Subscription page. Pro costs 29 dollars a month
        and can be cancelled at any time; it then lasts until the end of the paid period. Datasets
        over the free limit stay readable after it.
      </p>
      <h2>Fair use</h2>
      <p>
        Do not try to reach other people’s data, to overload the service, or to get around its
        limits.
      </p>
      <h2>Results</h2>
      <p>
        Every figure says how it was computed, and the procedures are checked against published
        references. Decisions taken on them are yours.
      </p>
      <h2>Contact</h2>
      <p>
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </main>
  );
}
