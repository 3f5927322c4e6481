import type { SqlResult } from '@columnist/contract';
import { formatCount, plural } from '../../lib/formats.ts';
import { KeepAnswer } from './keep-answer.tsx';
import { SqlChart } from './sql-chart.tsx';
import { SqlPlan } from './sql-plan.tsx';
import { CellsTable } from '../../ui/cells-table.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Pager, type usePages } from '../../ui/pager.tsx';

/** A page of what a statement answered. */
export function SqlResultTable({
  sql,
  found,
  size,
  pages,
}: {
  /** The statement that was answered. */
  sql: string;
  found: SqlResult;
  size: number;
  pages: ReturnType<typeof usePages>;
}) {
  const { columns, items, offset, plan } = found;
  const total = useTotal(sql, found);
  if (plan !== null) return <SqlPlan plan={plan} steps={found.plan_steps} />;
  const isWhole = offset === 0 && found.next_cursor === null;
  const [from, to] = [formatCount(offset + 1), formatCount(offset + items.length)];
  return (
    <>
      <section className="sec mt24" aria-labelledby="sql-result">
        <header>
          <h2 id="sql-result">
            {total === null
              ? `Rows ${from} to ${to} of more`
              : isWhole || items.length === 0
                ? plural(total, 'row')
                : `Rows ${from} to ${to} of ${formatCount(total)}`}
          </h2>
          <p>
            {found.datasets.map(({ name, version }) => `${name}, version ${version}`).join('; ')}
          </p>
          <div className="r">
            <KeepAnswer sql={sql} found={found} />
          </div>
        </header>
        <CellsTable label="Result" columns={columns} items={items} from={offset} />
        {items.length === 0 && <p className="voice empty">No row.</p>}
        <Pager pages={pages} size={size} shown={items.length} next={found.next_cursor} />
      </section>
      <SqlChart sql={sql} found={found} />
    </>
  );
}

/** How many rows there are; of a page that is not the last one they are counted beside it. */
function useTotal(sql: string, { total, plan }: SqlResult): number | null {
  const statement = sql.trim().replace(/[;\s]+$/, '');
  const counted = trpc.datasets.runSql.useQuery(
    // A remark at its end is ended by the line.
    { sql: `select count(*) as n from (\n${statement}\n)`, limit: 1 },
    {
      enabled: total === null && plan === null,
      retry: false,
      staleTime: Infinity,
      trpc: { abortOnUnmount: true },
    },
  );
  const n = Number(counted.data?.items[0]?.[0] ?? Number.NaN);
  return total ?? (Number.isNaN(n) ? null : n);
}
