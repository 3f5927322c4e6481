import { resultHeight, resultSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import {
  titleOf,
  type Cell,
  type DatasetColumn,
  type ResultPicture,
  type TestQuestion,
  type View,
} from '@columnist/contract';
import { Skeleton } from 'antd';
import { useCallback, useMemo } from 'react';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Chart } from '../../ui/chart.tsx';
import { SavePicture } from '../../ui/save-picture.tsx';
import { PairTest } from './pair-test.tsx';

/**
 * Two columns of groups: how often each pair of values occurs, and how strongly they are
 * associated.
 */
export function PairOfGroups({
  id,
  x,
  y,
  rows,
  asked,
}: {
  id: string;
  x: DatasetColumn;
  y: DatasetColumn;
  rows: { readonly view?: View };
  asked: TestQuestion | null;
}) {
  const counted = trpc.datasets.aggregate.useQuery(
    {
      id,
      group_by: [x.name, y.name],
      aggregates: [{ statistic: 'count' }],
      across: y.name,
      limit: 60,
      ...rows,
    },
    { staleTime: Infinity, retry: false },
  );
  const pivot = counted.data?.pivot ?? null;
  const [xTitle, yTitle] = [titleOf(x), titleOf(y)];
  const picture = useMemo((): ResultPicture | null => {
    if (pivot === null) return null;
    const said = (value: Cell): string => (value === null ? 'missing' : String(value));
    const counts = pivot.rows.map(({ cells }) => cells.map((cell) => Number(cell?.[0] ?? 0)));
    return {
      kind: 'counts',
      x_name: xTitle,
      y_name: yTitle,
      rows: pivot.rows.map(({ keys }) => said(keys[0] ?? null)),
      columns: pivot.headers.map(said),
      counts,
      residuals: counts.map((row) => row.map(() => 0)),
    };
  }, [pivot, xTitle, yTitle]);
  const spec = useCallback(
    (mode: Mode, width: number) => (picture === null ? null : resultSpec(picture, [], mode, width)),
    [picture],
  );
  return (
    <div className="rel">
      <section className="sec" aria-labelledby="pair-title">
        <h2 id="pair-title" className="voice tr-lead">
          How often {x.name} and {y.name} occur together.
        </h2>
        {counted.isError && (
          <RequestFailed
            text="The counts could not be loaded."
            error={counted.error}
            onRetry={counted.refetch}
          />
        )}
        <div className="mt16">
          {picture === null ? (
            counted.isPending && <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />
          ) : (
            <>
              <Chart spec={spec} name={`${x.name} by ${y.name}`} height={resultHeight(picture)} />
              <SavePicture spec={spec} name={`${x.name} by ${y.name}`} />
            </>
          )}
        </div>
      </section>
      <aside>{asked !== null && <PairTest id={id} asked={asked} title="Association" />}</aside>
    </div>
  );
}
