import { fixOf, isMendable, reasonOf } from '../lib/errors.ts';
import { Note } from './note.tsx';

/**
 * A request that failed, shown in the place of its answer: the specified text, what the server said
 * and what can be done, and another try where it may have another outcome. `words` puts what can be
 * done into those of the page.
 */
export function RequestFailed({
  text,
  error,
  words,
  onRetry,
}: {
  text: string;
  error: unknown;
  words?: (fix: string) => string;
  onRetry: () => unknown;
}) {
  const again = (
    <button type="button" className="btn sml" onClick={() => void onRetry()}>
      Try Again
    </button>
  );
  return (
    <Note kind="err" action={isMendable(error) ? null : again}>
      <b>{text}</b> {reasonOf(error)} {words === undefined ? fixOf(error) : words(fixOf(error))}
    </Note>
  );
}
