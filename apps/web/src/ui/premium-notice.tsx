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
      {upgrade === undefined ? (
        <Link className="btn pri sml" to="/subscription">
          Upgrade
        </Link>
      ) : (
        <button
          type="button"
          className="btn pri sml"
          disabled={upgrade.busy}
          onClick={() => void upgrade.upgrade()}
        >
          Upgrade
        </button>
      )}
    </div>
  );
}
