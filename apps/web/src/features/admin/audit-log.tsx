import type { AuditEntry } from '@columnist/contract';
import { Input, Segmented, Table } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { RequestFailed } from '../../app/request-failed.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Pager, usePages } from '../../app/pager.tsx';

const pageSize = 100;

type Outcome = 'all' | AuditEntry['outcome'];

/** What was done and what was denied, newest first. */
export function AuditLog() {
  const [query, setQuery] = useSearchParams();
  const q = query.get('q') ?? '';
  const named = query.get('outcome');
  const outcome: Outcome = named === 'done' || named === 'denied' ? named : 'all';
  const pages = usePages();
  const { cursor } = pages;
  const audit = trpc.admin.audit.useQuery(
    { limit: pageSize, ...(q === '' ? {} : { q }), ...(outcome === 'all' ? {} : { outcome }), ...(cursor === undefined ? {} : { cursor }) },
    { placeholderData: (before) => before },
  );
  const change = (name: string, value: string) => {
    pages.restart();
    setQuery(
      (left) => {
        if (value === '') left.delete(name);
        else left.set(name, value);
        return left;
      },
      { replace: true },
    );
  };
  return (
    <>
      <div className="row ahd wrap">
        <Input.Search className="find" allowClear defaultValue={q} placeholder="Email, target or action" aria-label="Search the audit log" onSearch={(text) => change('q', text)} />
        <Segmented<Outcome> aria-label="Outcome" value={outcome} onChange={(value) => change('outcome', value === 'all' ? '' : value)} options={[{ value: 'all', label: 'All' }, { value: 'done', label: 'Done' }, { value: 'denied', label: 'Denied' }]} />
      </div>
      {audit.isError && <RequestFailed text="The audit log could not be loaded." error={audit.error} onRetry={audit.refetch} />}
      <div className="scroll-x" role="region" aria-label="Audit log" tabIndex={0}>
        <Table<AuditEntry>
          rowKey="id"
          size="small"
          pagination={false}
          loading={audit.isPending}
          dataSource={audit.data?.items ?? []}
          locale={{ emptyText: 'Nothing was written down yet.' }}
          columns={[
            { title: 'When (UTC)', key: 'at', render: (_, { at }) => at.slice(0, 19).replace('T', ' ') },
            { title: 'Who', key: 'who', render: (_, entry) => entry.actor_email ?? '–' },
            { title: 'From', key: 'from', render: (_, entry) => `${entry.address}${entry.via === null ? '' : `, ${entry.via}`}` },
            { title: 'Action', key: 'action', render: (_, { action }) => <code>{action}</code> },
            { title: 'Target', key: 'target', render: (_, { target }) => target ?? '–' },
            { title: 'Outcome', key: 'outcome', render: (_, entry) => <span className={`tag ${entry.outcome === 'done' ? 'ok' : 'err'}`}>{entry.outcome === 'done' ? 'Done' : 'Denied'}</span> },
            { title: 'Details', key: 'details', render: (_, { details }) => Object.entries(details).map(([name, value]) => `${name}: ${value}`).join(', ') },
          ]}
        />
      </div>
      {audit.data !== undefined && <Pager pages={pages} size={pageSize} shown={audit.data.items.length} next={audit.data.next_cursor} />}
    </>
  );
}
