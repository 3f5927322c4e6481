import { AppError, findColumn, type Aggregation, type ViewEffect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { orderBy, orderOf } from '../table/order-by.ts';
import { cellExpression, cellsOf } from '../table/cells.ts';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import type { AggregateInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { readAsked } from './asked-groups.ts';
import type { GroupAggregate } from './group-aggregate.ts';
import { computeGroups } from './group-statistics.ts';
import { methodsOf } from './methods-of-groups.ts';
import { isOrdered, place } from './native-statistics.ts';
import { openView } from '../views/open-view.ts';
import { pivotCellsAtMost, pivotOf } from './pivot-groups.ts';
import { rowNumber } from '../database/parquet-file.ts';
import { resultColumn, statisticOf } from './result-column.ts';
import { provenanceOf } from '../views/provenance.ts';
import { TableReader } from '../views/table-reader.ts';

const groupsAtMost = 100_000;
/** Values that come back so often on average are quicker counted by the database than read. */
const repetitions = 8;

/**
 * Statistics of groups of rows: the same figures as a description of each group alone. Missing
 * values are a group of their
 * own, last in order. Throws unknown_column, wrong_column_type, invalid_expression, invalid_input,
 * too_complex.
 */
export async function aggregateGroups(
  connection: DuckDBConnection,
  table: TableRef,
  input: AggregateInput,
): Promise<Aggregation> {
  const asked = readAsked(table, input);
  const ordered = asked.aggregates.some(({ statistic }) => isOrdered(statistic));
  const names = [
    ...new Set([
      ...asked.groups.map(({ column }) => column),
      ...asked.aggregates.flatMap(({ column, other, weights }) =>
        [column, other, weights].flatMap((name) => name ?? []),
      ),
      ...(ordered ? (input.view?.sort ?? []).map(({ column }) => column) : []),
    ]),
  ];
  const reader = await TableReader.open(
    connection,
    table.parquet,
    table.columns,
    asked.view,
    names,
  );
  const columnOf = (name: string): FieldColumn => findColumn(reader.columns, name);
  const keys = asked.groups.map(({ name, column }) => ({ ...columnOf(column), name }));
  const order = [...orderBy(reader.columns, ordered ? input.view?.sort : []), place].join(', ');
  const aggregates = asked.aggregates.map(
    ({ name, column: of, other, weights, statistic, options }): GroupAggregate => {
      const column = of === null ? null : columnOf(of);
      return {
        name,
        statistic: weights === null ? statisticOf(statistic, column) : statistic,
        options: { ...options, order },
        column,
        other: other === null ? null : columnOf(other),
        weights: weights === null ? null : columnOf(weights),
      };
    },
  );
  const columns: TableColumn[] = [...keys, ...aggregates.map(resultColumn)];

  await gatherGroups(
    connection,
    reader,
    keys,
    aggregates.some(({ column, weights }) => column !== null || weights !== null),
    ordered,
  );
  const distinct = new Map(table.columns.map((column) => [column.name, column.distinct]));
  await computeGroups(
    connection,
    aggregates,
    keys.length,
    ({ name }) => (distinct.get(name) ?? Infinity) * repetitions < table.rowCount,
  );
  // Before the groups are chosen, which may use the same tables.
  const used = input.view === undefined ? table.rowCount : await reader.rowCount();
  const found = await chooseGroups(connection, columns, input);
  const rows = (
    await connection.runAndReadAll(
      'select ' +
        `${[...found.columns.map(cellExpression), 'count(*) over ()::double'].join(', ')} ` +
        `from ${found.source} order by ${found.order} limit ` +
        `${input.across === undefined ? input.limit : pivotCellsAtMost + 1}`,
    )
  ).getRows();
  const items = cellsOf(found.columns, rows);
  return {
    ...provenanceOf(table, used, input.view, methodsOf(asked, aggregates), [
      ...reader.effects,
      ...found.effects,
    ]),
    columns: found.columns.map(({ name, type }, i) => ({
      name,
      type,
      role: i < keys.length ? 'group' : 'aggregate',
    })),
    items: items.slice(0, input.limit),
    // All groups, of which at least one is given where there are any.
    total: Number(rows[0]?.at(-1) ?? 0),
    pivot:
      input.across === undefined
        ? null
        : pivotOf(items, found.columns, keys, input.across, input.limit),
  };
}

/**
 * `groups`: one row a group in order of its keys; `keyed`: the rows, each with the number of its
 * group.
 */
async function gatherGroups(
  connection: DuckDBConnection,
  reader: TableReader,
  keys: readonly FieldColumn[],
  withValues: boolean,
  withPlaces: boolean,
): Promise<void> {
  const made = keys.map(({ field }, i) => `${field} as c${i + 1}`);
  const fields = keys.map((_, i) => `c${i + 1}`);
  const order =
    fields.length === 0
      ? ''
      : `order by ${keys.map((key, i) => `${orderOf({ ...key, field: `c${i + 1}` })} nulls last`).join(', ')}`;
  await connection.run(
    `create temp table groups as select row_number() over (${order}) - 1 as ` +
      `${rowNumber}, * from (select ${[...made, 'count(*) as group_rows'].join(', ')} from ` +
      `${reader.source}${fields.length === 0 ? '' : ` group by ${fields.map((_, i) => i + 1).join(', ')}`})`,
  );
  const groups =
    keys.length === 0
      ? 1
      : Number((await reader.rows('select count(*)::double from groups'))[0]?.[0]);
  if (groups > groupsAtMost)
    throw new AppError(
      'too_complex',
      `There are ${groups} groups; at most ${groupsAtMost} can be distinguished in one call.`,
      {
        fix: 'Group by fewer columns, or put numbers and dates into intervals with bin(), year() or month().',
      },
    );
  if (!withValues) return;
  const values = [
    ...[...new Set(reader.columns.map(({ field }) => field))].map((field) => `s.${field}`),
    ...(withPlaces ? [`s.${rowNumber} as ${place}`] : []),
  ];
  if (keys.length === 0) {
    // One group, whose rows are in their order already.
    await connection.run(
      `create temp view keyed as select ${['0::bigint as gid', ...values].join(', ')} from ${reader.source} s`,
    );
    return;
  }
  const joined =
    'join groups g on ' +
    keys.map(({ field }, i) => `s.${field} is not distinct from g.c${i + 1}`).join(' and ');
  await connection.run(
    'create temp table keyed as select ' +
      `${[`g.${rowNumber} as gid`, ...values].join(', ')} from ${reader.source} s ` +
      `${joined} order by gid, s.${rowNumber}`,
  );
}

/**
 * The groups that `having` keeps, and their order, in which its functions look at them. As by a filter, those for which it is missing are
 * removed, and said.
 */
async function chooseGroups(
  connection: DuckDBConnection,
  columns: readonly TableColumn[],
  { having, sort }: AggregateInput,
): Promise<{
  source: string;
  columns: readonly FieldColumn[];
  order: string;
  effects: readonly ViewEffect[];
}> {
  const fields = fieldsOf(columns);
  const found =
    having === undefined
      ? { source: 'results', columns: fields, effects: [] }
      : await openView(connection, 'results', columns, { filter: having, sort });
  const keys = orderBy(fields, sort);
  return {
    source: found.source,
    columns: found.columns,
    order: [...keys, rowNumber].join(', '),
    effects: found.effects
      .filter(({ rows_undecided: undecided = 0 }) => undecided > 0)
      .map((effect) => ({ ...effect, step: 'groups filtered by having' })),
  };
}
