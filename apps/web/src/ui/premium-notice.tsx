import { Link } from 'react-router-dom';

/** In the place of what the plan does not include. */
export function PremiumNotice() {
  return (
    <div className="premium" role="note">
      <b>Premium Feature</b>
      <p>This feature requires a paid subscription ($29/month).</p>
      <Link className="btn pri sml" to="/subscription">
        Upgrade
      </Link>
    </div>
  );
}
