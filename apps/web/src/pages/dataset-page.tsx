import type { Dataset } from '@columnist/contract';
import { Skeleton } from 'antd';
import {
  Suspense,
  lazy,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
} from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { loadCharts } from '../ui/chart.tsx';
import { KnownNames } from '../ui/known-names.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { DatasetFailed } from '../features/datasets/dataset-failed.tsx';
import { DatasetHead } from '../features/analysis/dataset-head.tsx';
import '../features/analysis/dataset.css';
import type { TabProps } from '../lib/tab-props.ts';
import { useDatasetView } from '../lib/use-dataset-view.ts';
import { useViewed } from '../lib/use-viewed.ts';
import { ViewBar } from '../features/views/view-bar.tsx';
import { datasetTabs, movedTo, type DatasetTab } from '../lib/dataset-tabs.ts';
import { loadPart } from '../lib/load-part.ts';
import { trpc } from '../lib/trpc.ts';
import { useStaged } from '../lib/use-staged.ts';
import { whenIdle } from '../lib/when-idle.ts';

const loads: Readonly<
  Record<DatasetTab['key'], () => Promise<{ default: ComponentType<TabProps> }>>
> = {
  overview: () => import('../features/analysis/overview-tab.tsx'),
  columns: () => import('../features/analysis/columns-tab.tsx'),
  rows: () => import('../features/analysis/rows-tab.tsx'),
  relationships: () => import('../features/relationships/relationships-tab.tsx'),
  groups: () => import('../features/groups/groups-tab.tsx'),
  ask: () => import('../features/ask/ask-tab.tsx'),
  compare: () => import('../features/drift/compare-tab.tsx'),
  history: () => import('../features/history/history-tab.tsx'),
  report: () => import('../features/report/report-tab.tsx'),
};
const tab = (key: DatasetTab['key']) => lazy(() => loadPart(loads[key]));
const tabs: Readonly<Record<DatasetTab['key'], ComponentType<TabProps>>> = {
  overview: tab('overview'),
  columns: tab('columns'),
  rows: tab('rows'),
  relationships: tab('relationships'),
  groups: tab('groups'),
  ask: tab('ask'),
  compare: tab('compare'),
  history: tab('history'),
  report: tab('report'),
};
/** Fetches a tab while somebody is about to press its name; where that fails, its opening says so. */
const fetchAhead = (key: DatasetTab['key']): void => {
  // A browser keeps the failure of a file: none is risked without a connection.
  if (navigator.onLine) void loads[key]().catch(() => undefined);
};

/** A dataset; tab, column, filter and order are in the URL. */
export default function DatasetPage() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const dataset = trpc.datasets.get.useQuery({ id });
  const current = datasetTabs.find(({ key }) => key === query.get('tab')) ?? datasetTabs[0];
  const moved = movedTo(query);
  usePageTitle(`${dataset.data?.name ?? 'Dataset'}, ${current.name}`);

  if (moved !== null) return <Navigate replace to={`?${moved.toString()}`} />;
  if (dataset.isError) return <DatasetFailed error={dataset.error} onRetry={dataset.refetch} />;
  if (dataset.data === undefined) {
    return (
      <main className="page" aria-busy="true">
        <Skeleton
          active={false}
          title={false}
          paragraph={{ rows: 2, width: [180, 'min(420px, 100%)'] }}
        />
        <Waiting />
      </main>
    );
  }
  return <ViewedDataset key={id} dataset={dataset.data} current={current} />;
}

/** The tabs of a dataset, all about one view of it. */
function ViewedDataset({ dataset, current }: { dataset: Dataset; current: DatasetTab }) {
  const [query] = useSearchParams();
  const state = useDatasetView();
  const viewed = useViewed(dataset, state.view);
  const written = query.get('view');
  const Tab = tabs[current.key];
  const drawn = useStaged(3);
  // A tab begins with the columns of the view in its link, not with those that it renames or adds to.
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && viewed.view === state.view) setKnown(true);
  // What draws charts is read before a tab that has one is opened: it takes longer than the chart.
  useEffect(() => whenIdle(loadCharts), []);
  const waiting = (
    <main className="page" aria-busy="true">
      <Waiting />
    </main>
  );
  return (
    <KnownNames columns={viewed.dataset.columns}>
      <DatasetHead dataset={dataset} />
      <TabLinks current={current} written={written} />
      {drawn > 1 ? (
        <ViewBar dataset={dataset} state={state} viewed={viewed} />
      ) : (
        <div className="vb-room" />
      )}
      {drawn > 2 && (
        <Suspense fallback={waiting}>
          {isKnown ? <Tab dataset={dataset} state={state} viewed={viewed} /> : waiting}
        </Suspense>
      )}
    </KnownNames>
  );
}

/** The tabs in a row; the current one is scrolled to its middle where not all of them fit. */
function TabLinks({ current, written }: { current: DatasetTab; written: string | null }) {
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const link = row.current?.children[datasetTabs.indexOf(current)];
    if (row.current === null || link === undefined) return;
    const [around, at] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()];
    row.current.scrollLeft += at.left + at.width / 2 - (around.left + around.width / 2);
  }, [current]);
  return (
    <nav ref={row} className="tabs" aria-label="Dataset">
      {datasetTabs.map(({ key, name }) => (
        <Link
          key={key}
          to={`?${new URLSearchParams({ tab: key, ...(written === null ? {} : { view: written }) }).toString()}`}
          aria-current={key === current.key ? 'page' : undefined}
          onPointerEnter={() => fetchAhead(key)}
          onFocus={() => fetchAhead(key)}
        >
          {name}
        </Link>
      ))}
    </nav>
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
