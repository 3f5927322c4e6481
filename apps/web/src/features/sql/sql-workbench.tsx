import type { Dataset, DatasetColumn } from '@columnist/contract';
import { Select, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { plural } from '../../lib/formats.ts';
import { measures } from '../../lib/measures.ts';
import { trpc } from '../../lib/trpc.ts';
import { useUser } from '../../lib/session.tsx';
import { usePages } from '../../ui/pager.tsx';
import { Note } from '../../ui/note.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { FailedStatement } from './failed-statement.tsx';
import { SqlColumns } from './sql-columns.tsx';
import { SqlEditor } from './sql-editor.tsx';
import { sqlHistory } from './sql-history.ts';
import { namedIn, namesakesIn, plainName } from './sql-names.ts';
import { SqlResultTable } from './sql-result.tsx';
import './sql.css';

const size = 100;
const runKeys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ Enter' : 'Ctrl Enter';

/** A statement, the columns that it may name, and its rows. */
export function SqlWorkbench() {
  const user = useUser();
  const [store] = useState(() => sqlHistory(user.id));
  const [history, setHistory] = useState(store.read);
  const [sql, setSql] = useState(history[0] ?? '');
  const [asked, setAsked] = useState<{ sql: string; explain: boolean } | null>(null);
  const [isStopped, setStopped] = useState(false);
  const utils = trpc.useUtils();
  const pages = usePages();
  const editor = useRef<HTMLTextAreaElement>(null);
  const datasets = trpc.datasets.list.useQuery({ limit: 200 });
  const answer = trpc.datasets.runSql.useQuery(
    {
      sql: asked?.sql ?? '',
      explain: asked?.explain ?? false,
      limit: size,
      ...(pages.cursor === undefined ? {} : { cursor: pages.cursor }),
    },
    {
      enabled: asked !== null,
      retry: false,
      staleTime: Infinity,
      // Of the same statement, the page before: of another one nothing stays.
      placeholderData: (previous) => (pages.page === 0 ? undefined : previous),
      trpc: { abortOnUnmount: true },
    },
  );
  const run = (explain: boolean) => {
    if (sql.trim() === '') return;
    setStopped(false);
    pages.restart();
    setHistory(store.add(sql));
    // The same statement again is asked again: the datasets may have changed.
    if (asked?.sql === sql && asked.explain === explain && pages.page === 0) void answer.refetch();
    setAsked({ sql, explain });
  };
  const insert = (name: string) => {
    const { selectionStart: from = sql.length, selectionEnd: to = sql.length } =
      editor.current ?? {};
    setSql(`${sql.slice(0, from)}${name}${sql.slice(to)}`);
    editor.current?.focus();
  };
  const stop = () => {
    setStopped(true);
    // The server ends the work as soon as the call is gone.
    void utils.datasets.runSql.cancel();
    editor.current?.focus();
  };
  const items = datasets.data?.items ?? [];
  const examples = examplesOf(items);
  const isAnswered = asked !== null && answer.data !== undefined && !answer.isError && !isStopped;
  return (
    <div className="sqw">
      <div className="sqm">
        <SqlEditor
          editor={editor}
          sql={sql}
          datasets={items}
          placeholder={examples[0] ?? 'select 1'}
          isWrong={answer.isError && !isStopped && asked?.sql === sql}
          onChange={setSql}
          onRun={() => run(false)}
        />
        <div className="row mt12">
          <button
            type="button"
            className="btn pri"
            disabled={sql.trim() === ''}
            onClick={() => run(false)}
          >
            Run
          </button>
          <button
            type="button"
            className="btn"
            disabled={sql.trim() === ''}
            onClick={() => run(true)}
          >
            Explain
          </button>
          {answer.isFetching && (
            <button type="button" className="btn" onClick={stop}>
              Stop
            </button>
          )}
          <span className="sm s3 only-w">{runKeys} runs</span>
          {history.length > 0 && (
            <Select<string>
              className="sqh"
              aria-label="Last statements"
              placeholder="Last statements"
              popupMatchSelectWidth={false}
              value={null}
              options={history.map((one) => ({
                value: one,
                label: one.replaceAll(/\s+/g, ' ').slice(0, 80),
              }))}
              onChange={(one) => setSql(one)}
            />
          )}
        </div>
        <p className="vh" role="status">
          {answer.isFetching
            ? 'Running the statement.'
            : isAnswered && answer.data.plan === null
              ? `Answered: ${plural(answer.data.items.length, 'row')} shown.`
              : ''}
        </p>
        {asked === null && sql === '' && examples.length > 0 && (
          <section className="sec mt24" aria-labelledby="sql-examples">
            <header>
              <h2 id="sql-examples">To begin with</h2>
            </header>
            <ul className="sqb">
              {examples.map((example) => (
                <li key={example}>
                  <button type="button" className="btn txt" onClick={() => setSql(example)}>
                    <code>{example}</code>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {datasets.data?.items.length === 0 && (
          <p className="voice empty mt24">No dataset to ask. Upload one first.</p>
        )}
        {isStopped && (
          <Note kind="warn">
            The statement was stopped. Nothing was changed; Run asks it again.
          </Note>
        )}
        {answer.isError && !isStopped && asked !== null && (
          <FailedStatement
            sql={asked.sql}
            error={answer.error}
            onRetry={answer.refetch}
            onGo={
              asked.sql !== sql
                ? null
                : (from, to) => {
                    editor.current?.focus();
                    editor.current?.setSelectionRange(from, to);
                  }
            }
          />
        )}
        {asked !== null && answer.isLoading && (
          <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />
        )}
        {isAnswered && (
          <div aria-busy={answer.isPlaceholderData}>
            <SqlResultTable sql={asked.sql} found={answer.data} size={size} pages={pages} />
          </div>
        )}
      </div>
      {datasets.isError && (
        <RequestFailed
          text="The datasets could not be loaded."
          error={datasets.error}
          onRetry={datasets.refetch}
        />
      )}
      {datasets.isPending && <div className="sk sq-soon" />}
      {datasets.data !== undefined && (
        <SqlColumns datasets={datasets.data.items} onInsert={insert} />
      )}
    </div>
  );
}

/** Statements to begin with, over the newest dataset. */
function examplesOf(datasets: readonly Dataset[]): string[] {
  const newest = datasets.find(({ status }) => status !== 'draft');
  if (newest === undefined) return [];
  const table = namedIn(newest, namesakesIn(datasets));
  const named = (fits: (column: DatasetColumn) => boolean): string | null => {
    const column = newest.columns.find(fits);
    return column === undefined ? null : plainName(column.name);
  };
  const group = named(({ type }) => type === 'category' || type === 'boolean');
  const number = named(measures);
  return [
    `select * from ${table} limit 10`,
    ...(group === null
      ? []
      : [`select ${group}, count(*) as n from ${table} group by all order by n desc`]),
    ...(group === null || number === null
      ? []
      : [`select ${group}, avg(${number}) as mean from ${table} group by all order by mean desc`]),
  ];
}
