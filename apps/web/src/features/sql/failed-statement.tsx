import { problemIn } from '../../lib/errors.ts';
import { RequestFailed } from '../../ui/request-failed.tsx';

/** Characters of a line before the place that is wrong, and behind it. */
const shownBefore = 40;
const shownBehind = 40;

/** Why a statement was not answered, with the line in which the fault is and its place marked. */
export function FailedStatement({
  sql,
  error,
  onRetry,
  onGo,
}: {
  /** The statement that was asked. */
  sql: string;
  error: unknown;
  onRetry: () => unknown;
  /** Goes to the place in the editor; null where another statement is in it now. */
  onGo: ((from: number, to: number) => void) | null;
}) {
  const { from, to } = problemIn(error) ?? {};
  return (
    <div className="mt16">
      <RequestFailed text="The statement was not answered." error={error} onRetry={onRetry} />
      {from !== undefined && to !== undefined && (
        <p className="sqf-at mt8">
          <Place sql={sql} from={from - 1} to={to} />
          {onGo !== null && (
            <button type="button" className="btn txt sml" onClick={() => onGo(from - 1, to)}>
              Go to the place
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** The line of the place; long ones are cut around it. */
function Place({ sql, from, to }: { sql: string; from: number; to: number }) {
  const start = sql.lastIndexOf('\n', from - 1) + 1;
  const line = sql.slice(0, start).split('\n').length;
  const next = sql.indexOf('\n', from);
  const end = next < 0 ? sql.length : next;
  const indent = sql.slice(start, from).search(/\S|$/);
  const [first, last] = [
    Math.max(start + indent, from - shownBefore),
    Math.min(end, Math.max(to, from + 1) + shownBehind),
  ];
  // A statement that ends too soon is wrong behind its last character.
  const wrong = sql.slice(from, Math.min(to, end));
  return (
    <>
      <small>Line {line}</small>
      <code>
        {first > start + indent && '…'}
        {sql.slice(first, from)}
        <mark>{wrong === '' ? '\u00a0' : wrong}</mark>
        {sql.slice(Math.min(to, end), last)}
        {last < end && '…'}
      </code>
    </>
  );
}
