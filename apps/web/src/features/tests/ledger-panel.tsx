import { Skeleton } from 'antd';
import { RequestFailed } from '../../app/request-failed.tsx';
import { formatCount, plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { nameOfMethod } from './methods.ts';
import { sayP } from './result-words.ts';

const when = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });
const doors: Readonly<Record<string, string>> = { session: 'browser', 'api-key': 'API key', oauth: 'agent' };

/** Every distinct test run on the dataset, with p adjusted for all of them. */
export function LedgerPanel({ id }: { id: string }) {
  const ledger = trpc.datasets.listTests.useQuery({ id });
  if (ledger.isError) return <RequestFailed text="The tests could not be loaded." error={ledger.error} onRetry={ledger.refetch} />;
  if (ledger.data === undefined) return <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />;
  const { entries, tests } = ledger.data;
  if (tests === 0) return <p className="voice finding-small">No test was run on this dataset yet. Each one is entered here, with p adjusted for all of them.</p>;
  const before = entries.filter(({ p_value }) => p_value < 0.05).length;
  const after = entries.filter(({ holm }) => holm < 0.05).length;
  return (
    <>
      <p className="voice finding-small">
        {plural(tests, 'test')} so far: {before} with p below .05, {after} of them after Holm’s adjustment for all.
      </p>
      <section className="sec mt24" aria-labelledby="ledger">
        <header>
          <h2 id="ledger">Tests on this dataset</h2>
          <p>each distinct question once, by whatever door</p>
        </header>
        <div className="scroll-x" role="region" aria-label="Tests on this dataset" tabIndex={0}>
          <table className="tb">
            <thead>
              <tr>
                <th scope="col">finding</th>
                <th scope="col">test</th>
                <th scope="col" className="num"><span className="stat">p</span></th>
                <th scope="col" className="num">Holm</th>
                <th scope="col" className="num">BH</th>
                <th scope="col">by</th>
                <th scope="col">when</th>
                <th scope="col" className="num">times</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={`${entry.run_at} ${entry.question}`}>
                  <td className="ledger-q">{entry.question}</td>
                  <td>{nameOfMethod(entry.method)}</td>
                  <td className="num">{sayP(entry.p_value)}</td>
                  <td className="num"><b>{sayP(entry.holm)}</b></td>
                  <td className="num">{sayP(entry.bh)}</td>
                  <td>
                    {entry.by}, {doors[entry.via] ?? entry.via}
                  </td>
                  <td>{when.format(new Date(entry.run_at))}</td>
                  <td className="num">{formatCount(entry.times)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}
