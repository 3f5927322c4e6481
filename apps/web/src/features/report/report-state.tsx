import { Note } from '../../ui/note.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { nameOfMethod } from '../results/methods.ts';
import type { Place } from '../results/report-edits.ts';
import type { KeptReport, ReportKeeper } from '../results/report-keeper.ts';

/** Whether what was changed is kept, and what another tab changed at the same time. */
export function ReportState({
  report,
  state,
  error,
  replaced,
  keeper,
}: KeptReport & { keeper: ReportKeeper }) {
  if (report === null) {
    return error === null ? (
      <p className="s3 xs rp-state" role="status">
        Reading the report…
      </p>
    ) : (
      <RequestFailed text="The report was not read." error={error} onRetry={keeper.refresh} />
    );
  }
  return (
    <>
      {error === null ? (
        <p className="s3 xs rp-state" role="status">
          {state === 'saved' ? 'Saved' : state !== 'new' && 'Saving…'}
        </p>
      ) : (
        <RequestFailed
          text="Your last changes are not saved yet. Keep this page open."
          error={error}
          onRetry={keeper.save}
        />
      )}
      {replaced.map(({ place, text }) => (
        <Note
          key={place.key}
          kind="warn"
          action={
            <span className="rp-choice">
              <button
                type="button"
                className="btn sml"
                onClick={() => {
                  keeper.write(place, text);
                  keeper.forgetReplaced(place);
                }}
              >
                Use that text
              </button>
              <button
                type="button"
                className="btn sml"
                onClick={() => keeper.forgetReplaced(place)}
              >
                Keep yours
              </button>
            </span>
          }
        >
          {sayPlace(place)} changed elsewhere at the same time, to “{cut(text)}”. Yours is kept.
        </Note>
      ))}
    </>
  );
}

const mostShown = 200;
const cut = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;

const sayPlace = ({ key, question }: Place): string => {
  if (question !== undefined)
    return `The words on ${nameOfMethod(question.options.method, question.operation)} were`;
  return key === 'title' ? 'The title was' : 'The introduction was';
};
