import { Select, Skeleton } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { problemIn } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useUser } from '../../lib/session.tsx';
import { usePages } from '../../ui/pager.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { SqlColumns } from './sql-columns.tsx';
import { sqlHistory } from './sql-history.ts';
import { namedIn, namesakesIn } from './sql-names.ts';
import { SqlResultTable } from './sql-result.tsx';
import './sql.css';

const size = 100;

/** A statement, the columns that it may name, and its rows. */
export function SqlWorkbench() {
  const user = useUser();
  const [store] = useState(() => sqlHistory(user.id));
  const [history, setHistory] = useState(store.read);
  const [sql, setSql] = useState(history[0] ?? '');
  const [asked, setAsked] = useState<{ sql: string; explain: boolean } | null>(null);
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
      placeholderData: (previous) => (asked === null ? undefined : previous),
    },
  );
  const run = (explain: boolean) => {
    if (sql.trim() === '') return;
    pages.restart();
    setHistory(store.add(sql));
    // The same statement again is asked again: the datasets may have changed.
    if (asked?.sql === sql && asked.explain === explain && pages.page === 0) void answer.refetch();
    setAsked({ sql, explain });
  };
  const runByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run(false);
  };
  const insert = (name: string) => {
    const { selectionStart: from = sql.length, selectionEnd: to = sql.length } =
      editor.current ?? {};
    setSql(`${sql.slice(0, from)}${name}${sql.slice(to)}`);
    editor.current?.focus();
  };
  const problem = answer.isError ? problemIn(answer.error) : null;
  const { from, to } = problem ?? {};
  const items = datasets.data?.items ?? [];
  const [first] = items;
  const example =
    first === undefined
      ? 'select 1'
      : `select * from ${namedIn(first, namesakesIn(items))} limit 10`;
  return (
    <div className="sqw">
      <div className="sqm">
        <textarea
          ref={editor}
          className="sqe"
          aria-label="Statement"
          aria-invalid={answer.isError}
          spellCheck={false}
          rows={9}
          placeholder={example}
          value={sql}
          onChange={({ target }) => setSql(target.value)}
          onKeyDown={runByKey}
        />
        <div className="row mt12">
          <button
            type="button"
            className="btn pri"
            disabled={answer.isFetching}
            onClick={() => run(false)}
          >
            Run
          </button>
          <button
            type="button"
            className="btn"
            disabled={answer.isFetching}
            onClick={() => run(true)}
          >
            Explain
          </button>
          <span className="sm s3 only-w">Ctrl+Enter runs</span>
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
        {answer.isError && (
          <div className="mt16">
            <RequestFailed
              text="The statement was not answered."
              error={answer.error}
              onRetry={answer.refetch}
            />
            {from !== undefined && to !== undefined && (
              <button
                type="button"
                className="btn txt sml mt8"
                onClick={() => {
                  editor.current?.focus();
                  editor.current?.setSelectionRange(from - 1, to);
                }}
              >
                Go to the place
              </button>
            )}
          </div>
        )}
        {asked !== null && answer.isPending && !answer.isError && (
          <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />
        )}
        {answer.data !== undefined && !answer.isError && (
          <div aria-busy={answer.isPlaceholderData}>
            <SqlResultTable sql={asked?.sql ?? ''} found={answer.data} size={size} pages={pages} />
          </div>
        )}
      </div>
      {datasets.data !== undefined && (
        <SqlColumns datasets={datasets.data.items} onInsert={insert} />
      )}
    </div>
  );
}
