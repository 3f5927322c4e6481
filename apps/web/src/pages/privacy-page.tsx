import { Brand } from '../ui/brand.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { supportEmail } from '../lib/facts.ts';
import './text-page.css';

export default function PrivacyPage() {
  usePageTitle('Privacy');
  return (
    <main className="page text-page">
      <Brand to="/dashboard" />
      <h1 className="mt24">Privacy</h1>
      <h2>What is kept</h2>
      <ul>
        <li>
          Your name, your email address, and a hash of your password (Argon2id) that cannot be
          turned back into it.
        </li>
        <li>
          Your sessions: when and from which address and program you signed in. They are forgotten a
          month after their end.
        </li>
        <li>
          Your named API keys: what each may do, and when and from which address it was last used.
        </li>
        <li>The files you upload, exactly as you sent them, and the tables made of them.</li>
        <li>
          How many API queries you made on each day. What you compute over the API from data sent
          along is not kept.
        </li>
        <li>
          Which agents you let in, and what they and your API keys called in the last 90 days, with
          the numbers of the rows they were shown.
        </li>
        <li>
          An audit log of what was done to accounts, access, shares and plans, of downloads and
          deletions, and of what was refused, with e-mail, address, browser and time. It is kept
          after an account is deleted.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        Your datasets are seen by you, and by programs that you give your API keys and agents that
        you let in. Administrators of this installation see your name, address and how much you use,
        not your files. Payments are made on the payment provider’s own page; card numbers never
        reach this server.
      </p>
      <h2>What leaves your browser</h2>
      <p>
        This page asks no other server for anything, unless the operator has chosen Google’s
        reCAPTCHA for the log-in forms. Two tokens of your session and your choice of theme are kept
        in your browser’s storage, and one cookie without which these tokens are worth nothing in
        another browser; there are no tracking cookies.
      </p>
      <h2>Your rights</h2>
      <p>
        On your profile, under Security, you can download everything kept about you, and delete your
        account with all of it, at once and for good. Questions go to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </main>
  );
}
