import type { DatasetColumn } from '@columnist/contract';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { purposes, type Purpose } from '../../lib/purposes.ts';
import { rowsAsked, type TabProps } from '../../lib/tab-props.ts';
import {
  askedAbout,
  columnsIn,
  purposeOf,
  readAsked,
  unreadIn,
  writeAsked,
  type Asked,
} from './asked.ts';
import { trpc } from '../../lib/trpc.ts';
import { useQuiet } from '../../lib/use-quiet.ts';
import { loadCharts } from '../../ui/chart.tsx';
import { Note } from '../../ui/note.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ChosenColumns } from './chosen-columns.tsx';
import { ModelPanel } from './model-panel.tsx';
import { PowerPanel } from './power-panel.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { WhatWasNoticed } from './what-was-noticed.tsx';
import '../results/sentence.css';
import '../results/results.css';
import './models.css';
import './ask.css';

loadCharts();

/**
 * The one place to ask: columns are chosen and the answer is there. The purpose follows from the
 * columns until somebody chooses one; the question is a sentence, a model or the plan of a study.
 */
export default function AskTab({ dataset, state, viewed }: TabProps) {
  const { id } = dataset;
  const [query, setQuery] = useSearchParams();
  const { columns } = viewed.dataset;
  const asked = useMemo(() => readAsked(query, columns), [query, columns]);
  const chosen = useMemo(() => columnsIn(asked, columns), [asked, columns]);
  const { purpose } = asked;
  const unread = useMemo(() => unreadIn(query), [query]);
  const go = (next: Asked, isChosen = false) =>
    setQuery(
      (previous) => {
        writeAsked(previous, next, isChosen);
        return previous;
      },
      { replace: true },
    );
  const open = (next: Purpose) => go(askedAbout(next, named(chosen, columns), columns), true);
  const choose = (names: readonly string[]) => {
    const some = named(names, columns);
    const kept = askedAbout(purpose, some, columns);
    const holds = names.every((name) => columnsIn(kept, columns).includes(name));
    go(
      holds && query.get('purpose') === purpose
        ? kept
        : askedAbout(purposeOf(some, columns), some, columns),
    );
  };
  const rows = rowsAsked(viewed.view);
  // Of a large table it takes longer than the answer, which it would hold up.
  const isLarge = dataset.row_count > manyRows;
  const isQuiet = useQuiet();
  const noticed = trpc.datasets.alerts.useQuery(
    { id, ...rowsAsked(state.view) },
    { enabled: chosen.length > 0 && (!isLarge || isQuiet), staleTime: Infinity, retry: false },
  );
  const isLate = useLate(noticed.isLoading) || isLarge;
  const whatWasNoticed = noticed.isError ? (
    <RequestFailed
      text="Failed to look for what should be checked before the answer is used"
      error={noticed.error}
      onRetry={noticed.refetch}
    />
  ) : (
    <WhatWasNoticed
      alerts={noticed.data?.alerts ?? []}
      dataset={dataset}
      state={state}
      chosen={chosen}
    />
  );
  return (
    <main className="page gt ask">
      {purpose !== 'power' && <ChosenColumns columns={columns} chosen={chosen} onChoose={choose} />}
      <div className="ask-purpose">
        <Segmented<Purpose>
          aria-label="What for?"
          className="tq-panels"
          options={purposes.map(({ key, name }) => ({ value: key, label: name }))}
          value={purpose}
          onChange={open}
        />
        <span className="s2 sm">{purposes.find(({ key }) => key === purpose)?.says}</span>
      </div>
      {unread !== null && (
        <Note kind="warn">
          The model of this link cannot be read; the question below is another. {unread}
        </Note>
      )}
      {!isLate && whatWasNoticed}
      {/* It comes above the answer: it is awaited for a moment, so that nothing jumps; later, below. */}
      <div className={noticed.isLoading && !isLate ? 'ask-soon' : undefined}>
        {asked.purpose === 'power' ? (
          <PowerPanel id={id} rows={rows} columns={columns} />
        ) : asked.purpose === 'explain' ? (
          <ModelPanel
            id={id}
            rows={rows}
            columns={columns}
            question={asked.model}
            onAsk={(model) => go({ purpose: 'explain', model })}
          />
        ) : (
          <QuestionPanel
            key={purpose}
            id={id}
            rows={rows}
            columns={columns}
            question={asked.question}
            onAsk={(question) => go({ purpose: question.ask, question })}
          />
        )}
      </div>
      {isLate && whatWasNoticed}
    </main>
  );
}

const manyRows = 100_000;

/** How long an answer waits for what was noticed: no longer than people do, who see it at once. */
const awaitedMilliseconds = 150;

/** Whether something has once been awaited for longer than that. */
function useLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setLate(true), awaitedMilliseconds);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return isLate;
}

const named = (names: readonly string[], columns: readonly DatasetColumn[]): DatasetColumn[] =>
  names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
