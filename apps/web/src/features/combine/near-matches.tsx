import type { JoinKey, JoinReport, NearMatch } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { formatCount } from '../../lib/formats.ts';

const reasons: Readonly<Record<NearMatch['reason'], string>> = {
  case: 'upper and lower case',
  spaces: 'spaces',
  accents: 'accents',
  leading_zeros: 'leading zeros',
  number_as_text: 'the way a number is written',
  spelling: 'a letter or two',
};

/** Keys that nearly match, each kind with what makes them match. */
export function NearMatches({
  join: { near_matches: found, near_matches_whole: isWhole, keys },
  sources,
  onKeys,
}: {
  join: JoinReport;
  sources: readonly { readonly id: string; readonly name: string }[];
  onKeys: (keys: JoinKey[]) => void;
}) {
  const ignoreCase = ({ left, right }: NearMatch) =>
    onKeys(
      keys.map((key) =>
        key.left === left && key.right === right ? { left, right, as: 'any_case' } : key,
      ),
    );
  const others = found.filter(({ reason }) => reason !== 'case');
  const columns = others.flatMap(({ left, right }) => [left, right]);
  return (
    <section className="sec mt24" aria-labelledby="near-matches">
      <header>
        <h2 id="near-matches">Nearly the same</h2>
        <p>
          keys without a match that differ in little from one that is there
          {!isWhole && '; not all were compared, there may be more'}
        </p>
      </header>
      <ul className="cmb-list">
        {found.map((near) => {
          const { reason, left, count, examples } = near;
          return (
            <li key={`${left} ${reason}`}>
              <b>{formatCount(count)}</b> of {left} {count === 1 ? 'differs' : 'differ'} in{' '}
              {reasons[reason]}:{' '}
              {examples
                .map(({ left: ours, right: theirs }) => `‘${ours}’ and ‘${theirs}’`)
                .join(', ')}{' '}
              {reason === 'case' && (
                <button type="button" className="btn sml" onClick={() => ignoreCase(near)}>
                  Ignore upper and lower case
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <p className="sm s2 mt8">
          To join these, correct the values where they are wrong and save that table:{' '}
          {sources.map(({ id, name }, i) => (
            <span key={id}>
              {i > 0 && ' or '}
              <Link to={columnAddress(id, columns[i])}>
                {columns[i]} of {name}
              </Link>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  );
}

const columnAddress = (id: string, column = ''): string =>
  `/datasets/${id}?${new URLSearchParams({ tab: 'columns', column })}`;
