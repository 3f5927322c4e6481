import type { Frequencies } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { cellExpression, cellOf } from '../columns/cells.ts';
import type { FrequenciesInput, TableRef } from '../engine.ts';
import { findColumn } from './nearest-names.ts';
import { provenanceOf } from './provenance.ts';
import { TableReader } from './table-reader.ts';

/** How often each value of a column occurs; ties in the order of the values. */
export async function countFrequencies(connection: DuckDBConnection, table: TableRef, input: FrequenciesInput): Promise<Frequencies> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view);
  const column = findColumn(reader.columns, input.column);
  const name = column.field;
  const [facts] = await reader.rows(
    `select count(*)::double, count(${name})::double, (select count(*)::double from (select ${name} from ${reader.source} where ${name} is not null group by 1)) from ${reader.source}`,
  );
  const all = Number(facts?.[0]);
  const n = Number(facts?.[1]);
  const distinct = Number(facts?.[2]);
  const order = input.order === 'count' ? `n desc, ${name}` : name;
  const counted = await reader.rows(
    `select ${cellExpression(column)}, n::double from (select ${name}, count(*) n from ${reader.source} where ${name} is not null group by 1) order by ${order} limit ${input.limit}`,
  );
  let seen = 0;
  const items = counted.map(([value, count]) => {
    seen += Number(count);
    return { value: cellOf(column, value ?? null), n: Number(count), share: Number(count) / n, cumulative_share: seen / n };
  });
  return {
    ...(await provenanceOf(table, reader, input.view, { shares: 'of the values present' })),
    column: column.name,
    n,
    missing: all - n,
    distinct,
    items,
    others: { values: distinct - items.length, n: n - seen },
  };
}
