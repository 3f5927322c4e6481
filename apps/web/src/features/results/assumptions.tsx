import type { TestResult } from '@columnist/contract';
import { Isolated } from '../../ui/isolated-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ResultPicture } from './result-picture.tsx';
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
            <p className="s2">
              <Isolated text={said} />
            </p>
            {pictures
              ?.filter(({ checks }) => checks === name)
              .map(({ title, picture }) => (
                <figure key={title} className="asl-picture">
                  <figcaption className="s2">{title}</figcaption>
                  <ResultPicture title={title} picture={picture} />
                </figure>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
