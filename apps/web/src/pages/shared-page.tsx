import { Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { Brand } from '../ui/brand.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { RequestFailed } from '../ui/request-failed.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { TestResultView } from '../features/results/test-result.tsx';
import '../features/results/results.css';
import { problemIn } from '../lib/errors.ts';
import { formatDay, plural } from '../lib/formats.ts';
import { trpc } from '../lib/trpc.ts';

/** A result that somebody shared, for readers without an account. */
export default function SharedPage() {
  const { token = '' } = useParams();
  const shared = trpc.datasets.shared.useQuery({ token }, { staleTime: Infinity, retry: false });
  usePageTitle(
    shared.data === undefined
      ? 'Shared result'
      : `${shared.data.result.procedure.name}, ${shared.data.dataset_name}`,
  );
  const isGone = shared.isError && problemIn(shared.error)?.status === 404;
  return (
    <NoticesProvider>
      <main className="page shared">
        <Brand to="/dashboard" />
        {isGone && (
          <>
            <h1 className="mt24">There is no shared result under this link</h1>
            <p className="mt8 s2">
              It may have ended, or its dataset may be deleted. Ask the person who sent it for a new
              link.
            </p>
            <p className="mt16">
              <Link className="btn pri" to="/dashboard">
                Go to Columnist
              </Link>
            </p>
          </>
        )}
        {shared.isError && !isGone && (
          <RequestFailed
            text="The result could not be loaded."
            error={shared.error}
            onRetry={shared.refetch}
          />
        )}
        {shared.isPending && (
          <Skeleton className="mt24" active={false} title={false} paragraph={{ rows: 12 }} />
        )}
        {shared.data !== undefined && (
          <>
            <h1 className="mt24">
              {shared.data.dataset_name}{' '}
              <span className="s2 shared-facts">
                {plural(shared.data.row_count, 'row')} · shared {formatDay(shared.data.shared_at)}{' '}
                until {formatDay(shared.data.expires_at)}
              </span>
            </h1>
            <div className="mt16">
              <TestResultView result={shared.data.result} call={null} onUse={null} />
            </div>
          </>
        )}
      </main>
    </NoticesProvider>
  );
}
