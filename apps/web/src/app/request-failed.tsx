import { detailOf, fixOf } from '../lib/errors.ts';
import { Note } from './note.tsx';

/** A request that failed, told in the place of its answer: the specified text, what the server said and what can be done, and another try. */
export function RequestFailed({ text, error, onRetry }: { text: string; error: unknown; onRetry: () => unknown }) {
  const again = (
    <button type="button" className="btn sml" onClick={() => void onRetry()}>
      Try Again
    </button>
  );
  return (
    <Note kind="err" action={again}>
      <b>{text}</b> {detailOf(error, 'The server could not be reached.')} {fixOf(error)}
    </Note>
  );
}
