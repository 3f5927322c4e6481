import type { Recommendation } from '@columnist/contract';
import { Skeleton } from 'antd';
import { RequestFailed } from '../../app/request-failed.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { View } from '@columnist/contract';

interface AdviceProps {
  readonly id: string;
  readonly value: string;
  readonly by: string;
  readonly paired: boolean;
  readonly rows: { readonly view?: View };
  readonly onUse: (recommendation: Recommendation) => void;
}

/** Which test fits the question, why, and what was rejected. */
export function Advice({ id, value, by, paired, rows, onUse }: AdviceProps) {
  const advice = trpc.datasets.recommendTest.useQuery({ id, value, by, paired, ...rows }, { staleTime: Infinity, retry: false });
  if (advice.isError) return <RequestFailed text="No test could be recommended." error={advice.error} onRetry={advice.refetch} />;
  if (advice.data === undefined) return <Skeleton active={false} title={false} paragraph={{ rows: 3 }} />;
  const { name, why, rejected } = advice.data;
  return (
    <section className="sec advice" aria-labelledby="advice">
      <header>
        <h2 id="advice">{name}</h2>
        <p>recommended for {value} by {by}</p>
        <div className="r">
          <button type="button" className="btn sml" onClick={() => onUse(advice.data)}>
            Use it
          </button>
        </div>
      </header>
      <p className="voice voice-small">{why}</p>
      <ul className="asl mt8">
        {rejected.map((one) => (
          <li key={one.method}>
            <b>Not {one.name}.</b> <span className="s2">{one.why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
