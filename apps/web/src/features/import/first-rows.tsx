import type { Dataset, Dialect, ImportPreview } from '@columnist/contract';
import { plural } from '../../lib/formats.ts';
import { fateOf } from './line-fates.ts';

interface Props {
  readonly preview: ImportPreview;
  readonly dataset: Pick<Dataset, 'dialect' | 'admission'>;
}

/** The column of a place such as C3: A is 0. */
const columnOf = (place: string): number =>
  Array.from(/^[A-Z]+/.exec(place)?.[0] ?? 'A').reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;
const lettersOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26);

/** Where a table has no cells of names, they are shown as row 0, above its rows. */
const namesAbove: Pick<Dialect, 'preamble_lines' | 'header_rows'> = {
  preamble_lines: -1,
  header_rows: 1,
};

/** The first rows of a sheet, or of a table without cells, with what became of each. */
export function FirstRows({
  preview: { lines, first_line: first },
  dataset: { dialect, admission },
}: Props) {
  const rows = lines.map((line) => line.split('\t'));
  const width = Math.max(...rows.map(({ length }) => length));
  const range = admission.source?.range ?? null;
  const left = columnOf(range ?? 'A');
  return (
    <section className="sec" aria-labelledby="lines-title">
      <header>
        <h2 id="lines-title">{range === null ? 'The table' : 'The sheet'}</h2>
        <p>first {plural(lines.length - (first === 0 ? 1 : 0), 'row')}</p>
      </header>
      <div className="sheet-rows" tabIndex={0} role="group" aria-label="First rows of the table">
        <table>
          {range !== null && (
            <thead>
              <tr>
                <td />
                {Array.from({ length: width }, (_, i) => (
                  <th key={i} scope="col">
                    {lettersOf(left + i)}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((cells, i) => {
              const { kind, name, note } = fateOf(
                first + i,
                first === 0 ? namesAbove : dialect,
                admission.notes,
              );
              return (
                <tr key={i} className={`is-${kind}`} title={note ?? undefined}>
                  <th scope="row">
                    {first + i > 0 && first + i}
                    {name !== null && <span className="fate">{name}</span>}
                  </th>
                  {Array.from({ length: width }, (_, j) => (
                    <td key={j}>{cells[j] ?? ''}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
