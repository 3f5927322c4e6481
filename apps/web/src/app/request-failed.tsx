import { detailOf } from '../lib/errors.ts';
import { Icon } from './icons.tsx';

/** A request that failed, told in the place of its answer: the specified text, what the server said, and another try. */
export function RequestFailed({ text, error, onRetry }: { text: string; error: unknown; onRetry: () => unknown }) {
  return (
    <div className="note err" role="alert">
      <Icon name="error" />
      <span>
        <b>{text}</b> {detailOf(error, 'The server could not be reached.')}
      </span>
      <button type="button" className="btn sml" onClick={() => void onRetry()}>
        Try Again
      </button>
    </div>
  );
}
