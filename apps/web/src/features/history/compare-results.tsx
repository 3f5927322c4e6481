import {
  pInTable,
  type LedgerEntry,
  type TestQuestion,
  type TestResult,
} from '@columnist/contract';
import { Skeleton } from 'antd';
import { Isolated } from '../../ui/isolated-text.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatCount, formatFigure } from '../../lib/formats.ts';
import { nameOfMethod } from '../results/methods.ts';
import { sayEnds, sayValue } from '../results/result-words.ts';
import { questionIn } from '../results/calls.ts';
import { useMethod } from '../results/use-method.ts';

/** Two results beside each other, computed again. */
export function CompareResults({ id, entries }: { id: string; entries: readonly LedgerEntry[] }) {
  return (
    <section className="sec mt32" aria-labelledby="compared">
      <header>
        <h2 id="compared">Compared</h2>
      </header>
      <div className="compared">
        {entries.map((entry) => {
          const question = questionIn(entry);
          return question === null ? null : (
            <One
              key={`${entry.run_at} ${entry.question}`}
              id={id}
              question={question}
              kept={entry.dataset_version}
            />
          );
        })}
      </div>
    </section>
  );
}

function One({ id, question, kept }: { id: string; question: TestQuestion; kept: number }) {
  const answer = useMethod(id, question);
  if (answer.isError)
    return (
      <RequestFailed
        text="The test could not be run again."
        error={answer.error}
        onRetry={answer.refetch}
      />
    );
  if (answer.data === undefined)
    return <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />;
  return 'matrix' in answer.data ? null : (
    <Figures result={answer.data} tool={question.operation} kept={kept} />
  );
}

function Figures({
  result,
  tool,
  kept,
}: {
  result: TestResult;
  tool: string;
  /** The version that its finding in the history is of. */
  kept: number;
}) {
  const measured = [...(result.estimate === null ? [] : [result.estimate]), ...result.effects];
  return (
    <article>
      <p className="voice voice-small">
        <Isolated text={result.sentence} />
      </p>
      {result.dataset_version !== kept && (
        <p className="s2 sm mt8">
          Computed again, of version {result.dataset_version}; what the history has is of version{' '}
          {kept}.
        </p>
      )}
      <table className="tb mt8">
        <tbody>
          <tr>
            <th scope="row">Test</th>
            <td>{nameOfMethod(result.procedure.method, tool)}</td>
          </tr>
          <tr>
            <th scope="row">Version</th>
            <td>{result.dataset_version}</td>
          </tr>
          <tr>
            <th scope="row">Rows</th>
            <td>
              {formatCount(result.n_used)}
              {result.view_in_words !== undefined && result.view_in_words.length > 0 && (
                <Isolated text={`, ${result.view_in_words.join('; ')}`} />
              )}
            </td>
          </tr>
          {result.statistic !== null && (
            <tr>
              <th scope="row">Statistic</th>
              <td>
                <span className="stat">{result.statistic.name}</span> ={' '}
                {sayValue(result.statistic.value)}
                {result.df.length > 0 &&
                  `, df ${result.df.map((one) => formatFigure(one, 5)).join(', ')}`}
              </td>
            </tr>
          )}
          {result.p_value !== null && (
            <tr>
              <th scope="row">
                <span className="stat">p</span>
              </th>
              <td>{pInTable(result.p_value)}</td>
            </tr>
          )}
          {measured.map(({ name, value, ci }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <b>{sayValue(value)}</b> {ci !== null && <span className="s2">{sayEnds(ci)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
