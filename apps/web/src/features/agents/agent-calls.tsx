import { sayTime, type AgentCall } from '@columnist/contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Pager, usePages } from '../../ui/pager.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { StackedTable, type StackedColumn } from '../../ui/stacked-table.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { formatCount } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

const choices = [
  { value: 'all', label: 'All' },
  { value: 'oauth', label: 'Connected agents' },
  { value: 'api-key', label: 'API keys' },
] as const;
type Choice = (typeof choices)[number]['value'];

const pageSize = 25;

const columns: readonly StackedColumn<AgentCall>[] = [
  { label: 'When', className: 'nw', render: ({ at }) => sayTime(at) },
  {
    label: 'By',
    className: 'key-name',
    render: ({ via, key, agent }) =>
      via === 'api-key' ? (
        <>
          {key ?? 'API key'}
          {agent !== '' && <div className="xs s2">{agent}</div>}
        </>
      ) : (
        agent
      ),
  },
  { label: 'Call', render: ({ call }) => <code>{call}</code> },
  {
    label: 'Dataset',
    render: ({ dataset_id: id, dataset }) =>
      id === null ? (
        '–'
      ) : dataset === null ? (
        'deleted'
      ) : (
        <Link to={`/datasets/${id}`}>{dataset}</Link>
      ),
  },
  {
    label: 'Handed out',
    render: ({ handed_out: figures, rows }) =>
      figures === null ? rowsOf(rows) : <Figures of={figures} />,
  },
  {
    label: 'Outcome',
    place: 'corner',
    render: ({ outcome }) =>
      outcome === 'done' ? 'Done' : <span className="tag warn">{outcome}</span>,
  },
];

/** What keys and agents asked in the owner's name, newest first. */
export function AgentCalls() {
  const [choice, setChoice] = useState<Choice>('all');
  const pages = usePages();
  const { cursor } = pages;
  const calls = trpc.auth.agentCalls.useQuery(
    {
      limit: pageSize,
      ...(choice === 'all' ? {} : { via: choice }),
      ...(cursor === undefined ? {} : { cursor }),
    },
    { placeholderData: (before) => before },
  );
  const items = calls.data?.items ?? [];
  const choose = (value: Choice) => {
    pages.restart();
    setChoice(value);
  };
  return (
    <section className="sec mt32" aria-labelledby="calls-title">
      <header>
        <h2 id="calls-title">What they called</h2>
        <p>The last 90 days, and what was handed out.</p>
        <div className="r">
          <Segmented<Choice>
            aria-label="Calls of"
            size="small"
            options={[...choices]}
            value={choice}
            onChange={choose}
          />
        </div>
      </header>
      {calls.isPending && <div className="sk key-sk" />}
      {calls.isError && (
        <RequestFailed
          text="The calls could not be loaded."
          error={calls.error}
          onRetry={calls.refetch}
        />
      )}
      {calls.isSuccess && items.length === 0 && <p className="sm s2">No calls yet.</p>}
      {items.length > 0 && <StackedTable name="Calls" rows={items} columns={columns} />}
      {calls.data !== undefined && (
        <Pager pages={pages} size={pageSize} shown={items.length} next={calls.data.next_cursor} />
      )}
    </section>
  );
}

/** Figures, of which columns and rows. */
function Figures({ of }: { readonly of: NonNullable<AgentCall['handed_out']> }) {
  return (
    <>
      figures of {formatCount(of.rows)} {of.rows === 1 ? 'row' : 'rows'}
      <div className="xs s2">{of.columns.length === 0 ? 'all columns' : of.columns.join(', ')}</div>
      {of.filter.length > 0 && <div className="xs s2">{of.filter.join('; ')}</div>}
    </>
  );
}

function rowsOf(rows: AgentCall['rows']): string {
  if (rows === null) return 'none';
  if (rows === 'all') return 'the whole file';
  if (rows.count === 1) return `row ${formatCount(rows.first)}`;
  const span = `${formatCount(rows.first)} to ${formatCount(rows.last)}`;
  return rows.last - rows.first + 1 === rows.count
    ? `rows ${span}`
    : `${formatCount(rows.count)} rows from ${span}`;
}
