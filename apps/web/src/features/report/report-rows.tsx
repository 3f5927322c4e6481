import type { Dataset, View } from '@columnist/contract';
import { rowsAsked } from '../../lib/tab-props.ts';
import { trpc } from '../../lib/trpc.ts';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { AboutData } from './report-article.tsx';

/** What the file holds, or what the view keeps of it. */
export function ReportRows({ dataset, view }: { dataset: Dataset; view: View }) {
  const asked = rowsAsked(view);
  const isWhole = asked.view === undefined;
  const described = trpc.datasets.analyze.useQuery(
    { id: dataset.id, ...asked },
    { enabled: !isWhole, staleTime: Infinity, retry: false },
  );
  if (isWhole)
    return (
      <AboutData
        dataset={dataset}
        described={{ n_used: dataset.row_count, columns: dataset.columns }}
      />
    );
  if (described.isError)
    return (
      <RequestFailed
        text="The rows of the view could not be described."
        error={described.error}
        onRetry={described.refetch}
      />
    );
  return described.data === undefined ? (
    <section aria-busy="true">
      <h2>The data</h2>
    </section>
  ) : (
    <AboutData dataset={dataset} described={described.data} />
  );
}
