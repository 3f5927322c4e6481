import type { TestResult } from '@columnist/contract';
import { useState } from 'react';
import { alignedFormat, formatCount } from '../../lib/formats.ts';
import { visibleEnds } from '../../lib/visible-ends.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { LinesTable } from './lines-table.tsx';
import { cellWriter, sayEnds, tableAsTsv, tableOfPicture } from './result-words.ts';
import { inNaturalOrder } from './natural-order.ts';
import { shownColumns } from './shown-columns.ts';

const pictureRows = 300;

/** The numbers of a picture, for those who would rather read. */
export function PictureTable({ picture }: { picture: NonNullable<TestResult['picture']> }) {
  const [open, setOpen] = useState(false);
  const [listed, setListed] = useState(pictureRows);
  const table = tableOfPicture(picture);
  if (table === null) return null;
  const writers = table.columns.map((_, i) =>
    cellWriter(
      '',
      table.rows.map((row) => row[i]),
    ),
  );
  return (
    <details
      className="picture-table"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>The picture as a table</summary>
      {open && (
        <div className="scroll-x" role="region" aria-label="The picture as a table" tabIndex={0}>
          <table className="tb">
            <thead>
              <tr>
                {table.columns.map((name, i) => (
                  <th
                    key={i}
                    scope="col"
                    className={typeof table.rows[0]?.[i] === 'number' ? 'num' : undefined}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.slice(0, listed).map((row, at) => (
                <tr key={at}>
                  {row.map((cell, i) => (
                    <td key={i} className={typeof cell === 'number' ? 'num' : undefined}>
                      {writers[i]?.(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {table.rows.length > listed && (
            <p className="sm s2 mt8">
              The first {formatCount(listed)} of {formatCount(table.rows.length)} rows.{' '}
              <button type="button" className="link" onClick={() => setListed(Infinity)}>
                Show all
              </button>
            </p>
          )}
        </div>
      )}
    </details>
  );
}

const strong = (text: string) => <b>{text}</b>;

/** Figures of each group. */
export function Groups({ groups }: { groups: TestResult['groups'] }) {
  const write = alignedFormat(
    groups.flatMap((one) => [one.mean, one.median, one.sd]),
    5,
  );
  return (
    <section className="sec mt32" aria-labelledby="test-groups">
      <header>
        <h2 id="test-groups">Descriptives</h2>
      </header>
      <LinesTable<(typeof groups)[number]>
        name="Descriptives"
        columns={[
          {
            name: 'group',
            isNumber: false,
            write: ({ name }) => visibleEnds(name),
          },
          { name: 'n', isNumber: true, write: ({ n }) => formatCount(n) },
          { name: 'mean', isNumber: true, write: (group) => strong(write(group.mean)) },
          { name: '95% CI', isNumber: true, write: (group) => sayEnds(group.mean_ci) },
          { name: 'SD', isNumber: true, write: ({ sd }) => write(sd) },
          { name: 'median', isNumber: true, write: ({ median }) => write(median) },
        ]}
        rows={inNaturalOrder(groups)}
      />
    </section>
  );
}

const shortTable = 12;

/** A table of a result; of a long one the first rows, until all are wanted. */
export function ResultTable({ table }: { table: TestResult['tables'][number] }) {
  const [copied, copy] = useCopy();
  const [whole, setWhole] = useState(false);
  const shown =
    whole || table.rows.length <= shortTable + 3 ? table.rows : table.rows.slice(0, shortTable);
  const columns = shownColumns(table);
  const title = `table-${table.title.replaceAll(/\W+/g, '-')}`;
  return (
    <section className="sec mt32" aria-labelledby={title}>
      <header>
        <h2 id={title}>{table.title}</h2>
        <div className="r">
          <button type="button" className="btn txt sml" onClick={() => copy(tableAsTsv(table))}>
            {copied ? 'Copied' : 'Copy table'}
          </button>
        </div>
      </header>
      <LinesTable name={table.title} columns={columns} rows={shown} />
      {shown.length < table.rows.length && (
        <button type="button" className="btn sml tr-more" onClick={() => setWhole(true)}>
          Show all {table.rows.length}
        </button>
      )}
    </section>
  );
}
