import { resultHeight, resultSpec } from '@columnist/charts';
import type { TestResult } from '@columnist/contract';
import type { Mode } from '@columnist/design';
import { useCallback } from 'react';
import { Chart } from '../../ui/chart.tsx';
import { Icon } from '../../ui/icons.tsx';
import { verdictText } from './result-words.ts';

/** Whether a picture is beside its assumption. */
export const isBeside = ({ assumptions }: TestResult, checks: string | undefined): boolean =>
  assumptions.some(({ name }) => name === checks);

/** What the answer rests on, each with its verdict and the picture that shows it. */
export function Assumptions({ result: { assumptions, pictures } }: { result: TestResult }) {
  // What is in doubt comes first.
  const sorted = assumptions.toSorted(
    (a, b) => Number(b.verdict === 'doubtful') - Number(a.verdict === 'doubtful'),
  );
  return (
    <section className="sec" aria-labelledby="test-assumptions">
      <header>
        <h2 id="test-assumptions">Assumptions</h2>
      </header>
      <ul className="asl">
        {sorted.map(({ name, verdict, said }) => (
          <li key={name}>
            <div className="row">
              <h3>{name.charAt(0).toUpperCase() + name.slice(1)}</h3>
              <span
                className={`tag ${verdict === 'doubtful' || verdict === 'unknown' ? 'warn' : 'ok'}`}
              >
                <Icon
                  name={verdict === 'doubtful' || verdict === 'unknown' ? 'warning' : 'check'}
                />
                {verdictText[verdict]}
              </span>
            </div>
            <p className="s2">{said}</p>
            {pictures
              ?.filter(({ checks }) => checks === name)
              .map(({ title, picture }) => (
                <AssumptionPicture key={title} title={title} picture={picture} />
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AssumptionPicture({
  title,
  picture,
}: {
  title: string;
  picture: NonNullable<TestResult['picture']>;
}) {
  const spec = useCallback(
    (mode: Mode, width: number) => resultSpec(picture, [], mode, width),
    [picture],
  );
  return (
    <figure className="asl-picture">
      <figcaption className="s2">{title}</figcaption>
      <Chart spec={spec} name={title} height={resultHeight(picture)} />
    </figure>
  );
}
