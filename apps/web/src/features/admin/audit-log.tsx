import { auditKindNames, auditKinds, type AuditEntry } from '@columnist/contract';
import { Input, Select } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Isolated } from '../../ui/isolated-text.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { formatCount } from '../../lib/formats.ts';
import { beginOf, periodOf, periods } from '../../lib/period.ts';
import { saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import { AuditChain } from './audit-chain.tsx';

const pageSize = 100;

type Outcome = 'all' | AuditEntry['outcome'];

/** What was done and what was denied, newest first; what is asked for is in the address. */
export function AuditLog() {
  const { message } = useNotices();
  const [query, setQuery] = useSearchParams();
  const [q, person, address] = [
    query.get('q') ?? '',
    query.get('person') ?? '',
    query.get('from') ?? '',
  ];
  const named = query.get('outcome');
  const outcome: Outcome = named === 'done' || named === 'denied' ? named : 'all';
  const kind = auditKinds.find((one) => one === query.get('kind')) ?? '';
  const period = periodOf(query.get('days'));
  const pages = usePages();
  const { cursor } = pages;
  const which = useMemo(
    () => ({
      ...(q === '' ? {} : { q }),
      ...(person === '' ? {} : { person }),
      ...(address === '' ? {} : { address }),
      ...(outcome === 'all' ? {} : { outcome }),
      ...(kind === '' ? {} : { kind }),
      ...beginOf(period),
    }),
    [q, person, address, outcome, kind, period],
  );
  const audit = trpc.admin.audit.useQuery(
    { limit: pageSize, ...which, ...(cursor === undefined ? {} : { cursor }) },
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
  const download = () => {
    saveFile(
      `/api/v1/admin/audit/export?${new URLSearchParams(which).toString()}`,
      'columnist-audit.csv',
    ).catch((error: unknown) => {
      void message.error(
        error instanceof Error
          ? `The audit log could not be downloaded. ${error.message}`
          : 'The audit log could not be downloaded.',
      );
    });
  };
  return (
    <>
      <AuditChain />
      <div className="row ahd wrap mt16">
        <Input.Search
          className="find"
          allowClear
          defaultValue={q}
          placeholder="Part of email, target, action"
          aria-label="Search the audit log"
          onSearch={(text) => change('q', text.trim())}
        />
        <Input.Search
          key={`person ${person}`}
          className="find"
          allowClear
          defaultValue={person}
          placeholder="Email of a person"
          aria-label="Person"
          onSearch={(text) => change('person', text.trim())}
        />
        <Input.Search
          key={`address ${address}`}
          className="find"
          allowClear
          defaultValue={address}
          placeholder="Network address"
          aria-label="Network address"
          onSearch={(text) => change('from', text.trim())}
        />
        <Select
          aria-label="Kind"
          popupMatchSelectWidth={false}
          value={kind}
          onChange={(value) => change('kind', value)}
          options={[
            { value: '', label: 'Everything' },
            ...auditKinds.map((value) => ({ value, label: auditKindNames[value] })),
          ]}
        />
        <Select
          aria-label="Period"
          popupMatchSelectWidth={false}
          value={period}
          onChange={(value) => change('days', value)}
          options={[...periods]}
        />
        <Segmented<Outcome>
          aria-label="Outcome"
          value={outcome}
          onChange={(value) => change('outcome', value === 'all' ? '' : value)}
          options={[
            { value: 'all', label: 'All' },
            { value: 'done', label: 'Done' },
            { value: 'denied', label: 'Denied' },
          ]}
        />
        {audit.data !== undefined && <p className="sm s2">{formatCount(audit.data.total)} lines</p>}
        <button type="button" className="btn last" onClick={download}>
          Download CSV
        </button>
      </div>
      {audit.isError && (
        <RequestFailed
          text="The audit log could not be loaded."
          error={audit.error}
          onRetry={audit.refetch}
        />
      )}
      {audit.isPending && <div className="sk key-sk" />}
      {audit.isSuccess && audit.data.items.length === 0 && (
        <p className="sm s2">Nothing like that was written down.</p>
      )}
      {audit.data !== undefined && audit.data.items.length > 0 && (
        <div className="scroll-x" role="region" aria-label="Audit log" tabIndex={0}>
          <table className="tb audit">
            <thead>
              <tr>
                <th>When (UTC)</th>
                <th>Outcome</th>
                <th>Who</th>
                <th>What</th>
                <th>About</th>
                <th>From</th>
                <th>Details</th>
              </tr>
            </thead>
            <tbody>
              {audit.data.items.map((entry) => (
                <tr key={entry.id}>
                  <td className="nw">{entry.at.slice(0, 19).replace('T', ' ')}</td>
                  <td>
                    {entry.outcome === 'done' ? 'Done' : <span className="tag err">Denied</span>}
                  </td>
                  <td>
                    <Who entry={entry} onChoose={(email) => change('person', email)} />
                  </td>
                  <td>
                    <Isolated text={entry.said} />
                    {entry.seal !== 'written' && (
                      <>
                        {' '}
                        <span className={entry.seal === 'none' ? 'tag err' : 'tag'}>
                          {entry.seal === 'none' ? 'Not sealed' : 'Sealed later'}
                        </span>
                      </>
                    )}
                    <div className="xs s2">{entry.action}</div>
                  </td>
                  <td className="about">
                    <About entry={entry} onChoose={(email) => change('person', email)} />
                  </td>
                  <td>
                    <From entry={entry} onChoose={(text) => change('from', text)} />
                  </td>
                  <td className="words">{entry.more}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {audit.data !== undefined && (
        <Pager
          pages={pages}
          size={pageSize}
          shown={audit.data.items.length}
          next={audit.data.next_cursor}
        />
      )}
    </>
  );
}

interface CellProps {
  readonly entry: AuditEntry;
  readonly onChoose: (text: string) => void;
}

const withoutPerson: Readonly<Record<string, string>> = {
  command: 'A command',
  server: 'The server',
  payments: 'The payment provider',
  oauth: 'An agent',
};

function Choice({
  text,
  onChoose,
}: {
  readonly text: string;
  readonly onChoose: (text: string) => void;
}) {
  return (
    <button
      type="button"
      className="link"
      title={`Only lines with ${text}`}
      onClick={() => onChoose(text)}
    >
      {text}
    </button>
  );
}

function Who({ entry: { actor_email: email, via, details }, onChoose }: CellProps) {
  if (email === null) return <>{via === null ? 'Not signed in' : (withoutPerson[via] ?? via)}</>;
  const means = { 'api-key': 'by API key', oauth: `by the agent ${details['agent'] ?? ''}` }[
    via ?? ''
  ];
  return (
    <>
      <Choice text={email} onChoose={onChoose} />
      {means !== undefined && <div className="xs s2">{means}</div>}
    </>
  );
}

/** The account, where it is another's, and the thing. */
function About({ entry: { about, actor_email: email, target }, onChoose }: CellProps) {
  const other = about === null || about === email ? null : about;
  const thing = target === about ? null : target;
  if (other === null) return <>{thing ?? '–'}</>;
  return (
    <>
      <Choice text={other} onChoose={onChoose} />
      {thing !== null && <div className="xs s2">{thing}</div>}
    </>
  );
}

function From({ entry: { address, device }, onChoose }: CellProps) {
  if (address === '') return <>–</>;
  return (
    <>
      <Choice text={address} onChoose={onChoose} />
      {device !== '' && <div className="xs s2">{device}</div>}
    </>
  );
}
