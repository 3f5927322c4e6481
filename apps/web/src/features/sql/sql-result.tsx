import type { SqlResult } from '@columnist/contract';
import { formatCount, plural } from '../../lib/formats.ts';
import { CellsTable } from '../../ui/cells-table.tsx';
import { Pager, type usePages } from '../../ui/pager.tsx';

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
      <CellsTable label="Result" columns={columns} items={items} from={offset} />
      {items.length === 0 && <p className="voice empty">No row.</p>}
      <Pager pages={pages} size={size} shown={items.length} next={found.next_cursor} />
    </section>
  );
}
