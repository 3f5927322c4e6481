import type { CombinationReport, NearMatch } from '@columnist/contract';
import { formatCount, plural } from '../../lib/formats.ts';
import { CellsTable } from '../../ui/cells-table.tsx';
import { Note } from '../../ui/note.tsx';
import { MatchedRows } from './matched-rows.tsx';

const reasons: Readonly<Record<NearMatch['reason'], string>> = {
  case: 'upper and lower case',
  spaces: 'spaces',
  accents: 'accents',
  leading_zeros: 'leading zeros',
  number_as_text: 'the way a number is written',
  spelling: 'a letter or two',
};

/** What a combination would make: warnings before rows multiply, what matches, the first rows. */
export function CombinationPreview({
  report,
  names,
}: {
  report: CombinationReport;
  names: readonly string[];
}) {
  const { row_count: rows, columns, items, renamed, warnings, join, append } = report;
  const [one = '', other = ''] = names;
  return (
    <>
      {warnings.map(({ code, message }) => (
        <div className="mt12" key={code}>
          <Note kind="warn">{message}</Note>
        </div>
      ))}
      {join !== null && <MatchedRows join={join} names={[one, other]} rows={rows} />}
      {join !== null && (join.near_matches.length > 0 || !join.near_matches_whole) && (
        <NearMatches found={join.near_matches} isWhole={join.near_matches_whole} />
      )}
      {append !== null && append.lacking.length > 0 && (
        <ul className="cmb-list" aria-label="Columns that are lacking">
          {append.lacking.map(({ dataset, columns: lacking }, i) => (
            <li key={i}>
              <b>{dataset}</b> has no {lacking.join(', ')}: its rows have no value there.
            </li>
          ))}
        </ul>
      )}
      {append !== null && append.retyped.length > 0 && (
        <ul className="cmb-list" aria-label="Columns of several types">
          {append.retyped.map(({ column, types, as }) => (
            <li key={column}>
              <b>{column}</b> is {types.join(' and ')}, and becomes {as}.
            </li>
          ))}
        </ul>
      )}
      {renamed.length > 0 && (
        <p className="sm s2 mt12">
          Renamed: {renamed.map(({ from, to }) => `${from} is ${to}`).join(', ')}.
        </p>
      )}
      <section className="sec mt24" aria-labelledby="combined-rows">
        <header>
          <h2 id="combined-rows">
            {plural(rows, 'row')} × {plural(columns.length, 'column')}
          </h2>
          {items.length > 0 && items.length < rows && <p>the first {items.length}</p>}
        </header>
        <CellsTable label="First rows" columns={columns} items={items} />
      </section>
    </>
  );
}

function NearMatches({ found, isWhole }: { found: readonly NearMatch[]; isWhole: boolean }) {
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
        {found.map(({ reason, left, count, examples }) => (
          <li key={`${left} ${reason}`}>
            <b>{formatCount(count)}</b> of {left} {count === 1 ? 'differs' : 'differ'} in{' '}
            {reasons[reason]}:{' '}
            {examples
              .map(({ left: ours, right: theirs }) => `‘${ours}’ and ‘${theirs}’`)
              .join(', ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
