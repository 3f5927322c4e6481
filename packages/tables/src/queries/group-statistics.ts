import type { DuckDBConnection } from '@duckdb/node-api';
import { rowNumber } from '../database/parquet-file.ts';
import type { FieldColumn } from '../table/table-column.ts';
import type { GroupAggregate } from './group-aggregate.ts';
import { writeFigures } from './group-figures.ts';
import { nativeExpression } from './native-statistics.ts';
import { counts } from './result-column.ts';

/**
 * `results`: a row a group, its keys as c1, c2, … and its aggregates behind them. Reads the tables
 * `groups` and `keyed`.
 * `isRepetitive` guesses whether a column has far fewer values than rows.
 */
export async function computeGroups(
  connection: DuckDBConnection,
  aggregates: readonly GroupAggregate[],
  keys: number,
  isRepetitive: (column: FieldColumn) => boolean,
): Promise<void> {
  const fieldOf = (i: number): string => `c${keys + i + 1}`;
  const kinds = aggregates.map((aggregate) =>
    aggregate.weights !== null
      ? 'figure'
      : aggregate.column !== null && aggregate.statistic === 'mode'
        ? 'mode'
        : nativeExpression(aggregate) === null
          ? 'figure'
          : 'native',
  );
  const joins: string[] = [];
  const native = aggregates.flatMap((aggregate, i) =>
    kinds[i] === 'native' && aggregate.column !== null
      ? [`${nativeExpression(aggregate)} as ${fieldOf(i)}`]
      : [],
  );
  if (native.length > 0)
    joins.push(
      `left join (select gid, ${native.join(', ')} from keyed group by gid) n on n.gid = g.${rowNumber}`,
    );
  aggregates.forEach(({ column }, i) => {
    if (kinds[i] !== 'mode' || column === null) return;
    const { field } = column;
    joins.push(
      `left join (select gid, ${field} as ${fieldOf(i)} from keyed where ${field} is not ` +
        `null group by gid, ${field} qualify row_number() over (partition by gid order by ` +
        `count(*) desc, ${field}) = 1) m${i} on m${i}.gid = g.${rowNumber}`,
    );
  });
  if (kinds.includes('figure')) {
    await writeFigures(
      connection,
      aggregates.flatMap((aggregate, i) =>
        kinds[i] === 'figure' ? [{ aggregate, field: fieldOf(i) }] : [],
      ),
      keys === 0 ? isRepetitive : () => false,
    );
    joins.push(`left join figures f on f.gid = g.${rowNumber}`);
  }
  const selected = aggregates.map(({ column, statistic, weights }, i) =>
    column === null && weights === null
      ? statistic === 'share'
        ? `g.group_rows::double / nullif(sum(g.group_rows) over (), 0) as ${fieldOf(i)}`
        : `g.group_rows as ${fieldOf(i)}`
      : counts.has(statistic)
        ? `coalesce(${fieldOf(i)}, 0) as ${fieldOf(i)}`
        : fieldOf(i),
  );
  await connection.run(
    'create temp table results as select ' +
      `${[`g.${rowNumber}`, ...Array.from({ length: keys }, (_, i) => `g.c${i + 1}`), ...selected].join(', ')} ` +
      `from groups g ${joins.join(' ')}`,
  );
}
