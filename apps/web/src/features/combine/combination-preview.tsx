import type { CombinationReport, JoinKey } from '@columnist/contract';
import { plural } from '../../lib/formats.ts';
import { CellsTable } from '../../ui/cells-table.tsx';
import { Note } from '../../ui/note.tsx';
import { MatchedRows } from './matched-rows.tsx';
import { NearMatches } from './near-matches.tsx';
import { keyOf, othersOf, sayKey } from './recipe-draft.ts';

/** What a combination would make: warnings before rows multiply, what matches, the first rows. */
export function CombinationPreview({
  report,
  sources,
  onKeys,
}: {
  report: CombinationReport;
  sources: readonly { readonly id: string; readonly name: string }[];
  /** Joins by these keys instead. */
  onKeys: (keys: JoinKey[]) => void;
}) {
  const { row_count: rows, columns, items, renamed, warnings, join, append } = report;
  const [one = '', other = ''] = sources.map(({ name }) => name);
  const [better] = join === null ? [] : othersOf(join.suggested, join.keys);
  return (
    <>
      {warnings.map(({ code, message }) => (
        <div className="mt12" key={code}>
          <Note
            kind="warn"
            action={
              code === 'nothing_matches' && better !== undefined ? (
                <button type="button" className="btn sml" onClick={() => onKeys([keyOf(better)])}>
                  Use {sayKey(better)}
                </button>
              ) : null
            }
          >
            {message}
          </Note>
        </div>
      ))}
      {join !== null && <MatchedRows join={join} names={[one, other]} rows={rows} />}
      {join !== null && (join.near_matches.length > 0 || !join.near_matches_whole) && (
        <NearMatches {...{ join, sources, onKeys }} />
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
