import { Link } from 'react-router-dom';

export function Brand({ to }: { to: string }) {
  return (
    <Link className="brand" to={to} aria-label="Columnist, home">
      <svg viewBox="0 0 22 22" aria-hidden="true">
        <path d="M2 3.5h18" stroke="var(--ink)" strokeWidth="2.5" />
        <path
          d="M4 19v-5M8 19V8.5M12 19v-8M16 19v-3.5"
          transform="translate(1 0)"
          stroke="var(--accent)"
          strokeWidth="3"
        />
      </svg>
      <b>Columnist</b>
    </Link>
  );
}
