import { Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { groupsHeight, groupsSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import { AskLink } from '../../ui/ask-link.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatCount, plural } from '../../lib/formats.ts';
import { Isolated } from '../../ui/isolated-text.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { Chart, loadCharts } from '../../ui/chart.tsx';
import { SavePicture } from '../../ui/save-picture.tsx';
import { rowsAsked, type TabProps } from '../../lib/tab-props.ts';
import { drawnAtOnce, findingOf, pictureOf, tableAsTsv } from './groups-answer.ts';
import { nameOf, readQuestion, withCount, type GroupsQuestion } from './groups-question.ts';
import { GroupsSentence } from './groups-sentence.tsx';
import { GroupsTable } from './groups-table.tsx';
import { PivotTable } from './pivot-table.tsx';
import '../results/sentence.css';

loadCharts();

/** Groups of the table: at first, and as many as one call answers. */
const listedAtOnce = 500;
const listedAtMost = 1000;

/** Figures of groups of rows: the question as a sentence, the finding, a picture, the table. */
export default function GroupsTab({ viewed }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const [copied, copy] = useCopy();
  const { dataset } = viewed;
  const question = useMemo(
    () => readQuestion(query.get('groups'), dataset.columns),
    [query, dataset.columns],
  );
  const ask = (next: GroupsQuestion) =>
    setQuery(
      (previous) => {
        previous.set('groups', JSON.stringify(next));
        return previous;
      },
      { replace: true },
    );
  const { by, across, figures, having, sort } = question;
  const [first] = figures;
  const withInterval = first?.statistic === 'mean' && first.of !== null;
  const shown = withCount(question);
  const aggregates = [
    ...shown.map((figure) => ({
      statistic: figure.statistic,
      name: nameOf(figure),
      ...(figure.of === null ? {} : { of: figure.of }),
    })),
    ...(withInterval && first.of !== null
      ? [
          { statistic: 'mean_ci_low' as const, of: first.of, name: 'interval_low' },
          { statistic: 'mean_ci_high' as const, of: first.of, name: 'interval_high' },
        ]
      : []),
  ];
  const [limit, setLimit] = useState(listedAtOnce);
  const named = new Set([...by, ...(across === null ? [] : [across]), ...shown.map(nameOf)]);
  const answer = trpc.datasets.aggregate.useQuery(
    {
      id: dataset.id,
      group_by: [...by, ...(across === null ? [] : [across])],
      aggregates,
      limit,
      ...(across === null ? {} : { across }),
      ...(having.trim() === '' ? {} : { having }),
      ...(sort !== null && named.has(sort.column) ? { sort: [{ ...sort }] } : {}),
      ...rowsAsked(viewed.view),
    },
    { staleTime: Infinity, placeholderData: (previous) => previous, retry: false },
  );
  const found = answer.data;
  const listed = found?.pivot?.rows.length ?? found?.items.length ?? 0;
  const left = (found?.pivot?.total ?? found?.total ?? 0) - listed;
  /** Of which question all groups are drawn. */
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const most = wholeOf === (query.get('groups') ?? '') ? Infinity : drawnAtOnce;
  const picture = useMemo(
    () =>
      found === undefined || first === undefined ? null : pictureOf(found, first, across, most),
    [found, first, across, most],
  );
  const spec = useCallback(
    (mode: Mode, width: number) => (picture === null ? null : groupsSpec(picture, mode, width)),
    [picture],
  );
  return (
    <main className="page gt">
      <GroupsSentence
        columns={dataset.columns}
        question={question}
        results={found?.columns ?? []}
        onChange={ask}
      />
      {answer.isError && (
        <RequestFailed
          text="The groups could not be computed."
          error={answer.error}
          onRetry={answer.refetch}
        />
      )}
      {found === undefined && answer.isPending && (
        <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />
      )}
      {found !== undefined && first !== undefined && !answer.isError && (
        <div aria-busy={answer.isPlaceholderData}>
          <p className="voice finding-small">
            <Isolated text={findingOf(found, question)} />
          </p>
          {picture !== null && picture.points.length > 1 && (
            <section className="sec mt24" aria-labelledby="groups-picture">
              <header>
                <h2 id="groups-picture">
                  <Isolated text={picture.figure} />
                </h2>
                <p>
                  <Isolated
                    text={[
                      by.join(' and '),
                      across === null ? '' : `by ${across}`,
                      withInterval ? '95% intervals' : '',
                      picture.cut > 0
                        ? `first ${picture.points.length} of ${picture.points.length + picture.cut}`
                        : '',
                    ]
                      .filter((part) => part !== '')
                      .join(', ')}
                  />
                </p>
                {first.of !== null && (
                  <div className="r">
                    <AskLink
                      columns={[first.of, ...by]}
                      purpose="compare"
                      about={[first.of, ...by].join(', ')}
                    >
                      Do they differ?
                    </AskLink>
                  </div>
                )}
              </header>
              <Chart spec={spec} name={picture.figure} height={groupsHeight(picture)} />
              <SavePicture spec={spec} name={picture.figure} />
              {picture.cut > 0 && (
                <p className="mt12">
                  <button
                    type="button"
                    className="btn sml"
                    onClick={() => setWholeOf(query.get('groups') ?? '')}
                  >
                    Draw all {picture.points.length + picture.cut}
                  </button>
                </p>
              )}
            </section>
          )}
          <section className="sec mt24" aria-labelledby="groups-table">
            <header>
              <h2 id="groups-table">{plural(found.pivot?.total ?? found.total, 'group')}</h2>
              <p>{left > 0 ? `the first ${formatCount(listed)} are shown` : ''}</p>
              <div className="r">
                {left > 0 && limit < listedAtMost && (
                  <button
                    type="button"
                    className="btn txt sml"
                    disabled={answer.isFetching}
                    onClick={() => setLimit(listedAtMost)}
                  >
                    Show {left + listed > listedAtMost ? formatCount(listedAtMost) : 'all'}
                  </button>
                )}
                <button
                  type="button"
                  className="btn txt sml"
                  onClick={() => copy(tableAsTsv(found, shown))}
                >
                  {copied ? 'Copied' : 'Copy table'}
                </button>
              </div>
            </header>
            {left > 0 && limit === listedAtMost && (
              <p className="sm s2">
                {plural(left, 'group')} more: sort by another figure, or say which groups are wanted
                in “where”.
              </p>
            )}
            {found.pivot === null ? (
              <GroupsTable
                found={found}
                figures={shown}
                sort={sort}
                onSort={(next) => ask({ ...question, sort: next })}
              />
            ) : (
              <PivotTable pivot={found.pivot} found={found} figures={shown} />
            )}
          </section>
        </div>
      )}
    </main>
  );
}
