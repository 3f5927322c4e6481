import type { SqlResult } from '@columnist/contract';
import { formatCount, formatValue, plural } from '../../lib/formats.ts';
import { Pager, type usePages } from '../../ui/pager.tsx';

const sayCell = (cell: SqlResult['items'][number][number], isNumber: boolean): string => {
  if (cell === null) return 'missing';
  if (typeof cell === 'number' || (isNumber && typeof cell === 'string')) return formatValue(cell);
  return String(cell);
};

/** A page of what a statement answered. */
export function SqlResultTable({
  found,
  size,
  pages,
}: {
  found: SqlResult;
  size: number;
  pages: ReturnType<typeof usePages>;
}) {
  const { columns, items, offset, total, plan } = found;
  if (plan !== null) return <pre className="sqp">{plan}</pre>;
  return (
    <section className="sec mt24" aria-labelledby="sql-result">
      <header>
        <h2 id="sql-result">
          {total === null
            ? `${formatCount(offset + items.length)} rows and more`
            : plural(total, 'row')}
        </h2>
        <p>{found.datasets.map(({ name, version }) => `${name}, version ${version}`).join('; ')}</p>
      </header>
      <div className="scroll-x" role="region" aria-label="Result" tabIndex={0}>
        <table className="tb">
          <thead>
            <tr>
              {columns.map(({ name, type }, i) => (
                <th
                  key={`${i} ${name}`}
                  scope="col"
                  className={type === 'number' ? 'num' : undefined}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((row, at) => (
              <tr key={offset + at}>
                {row.map((cell, i) => {
                  const isNumber = columns[i]?.type === 'number';
                  const kind = [isNumber ? 'num' : '', cell === null ? 'na' : ''].join(' ').trim();
                  return (
                    <td key={`${i} ${columns[i]?.name}`} className={kind === '' ? undefined : kind}>
                      {sayCell(cell, isNumber)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {items.length === 0 && <p className="voice empty">No row.</p>}
      <Pager pages={pages} size={size} shown={items.length} next={found.next_cursor} />
    </section>
  );
}
