import { Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { usePageTitle } from '../ui/use-page-title.ts';
import { ImportReview } from '../features/import/import-review.tsx';
import { detailOf } from '../lib/errors.ts';
import { trpc } from '../lib/trpc.ts';

/** What was detected in a file, and every choice to correct it. */
export default function ImportPage() {
  const { id = '' } = useParams();
  const dataset = trpc.datasets.get.useQuery({ id });
  usePageTitle(`${dataset.data?.name ?? 'Dataset'}, import`);
  if (dataset.isError) {
    return (
      <main className="page mid">
        <h1>There is no such dataset</h1>
        <p className="mt8 s2">{detailOf(dataset.error, 'The server did not answer.')}</p>
        <p className="mt16">
          <Link className="btn pri" to="/dashboard">
            Go to Dashboard
          </Link>
        </p>
      </main>
    );
  }
  if (dataset.data === undefined) {
    return (
      <main className="page" aria-busy="true">
        <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />
      </main>
    );
  }
  return <ImportReview dataset={dataset.data} />;
}
