import { pInTable, type TestQuestion } from '@columnist/contract';
import { Skeleton } from 'antd';
import { Isolated } from '../../ui/isolated-text.tsx';
import { useUser } from '../../lib/session.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import { sayEnds, sayValue } from '../results/result-words.ts';
import { useMethod } from '../results/use-method.ts';

/** The coefficient of two columns by the test that has it. */
export function PairTest({ id, asked, title }: { id: string; asked: TestQuestion; title: string }) {
  const { subscription_tier: tier } = useUser();
  return (
    <section className="sec" aria-labelledby="coefficients">
      <header>
        <h2 id="coefficients">{title}</h2>
      </header>
      {tier === 'paid' ? <Found id={id} asked={asked} /> : <PremiumNotice />}
    </section>
  );
}

function Found({ id, asked }: { id: string; asked: TestQuestion }) {
  const answer = useMethod(id, asked);
  if (answer.isError)
    return (
      <RequestFailed
        text="There is no coefficient of these columns."
        error={answer.error}
        onRetry={answer.refetch}
      />
    );
  if (answer.data === undefined || 'matrix' in answer.data)
    return <Skeleton active={false} title={false} paragraph={{ rows: 3 }} />;
  const { estimate, effects, p_value: p, sentence } = answer.data;
  return (
    <>
      <p className="voice voice-small">
        <Isolated text={sentence} />
      </p>
      <table className="tb mt8">
        <tbody>
          {[...(estimate === null ? [] : [estimate]), ...effects].map(({ name, value, ci }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">
                <b>{sayValue(value)}</b>
                {ci !== null && <span className="s2 under">95% CI {sayEnds(ci)}</span>}
              </td>
            </tr>
          ))}
          {p !== null && (
            <tr>
              <th scope="row">
                <span className="stat">p</span>
              </th>
              <td className="num">{pInTable(p)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  );
}
