import {
  AppError,
  isNamedByLabels,
  mostSpelled,
  type Frequencies,
  type SpellingMethod,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { cellExpression, cellOf } from '../table/cells.ts';
import { orderOf } from '../table/order-by.ts';
import { orderedValues, type TableColumn } from '../table/table-column.ts';
import { clusterValues } from '../spellings/cluster-values.ts';
import type { FrequenciesInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { provenanceOf } from '../views/provenance.ts';
import { TableReader } from '../views/table-reader.ts';

/** As many as one step of a view recodes. */
const valuesListed = 500;

/** Clusters of the texts of the first column. Throws wrong_column_type, too_complex. */
async function findSpellings(
  reader: TableReader,
  method: SpellingMethod,
  limit: number,
  distinct: number,
): Promise<NonNullable<Frequencies['spellings']>> {
  const [column] = reader.columns;
  if (column?.storage !== 'VARCHAR')
    throw new AppError('wrong_column_type', `'${column?.name ?? ''}' holds no texts.`, {
      column: column?.name ?? '',
      fix: 'Spellings are looked for in columns of texts and categories.',
    });
  if (distinct > mostSpelled)
    throw new AppError(
      'too_complex',
      `'${column.name}' has ${distinct.toLocaleString('en')} different texts; at most ` +
        `${mostSpelled.toLocaleString('en')} are looked through for spellings.`,
      { limit: mostSpelled, fix: 'Filter the rows first.' },
    );
  const counted = await reader.rows(
    `select ${column.field}, count(*)::double from ${reader.source} where ${column.field} is not null group by 1 order by 1`,
  );
  const { clusters, isWhole } = clusterValues(
    counted.map(([value, n]) => ({ value: String(value), n: Number(n) })),
    method,
  );
  return {
    method,
    found: clusters.length,
    is_whole: isWhole,
    clusters: clusters
      .slice(0, limit)
      .map(({ values, ...one }) => ({ ...one, values: values.slice(0, valuesListed) })),
  };
}

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
    ...(input.spellings === undefined
      ? {}
      : { spellings: await findSpellings(reader, input.spellings, input.limit, distinct) }),
  };
}

/** What values mean, by their text; none where the values are named by it. */
const labelsIn = (column: TableColumn): ReadonlyMap<string, string> =>
  new Map(
    isNamedByLabels(column)
      ? []
      : column.value_labels?.map(({ value, label }) => [String(value), label]),
  );
