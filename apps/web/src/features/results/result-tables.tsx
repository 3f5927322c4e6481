import type { TestResult } from '@columnist/contract';
import { useState } from 'react';
import { alignedFormat, formatCount } from '../../lib/formats.ts';
import { visibleEnds } from '../../lib/visible-ends.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { cellWriter, sayEnds, tableAsTsv, tableOfPicture } from './result-words.ts';
import { inNaturalOrder } from './natural-order.ts';
import { shownColumns } from './shown-columns.ts';

const pictureRows = 300;

/** The numbers of a picture, for those who would rather read. */
export function PictureTable({ picture }: { picture: NonNullable<TestResult['picture']> }) {
  const [open, setOpen] = useState(false);
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
              {table.rows.slice(0, pictureRows).map((row, at) => (
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
        </div>
      )}
    </details>
  );
}

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
      <div className="scroll-x" role="region" aria-label="Descriptives" tabIndex={0}>
        <table className="tb">
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">name</span>
              </th>
              <th scope="col" className="num">
                n
              </th>
              <th scope="col" className="num">
                mean
              </th>
              <th scope="col" className="num">
                95% CI
              </th>
              <th scope="col" className="num">
                SD
              </th>
              <th scope="col" className="num">
                median
              </th>
            </tr>
          </thead>
          <tbody>
            {inNaturalOrder(groups).map(({ name, n, mean: centre, sd, median, mean_ci }) => (
              <tr key={name}>
                <td>{visibleEnds(name)}</td>
                <td className="num">{formatCount(n)}</td>
                <td className="num">
                  <b>{write(centre)}</b>
                </td>
                <td className="num">{sayEnds(mean_ci)}</td>
                <td className="num">{write(sd)}</td>
                <td className="num">{write(median)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
      <div
        className={columns.length > 3 ? 'scroll-x' : 'scroll-x narrow'}
        role="region"
        aria-label={table.title}
        tabIndex={0}
      >
        <table className="tb">
          <thead>
            <tr>
              {columns.map(({ name, isNumber }) => (
                <th key={name} scope="col" className={isNumber ? 'num' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={`${at} ${String(row[0])}`}>
                {columns.map(({ name, isNumber, write }) => (
                  <td key={name} className={isNumber ? 'num' : undefined}>
                    {write(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < table.rows.length && (
        <button type="button" className="btn sml tr-more" onClick={() => setWhole(true)}>
          Show all {table.rows.length}
        </button>
      )}
    </section>
  );
}
