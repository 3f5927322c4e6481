import { useState } from 'react';
import { formatCount } from '../lib/formats.ts';

/** The way through a list that the server gives page by page: the cursors of the pages behind. */
export function usePages() {
  const [cursors, setCursors] = useState<string[]>([]);
  return {
    cursor: cursors.at(-1),
    page: cursors.length,
    forward: (cursor: string) => setCursors([...cursors, cursor]),
    back: () => setCursors(cursors.slice(0, -1)),
    restart: () => setCursors([]),
  };
}

interface PagerProps {
  readonly pages: ReturnType<typeof usePages>;
  readonly size: number;
  readonly shown: number;
  readonly next: string | null;
}

/** Nothing where there is one page alone. */
export function Pager({ pages, size, shown, next }: PagerProps) {
  if (pages.page === 0 && next === null) return null;
  const from = pages.page * size;
  return (
    <nav className="row mt16" aria-label="Pages">
      <button type="button" className="btn sml" disabled={pages.page === 0} onClick={pages.back}>
        Previous
      </button>
      <span className="sm s2">
        {formatCount(from + 1)} to {formatCount(from + shown)}
      </span>
      <button
        type="button"
        className="btn sml"
        disabled={next === null}
        onClick={() => next !== null && pages.forward(next)}
      >
        Next
      </button>
    </nav>
  );
}
