import type { Dataset } from '@columnist/contract';
import { Skeleton } from 'antd';
import { Suspense, lazy, type ComponentType } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { Icon } from '../app/icons.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { DatasetHead } from '../features/analysis/dataset-head.tsx';
import '../features/analysis/dataset.css';
import type { TabProps } from '../features/analysis/tab-props.ts';
import { useDatasetView } from '../features/views/use-dataset-view.ts';
import { useViewed } from '../features/views/use-viewed.ts';
import { ViewBar } from '../features/views/view-bar.tsx';
import { detailOf, problemIn } from '../lib/errors.ts';
import { loadPart } from '../lib/load-part.ts';
import { trpc } from '../lib/trpc.ts';
import { useStaged } from '../lib/use-staged.ts';

const OverviewTab = lazy(() => loadPart(() => import('../features/analysis/overview-tab.tsx')));
const ColumnsTab = lazy(() => loadPart(() => import('../features/analysis/columns-tab.tsx')));
const GroupsTab = lazy(() => loadPart(() => import('../features/groups/groups-tab.tsx')));
const TestsTab = lazy(() => loadPart(() => import('../features/tests/tests-tab.tsx')));
const CompareTab = lazy(() => loadPart(() => import('../features/drift/compare-tab.tsx')));
const RegressionTab = lazy(() => loadPart(() => import('../features/models/regression-tab.tsx')));
const SeriesTab = lazy(() => loadPart(() => import('../features/time-series/series-tab.tsx')));
const StructureTab = lazy(() => loadPart(() => import('../features/structure/structure-tab.tsx')));
const RelationshipsTab = lazy(() =>
  loadPart(() => import('../features/relationships/relationships-tab.tsx')),
);
const ReportTab = lazy(() => loadPart(() => import('../features/report/report-tab.tsx')));
const HistoryTab = lazy(() => loadPart(() => import('../features/history/history-tab.tsx')));
const RowsTab = lazy(() => loadPart(() => import('../features/analysis/rows-tab.tsx')));

const tabs = [
  { key: 'overview', name: 'Overview', Tab: OverviewTab },
  { key: 'columns', name: 'Columns', Tab: ColumnsTab },
  { key: 'rows', name: 'Rows', Tab: RowsTab },
  { key: 'relationships', name: 'Relationships', Tab: RelationshipsTab },
  { key: 'groups', name: 'Groups', Tab: GroupsTab },
  { key: 'tests', name: 'Tests', Tab: TestsTab },
  { key: 'regression', name: 'Regression', Tab: RegressionTab },
  { key: 'series', name: 'Time series', Tab: SeriesTab },
  { key: 'structure', name: 'Structure', Tab: StructureTab },
  { key: 'compare', name: 'Compare', Tab: CompareTab },
  { key: 'history', name: 'History', Tab: HistoryTab },
  { key: 'report', name: 'Report', Tab: ReportTab },
] as const;

/** A dataset; tab, column, filter and order are in the URL. */
export default function DatasetPage() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const dataset = trpc.datasets.get.useQuery({ id });
  const current = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  usePageTitle(`${dataset.data?.name ?? 'Dataset'}, ${current.name}`);

  if (dataset.isError) {
    const missing =
      problemIn(dataset.error)?.status === 404 || problemIn(dataset.error)?.status === 422;
    return (
      <main className="page mid">
        <h1>{missing ? 'There is no such dataset' : 'Failed to load datasets'}</h1>
        <p className="mt8 s2">
          {missing
            ? 'It may have been deleted, or the link may be for another account.'
            : detailOf(dataset.error, 'The server did not answer.')}
        </p>
        <p className="mt16 row">
          <Link className="btn pri" to="/dashboard">
            Go to Dashboard
          </Link>
          {!missing && (
            <button type="button" className="btn" onClick={() => void dataset.refetch()}>
              <Icon name="refresh" />
              Try Again
            </button>
          )}
        </p>
      </main>
    );
  }
  if (dataset.data === undefined) {
    return (
      <main className="page" aria-busy="true">
        <Skeleton active={false} title={false} paragraph={{ rows: 2, width: [180, 420] }} />
        <Waiting />
      </main>
    );
  }
  return <ViewedDataset key={id} dataset={dataset.data} current={current} />;
}

/** The tabs of a dataset, all about one view of it. */
function ViewedDataset({ dataset, current }: { dataset: Dataset; current: (typeof tabs)[number] }) {
  const [query] = useSearchParams();
  const state = useDatasetView();
  const viewed = useViewed(dataset, state.view);
  const written = query.get('view');
  const Tab: ComponentType<TabProps> = current.Tab;
  const drawn = useStaged(3);
  return (
    <>
      <DatasetHead dataset={dataset} />
      <nav className="tabs" aria-label="Dataset">
        {tabs.map(({ key, name: tabName }) => (
          <Link
            key={key}
            to={`?${new URLSearchParams({ tab: key, ...(written === null ? {} : { view: written }) }).toString()}`}
            aria-current={key === current.key ? 'page' : undefined}
          >
            {tabName}
          </Link>
        ))}
      </nav>
      {drawn > 1 ? (
        <ViewBar dataset={dataset} state={state} viewed={viewed} />
      ) : (
        <div className="vb-room" />
      )}
      {drawn > 2 && (
        <Suspense
          fallback={
            <main className="page" aria-busy="true">
              <Waiting />
            </main>
          }
        >
          <Tab dataset={dataset} state={state} viewed={viewed} />
        </Suspense>
      )}
    </>
  );
}

/** A row of faces, then text. */
function Waiting() {
  return (
    <>
      <div className="waiting mt24" aria-hidden="true">
        {Array.from({ length: 8 }, (_, i) => (
          <i key={i} className="sk" />
        ))}
      </div>
      <Skeleton className="mt32" active={false} title={false} paragraph={{ rows: 6 }} />
    </>
  );
}
