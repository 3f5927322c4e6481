import { Link } from 'react-router-dom';

/** Begins the checkout, where the page of the plans is this one. */
interface Upgrade {
  readonly busy: boolean;
  readonly upgrade: () => unknown;
}

/** In the place of what the plan does not include. */
export function PremiumNotice({ upgrade }: { upgrade?: Upgrade | undefined }) {
  return (
    <div className="premium" role="note">
      <b>Premium Feature</b>
      <p>This feature requires a paid subscription ($29/month).</p>
      <Link
        className="btn pri sml"
        to="/subscription"
        aria-disabled={upgrade?.busy}
        onClick={(event) => {
          if (upgrade === undefined) return;
          event.preventDefault();
          if (!upgrade.busy) void upgrade.upgrade();
        }}
      >
        Upgrade
      </Link>
    </div>
  );
}
