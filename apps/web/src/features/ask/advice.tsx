import type { Recommendation } from '@columnist/contract';
import { useState } from 'react';
import { Isolated } from '../../ui/isolated-text.tsx';
import { nameOfMethod } from '../results/methods.ts';

interface AdviceProps {
  readonly advice: Pick<Recommendation, 'method' | 'why' | 'rejected'>;
  /** The method that somebody chose; null where the adviser's is taken. */
  readonly own: string | null;
  readonly onUse: (method: string) => void;
  /** Leaves the choice to the adviser again. */
  readonly onAuto: () => void;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Why a test was chosen, or which one would be; the other choices, and why they were not. */
export function Advice({ advice: { method, why, rejected }, own, onUse, onAuto }: AdviceProps) {
  const [shown, setShown] = useState(false);
  const because = <Isolated text={why.replace(/^Both /, 'both ')} />;
  const others = rejected.filter((one) => one.method !== own);
  return (
    <section className="advice" aria-label="Why this test">
      <p>
        {own === null && <>Chosen because {because}</>}
        {own === method && <>You chose it, and it is what would be chosen, because {because}</>}
        {own !== null && own !== method && (
          <>
            You chose it. <b>{capital(nameOfMethod(method))}</b> would be chosen, because {because}
          </>
        )}
      </p>
      <div className="advice-others">
        {own !== null && (
          <button type="button" className="btn sml" onClick={onAuto}>
            {own === method ? 'Choose for me' : `Use ${nameOfMethod(method)}`}
          </button>
        )}
        {others.length > 0 && <span className="s2">{own === null ? 'Instead:' : 'Or:'}</span>}
        {others.map((one) => (
          <button
            key={one.method}
            type="button"
            className="btn sml"
            onClick={() => onUse(one.method)}
          >
            {capital(nameOfMethod(one.method))}
          </button>
        ))}
        {others.length > 0 && (
          <button
            type="button"
            className="link"
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            Why not {others.length === 1 ? 'this' : 'these'}?
          </button>
        )}
      </div>
      {shown && (
        <ul className="asl mt8">
          {others.map((one) => (
            <li key={one.method}>
              <b>Not {nameOfMethod(one.method)}.</b>{' '}
              <span className="s2">
                <Isolated text={one.why} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** In the place of the advice on two number columns, which a plan without the adviser lacks. */
export function AdviceWithoutPro({ onUse }: Pick<AdviceProps, 'onUse'>) {
  return (
    <section className="advice" aria-label="Why this test">
      <p>
        Your plan includes the correlations of Pearson and Spearman. Pro includes every test, and
        chooses the one that fits the columns, with its reason.
      </p>
      <div className="advice-others">
        <span className="s2">Instead:</span>
        <button type="button" className="btn sml" onClick={() => onUse('spearman')}>
          {capital(nameOfMethod('spearman'))}
        </button>
      </div>
    </section>
  );
}
