import type { ReactNode } from 'react';
import { problemIn, reasonOf } from '../../lib/errors.ts';
import { Note } from '../../ui/note.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { meetsSeveral } from './preview-combination.ts';
import type { RecipeDraft } from './recipe-draft.ts';

/** Why there is no preview, with what can be done about it as buttons. */
export function CombinationFailed({
  error,
  draft,
  change,
  onRetry,
}: {
  error: unknown;
  draft: RecipeDraft;
  change: (to: Partial<RecipeDraft>) => void;
  onRetry: () => unknown;
}) {
  const button = (text: string, to: Partial<RecipeDraft>): ReactNode => (
    <button type="button" className="btn sml" onClick={() => change(to)}>
      {text}
    </button>
  );
  const reason = (
    <>
      <b>The datasets were not put together.</b> {reasonOf(error)}
    </>
  );
  if (draft.kind === 'pivot' && meetsSeveral(error))
    return (
      <Note
        kind="err"
        action={
          <span className="row">
            {button('Take the first value', { statistic: 'first' })}
            {button('Count them', { statistic: 'count' })}
          </span>
        }
      >
        {reason} Say which of them is taken, or choose more columns that make a row.
      </Note>
    );
  const isApart = problemIn(error)?.code === 'wrong_column_type';
  if (isApart && !draft.asText && (draft.kind === 'append' || draft.kind === 'unpivot'))
    return (
      <Note kind="err" action={button('Write them as text', { asText: true })}>
        {reason}{' '}
        {draft.kind === 'append' ? '' : 'Choose columns of one type, or write them as text.'}
      </Note>
    );
  return (
    <RequestFailed text="The datasets were not put together." error={error} onRetry={onRetry} />
  );
}
