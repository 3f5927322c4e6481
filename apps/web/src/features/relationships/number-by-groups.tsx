import { groupsSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import { titleOf, type DatasetColumn, type TestQuestion, type View } from '@columnist/contract';
import { Skeleton } from 'antd';
import { useCallback, useMemo } from 'react';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { alignedFormat, formatCount, formatFigure } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { Chart } from '../../ui/chart.tsx';
import { SavePicture } from '../../ui/save-picture.tsx';
import { PairTest } from './pair-test.tsx';

const groupsDrawn = 30;

/**
 * A number in the groups of another column: their means with intervals, and how much of the number
 * the groups tell.
 */
export function NumberByGroups({
  id,
  value,
  by,
  rows,
  asked,
}: {
  id: string;
  value: DatasetColumn;
  by: DatasetColumn;
  rows: { readonly view?: View };
  asked: TestQuestion | null;
}) {
  const title = titleOf(value);
  const of = `\`${value.name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\``;
  const statistics = ['n', 'mean', 'mean_ci_low', 'mean_ci_high', 'median', 'sd'] as const;
  const groups = trpc.datasets.aggregate.useQuery(
    {
      id,
      group_by: [by.name],
      aggregates: statistics.map((statistic) => ({ statistic, of, name: statistic })),
      sort: [{ column: 'mean', direction: 'descending' }],
      limit: groupsDrawn,
      ...rows,
    },
    { staleTime: Infinity, retry: false },
  );
  const items = useMemo(
    () =>
      (groups.data?.items ?? []).map(([group, ...figures]) => ({
        group: group === null ? 'missing' : String(group),
        figures: figures.map((one) => (one === null ? null : Number(one))),
      })),
    [groups.data],
  );
  const points = useMemo(
    () =>
      items.flatMap(({ group, figures: [, mean, low, high] }) =>
        mean === null || mean === undefined
          ? []
          : [{ group, series: null, value: mean, low: low ?? null, high: high ?? null }],
      ),
    [items],
  );
  const spec = useCallback(
    (mode: Mode, width: number) =>
      groupsSpec({ points, figure: `mean ${title}`, series: null, fromZero: false }, mode, width),
    [points, title],
  );
  const writers = useMemo(() => {
    const of = (...at: number[]) =>
      alignedFormat(
        items.flatMap(({ figures }) => at.map((i) => figures[i])),
        5,
      );
    const [ends, middle, spread] = [of(1, 2, 3), of(4), of(5)];
    return [ends, ends, ends, ends, middle, spread];
  }, [items]);
  const [top, last] = [items[0], items.findLast(({ figures: [, mean] }) => mean !== null)];
  return (
    <div className="rel">
      <section className="sec" aria-labelledby="pair-title">
        <h2 id="pair-title" className="voice tr-lead">
          {top === undefined || last === undefined || top === last
            ? `${value.name} by ${by.name}.`
            : `Mean ${value.name} goes from ${formatFigure(last.figures[1], 3)} (${last.group}) to ` +
              `${formatFigure(top.figures[1], 3)} (${top.group}).`}
        </h2>
        {groups.isError && (
          <RequestFailed
            text="The groups could not be loaded."
            error={groups.error}
            onRetry={groups.refetch}
          />
        )}
        <div className="mt16">
          {groups.data === undefined ? (
            groups.isPending && <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />
          ) : (
            <>
              <Chart
                spec={spec}
                name={`${value.name} by ${by.name}`}
                height={24 * points.length + 60}
              />
              <SavePicture spec={spec} name={`${value.name} by ${by.name}`} />
            </>
          )}
        </div>
        {groups.data !== undefined && groups.data.total > items.length && (
          <p className="xs s3">
            The {items.length} groups with the largest means of {formatCount(groups.data.total)}.
          </p>
        )}
        <div className="scroll-x mt16" role="region" aria-label="Groups" tabIndex={0}>
          <table className="tb">
            <thead>
              <tr>
                <th scope="col">{by.name}</th>
                {['n', 'mean', '95% CI from', 'to', 'median', 'SD'].map((name) => (
                  <th key={name} scope="col" className="num">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map(({ group, figures }) => (
                <tr key={group}>
                  <td>{group}</td>
                  {figures.map((figure, i) => (
                    <td key={statistics[i] ?? i} className="num">
                      {i === 0 && figure !== null ? formatCount(figure) : writers[i]?.(figure)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <aside>
        {asked !== null && <PairTest id={id} asked={asked} title="How much the groups tell" />}
      </aside>
    </div>
  );
}
