import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { asksAbout, type Purpose } from '../lib/purposes.ts';

/** A link to the Ask tab with these columns filled in, of the view that is open. */
export function AskLink({
  columns,
  purpose,
  about,
  className = 'btn sml',
  children = 'Ask about it',
}: {
  readonly columns: readonly string[];
  readonly purpose?: Purpose;
  /** Of what, said behind a text to people who hear the link and do not see what is around it. */
  readonly about?: string;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  const [query] = useSearchParams();
  const view = query.get('view');
  const address = new URLSearchParams({
    ...asksAbout(columns, purpose),
    ...(view === null ? {} : { view }),
  });
  return (
    <Link
      className={className}
      to={`?${address.toString()}`}
      aria-label={
        typeof children === 'string' && about !== undefined ? `${children}: ${about}` : undefined
      }
    >
      {children}
    </Link>
  );
}
