import { Link } from 'react-router-dom';
import { detailOf, problemIn } from '../../lib/errors.ts';
import { Icon } from '../../ui/icons.tsx';

/** In the place of a page about a dataset that is not there, or could not be loaded. */
export function DatasetFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const status = problemIn(error)?.status;
  const missing = status === 404 || status === 422;
  return (
    <main className="page mid">
      <h1>{missing ? 'There is no such dataset' : 'Failed to load datasets'}</h1>
      <p className="mt8 s2" role={missing ? undefined : 'alert'}>
        {missing
          ? 'It may have been deleted, or the link may be for another account.'
          : detailOf(error, 'The server did not answer.')}
      </p>
      <p className="mt16 row">
        <Link className="btn pri" to="/dashboard">
          Go to Dashboard
        </Link>
        {!missing && (
          <button type="button" className="btn" onClick={() => void onRetry()}>
            <Icon name="refresh" />
            Try Again
          </button>
        )}
      </p>
    </main>
  );
}
