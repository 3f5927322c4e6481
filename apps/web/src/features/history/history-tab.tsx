import { pInTable, type LedgerEntry, sayTime } from '@columnist/contract';
import { Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Isolated } from '../../ui/isolated-text.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatCount, plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import type { TabProps } from '../../lib/tab-props.ts';
import { nameOfMethod } from '../results/methods.ts';
import { addressOf, questionIn } from '../results/calls.ts';
import { CompareResults } from './compare-results.tsx';
import { SharedLinks } from './shared-links.tsx';
import '../results/results.css';
import './history.css';

const through: Readonly<Record<LedgerEntry['door'], string>> = {
  browser: 'browser',
  api: 'API',
  agent: 'agent',
};
const keyOf = (entry: LedgerEntry): string => `${entry.run_at} ${entry.question}`;

/**
 * The analyses made on the dataset, by whom and through what; each can be opened again, two of them
 * compared.
 */
export default function HistoryTab({ dataset: { id, version } }: TabProps) {
  const ledger = trpc.datasets.listTests.useQuery({ id });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const entries = ledger.data?.entries ?? [];
  // Findings of one question differ by version: each says its own where there has been another.
  const several = [version, ...entries.map((entry) => entry.dataset_version)].some((n) => n > 1);
  const compared = chosen.flatMap((key) => entries.find((entry) => keyOf(entry) === key) ?? []);
  const choose = (key: string, on: boolean) =>
    setChosen((before) => (on ? [...before, key].slice(-2) : before.filter((one) => one !== key)));
  return (
    <main className="page gt">
      {ledger.isError && (
        <RequestFailed
          text="The tests could not be loaded."
          error={ledger.error}
          onRetry={ledger.refetch}
        />
      )}
      {ledger.isPending && <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />}
      {ledger.data?.tests === 0 && (
        <>
          <p className="voice finding-small">
            No test is kept on this dataset yet. What you keep, share, put into a report or take
            along is entered here, as is each test of a program, with p adjusted for all of them.
          </p>
          <p className="mt16">
            <Link className="btn pri" to="?tab=ask">
              Ask a question
            </Link>
          </p>
        </>
      )}
      {entries.length > 0 && (
        <>
          <p className="voice finding-small">
            {plural(entries.length, 'test')} kept so far:{' '}
            {entries.filter(({ p_value }) => p_value < 0.05).length} with p below .05,{' '}
            {entries.filter(({ holm }) => holm < 0.05).length} of them after Holm’s adjustment for
            all.
          </p>
          <Entries entries={entries} several={several} chosen={chosen} onChoose={choose} />
          {compared.length === 1 && (
            <p className="s2 sm mt8">Choose a second test to compare the two.</p>
          )}
          {compared.length === 2 && <CompareResults id={id} entries={compared} />}
        </>
      )}
      <SharedLinks id={id} several={several} />
    </main>
  );
}

function Entries({
  entries,
  several,
  chosen,
  onChoose,
}: {
  entries: readonly LedgerEntry[];
  /** Whether the dataset has had more than one version. */
  several: boolean;
  chosen: readonly string[];
  onChoose: (key: string, on: boolean) => void;
}) {
  return (
    <section className="sec mt24" aria-labelledby="ledger">
      <header>
        <h2 id="ledger">Tests on this dataset</h2>
        <p>each distinct question once{several && ' a version'}, by whatever door</p>
      </header>
      <div className="scroll-x" role="region" aria-label="Tests on this dataset" tabIndex={0}>
        <table className="tb">
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">compare</span>
              </th>
              <th scope="col">question and finding</th>
              <th scope="col">test</th>
              <th scope="col" className="num">
                <span className="stat">p</span>
              </th>
              <th scope="col" className="num">
                Holm
              </th>
              <th scope="col" className="num">
                BH
              </th>
              <th scope="col">by</th>
              <th scope="col">when</th>
              <th scope="col" className="num">
                times
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => {
              const key = keyOf(entry);
              const question = questionIn(entry);
              return (
                <tr key={key}>
                  <td>
                    {question !== null && (
                      <Checkbox
                        aria-label={`Compare: ${entry.question}${several ? ` Version ${entry.dataset_version}.` : ''}`}
                        checked={chosen.includes(key)}
                        onChange={({ target }) => onChoose(key, target.checked)}
                      />
                    )}
                  </td>
                  <td className="ledger-q">
                    {question === null ? (
                      entry.question
                    ) : (
                      <Link className="quiet-link" to={addressOf(question)}>
                        <Isolated text={entry.question} />
                      </Link>
                    )}
                    <p className="s2">
                      {several && (
                        <>
                          <span className="tag">version {entry.dataset_version}</span>{' '}
                        </>
                      )}
                      {entry.finding}
                    </p>
                  </td>
                  <td>{nameOfMethod(entry.method, entry.operation)}</td>
                  <td className="num">{pInTable(entry.p_value)}</td>
                  <td className="num">
                    <b>{pInTable(entry.holm)}</b>
                  </td>
                  <td className="num">{pInTable(entry.bh)}</td>
                  <td>
                    {entry.by} <span className="tag">{through[entry.door]}</span>
                  </td>
                  <td className="nw">{sayTime(entry.run_at)}</td>
                  <td className="num">{formatCount(entry.times)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
