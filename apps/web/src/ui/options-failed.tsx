import { reasonOf } from '../lib/errors.ts';

/** What of a call the list of a select needs. */
interface Asked {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/**
 * Instead of an empty list: that its options could not be loaded, and another try. Undefined where
 * they were, for what the select says itself.
 */
export const orFailed = ({ isError, error, refetch }: Asked) =>
  isError ? <OptionsFailed error={error} onRetry={refetch} /> : undefined;

function OptionsFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <div role="alert" className="sm">
      The list could not be loaded. {reasonOf(error)}{' '}
      <button
        type="button"
        className="btn sml"
        // The list would close before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void onRetry()}
      >
        Try Again
      </button>
    </div>
  );
}
