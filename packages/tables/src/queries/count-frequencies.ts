import { isNamedByLabels, type Frequencies } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { cellExpression, cellOf } from '../table/cells.ts';
import { orderOf } from '../table/order-by.ts';
import { orderedValues, type TableColumn } from '../table/table-column.ts';
import type { FrequenciesInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { provenanceOf } from '../views/provenance.ts';
import { TableReader } from '../views/table-reader.ts';

/**
 * How often each value of a column occurs; ties in the order of the values. Infinities are values
 * here.
 */
export async function countFrequencies(
  connection: DuckDBConnection,
  table: TableRef,
  input: FrequenciesInput,
): Promise<Frequencies> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view, [
    input.column,
  ]);
  const [column] = reader.columns;
  if (column === undefined) throw new Error('The reader has the column it was opened with.');
  const name = column.field;
  const by = input.order ?? (orderedValues(column) === undefined ? 'count' : 'value');
  const labels = labelsIn(column);
  const order = by === 'count' ? `n desc, ${orderOf(column)}` : orderOf(column);
  const counted = await reader.rows(
    `with groups as materialized (select ${name}, count(*)::double n from ${reader.source} where ${name} is not null group by ${name})
     select ${cellExpression(column)}, n, (select count(*)::double from groups), (select sum(n) from groups) from groups order by ${order} limit ${input.limit}`,
  );
  const rowCount = await reader.rowCount();
  const distinct = Number(counted[0]?.[2] ?? 0);
  const n = Number(counted[0]?.[3] ?? 0);
  let seen = 0;
  const items = counted.map(([value, count]) => {
    seen += Number(count);
    const cell = cellOf(column, value ?? null);
    const label = labels.get(String(cell));
    return {
      value: cell,
      ...(label === undefined ? {} : { label }),
      n: Number(count),
      share: Number(count) / n,
      cumulative_share: seen / n,
    };
  });
  return {
    ...provenanceOf(
      table,
      rowCount,
      input.view,
      { shares: 'of the values present' },
      reader.effects,
    ),
    column: column.name,
    n,
    missing: rowCount - n,
    distinct,
    items,
    others: { values: distinct - items.length, n: n - seen },
  };
}

/** What values mean, by their text; none where the values are named by it. */
const labelsIn = (column: TableColumn): ReadonlyMap<string, string> =>
  new Map(
    isNamedByLabels(column)
      ? []
      : column.value_labels?.map(({ value, label }) => [String(value), label]),
  );
