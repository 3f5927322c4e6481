import type { ReactNode } from 'react';
import { useMedia } from '../../lib/use-media.ts';

export interface Detail {
  readonly label: string;
  readonly control: ReactNode;
  /** Whether there is no answer before something is chosen. */
  readonly isNeeded?: boolean;
}

/**
 * What may be chosen besides the sentence: each control with its label. On a phone what may stay as
 * it is lies behind a click, so that the answer is near.
 */
export function QuestionDetails({ details }: { readonly details: readonly Detail[] }) {
  const narrow = useMedia('(max-width: 767px)');
  const needed = details.filter(({ isNeeded }) => !narrow || isNeeded === true);
  const options = details.filter((detail) => !needed.includes(detail));
  return (
    <>
      {needed.length > 0 && <Controls details={needed} />}
      {options.length > 0 && (
        <details className="tq-options">
          <summary>Options ({options.length})</summary>
          <Controls details={options} />
        </details>
      )}
    </>
  );
}

const Controls = ({ details }: { readonly details: readonly Detail[] }) => (
  <div className="tq-details">
    {details.map(({ label, control }) => (
      <div key={label} className="tq-detail">
        <span className="s2">{label}</span>
        {control}
      </div>
    ))}
  </div>
);
