import { Skeleton } from 'antd';
import { useParams } from 'react-router-dom';
import { usePageTitle } from '../ui/use-page-title.ts';
import { DatasetFailed } from '../features/datasets/dataset-failed.tsx';
import { ImportReview } from '../features/import/import-review.tsx';
import { trpc } from '../lib/trpc.ts';

/** What was detected in a file, and every choice to correct it. */
export default function ImportPage() {
  const { id = '' } = useParams();
  const dataset = trpc.datasets.get.useQuery({ id });
  usePageTitle(`${dataset.data?.name ?? 'Dataset'}, import`);
  if (dataset.isError) return <DatasetFailed error={dataset.error} onRetry={dataset.refetch} />;
  if (dataset.data === undefined) {
    return (
      <main className="page" aria-busy="true">
        <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />
      </main>
    );
  }
  return <ImportReview dataset={dataset.data} />;
}
