import {
  AppError,
  findColumn,
  looksOverRows,
  nearestNames,
  parseExpression,
  type Aggregation,
  type Expression,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { orderBy, orderOf } from '../table/order-by.ts';
import { cellExpression, cellOf } from '../table/cells.ts';
import { descriptionMethods } from '../columns/describe-table.ts';
import type { ReadableView } from '../views/view-program.ts';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import type { AggregateInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { labelOf, refuseOptions, type AggregateOptions } from './aggregate-options.ts';
import {
  computeGroups,
  resultColumn,
  statisticOf,
  type GroupAggregate,
} from './group-statistics.ts';
import { isOrdered, place } from './native-statistics.ts';
import { openView } from '../views/open-view.ts';
import { pivotCellsAtMost, pivotOf } from './pivot-groups.ts';
import { rowNumber } from '../database/parquet-file.ts';
import { provenanceOf } from '../views/provenance.ts';
import { TableReader } from '../views/table-reader.ts';

const groupsAtMost = 100_000;
/** Values that come back so often on average are quicker counted by the database than read. */
const repetitions = 8;
const overRowsSaid =
  'in an aggregate they look at the rows of its group that the view keeps, in group_by ' +
  'at the rows that the view keeps; over: view at the rows that the view keeps, of all ' +
  'groups; over: all at every row before the filter, in the order of the file';

interface Asked {
  readonly groups: readonly { readonly name: string; readonly column: string }[];
  readonly aggregates: readonly {
    readonly name: string;
    readonly column: string | null;
    readonly statistic: GroupAggregate['statistic'];
    readonly options: AggregateOptions;
    /** The other column of two. */
    readonly other: string | null;
  }[];
  /** The view with a column for every expression asked for. */
  readonly view: ReadableView | undefined;
  /** Aggregates whose expressions look over rows. */
  readonly overRows: boolean;
}

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
      ...asked.aggregates.flatMap(({ column, other }) => [column ?? [], other ?? []].flat()),
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
    ({ name, column: of, other, statistic, options }): GroupAggregate => {
      const column = of === null ? null : columnOf(of);
      return {
        name,
        statistic: statisticOf(statistic, column),
        options: { ...options, order },
        column,
        other: other === null ? null : columnOf(other),
      };
    },
  );
  const columns: TableColumn[] = [...keys, ...aggregates.map(resultColumn)];

  await gatherGroups(
    connection,
    reader,
    keys,
    aggregates.some(({ column }) => column !== null),
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
  const items = rows.map((row) => found.columns.map((column, i) => cellOf(column, row[i] ?? null)));
  return {
    ...provenanceOf(
      table,
      used,
      input.view,
      {
        ...(asked.overRows ? { functions_over_rows: overRowsSaid } : {}),
        groups: 'missing values are a group of their own',
        statistics: 'as in a description of the rows of the group',
        quantiles: descriptionMethods.quantiles,
        variance: descriptionMethods.variance,
        mode: 'of several the smallest',
      },
      reader.effects,
    ),
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

function invalid(message: string, field: string, fix: string): AppError {
  return new AppError('invalid_input', message, { errors: [{ field, message: fix }], fix });
}

/** Names for everything; expressions become derived columns of the view. */
function readAsked(table: TableRef, { group_by, aggregates, view, across }: AggregateInput): Asked {
  const known = new Set([
    ...table.columns.map(({ name }) => name),
    ...(view?.derive ?? []).map(({ name }) => name),
  ]);
  const derive: { name: string; expression: Expression }[] = [];
  let overRows = false;
  const columnFor = (text: string, name: string, keys: readonly string[]): string => {
    if (known.has(text)) return text;
    // A word alone is a name: the error then knows the nearest ones.
    if (/^[\p{L}\p{N}_ .]+$/u.test(text))
      findColumn(
        [...known].map((one) => ({ name: one })),
        text,
      );
    const written = parseExpression(text);
    overRows ||= hasOverRows(written);
    if (!derive.some((one) => one.name === name))
      derive.push({ name, expression: withinGroups(written, keys) });
    return name;
  };
  const groups = group_by.map((group) =>
    typeof group === 'string'
      ? { name: group, column: columnFor(group, group, []) }
      : { name: group.name, column: columnFor(group.expression, `group: ${group.name}`, []) },
  );
  const keys = groups.map(({ column }) => column);
  const asked = aggregates.map((aggregate, i) => {
    const { statistic, of, with: other, name, ...options } = aggregate;
    refuseOptions(aggregate, `aggregates.${i}`);
    return {
      name: name ?? labelOf(aggregate),
      statistic,
      options,
      column: of === undefined ? null : columnFor(of, `aggregate: ${of}`, keys),
      other: other === undefined ? null : columnFor(other, `aggregate: ${other}`, keys),
    };
  });
  const names = [...groups, ...asked].map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw invalid(
      `Two result columns are named '${twice}'.`,
      'aggregates',
      "Give one of them another 'name'.",
    );
  if (across !== undefined)
    requireGroup(
      across,
      groups.map(({ name }) => name),
    );
  // What is asked beside the columns of the view drops no rows of it.
  const dropped = view?.drop_missing === true ? { drop_missing: [...known] } : {};
  return {
    groups,
    aggregates: asked,
    overRows,
    view:
      derive.length === 0
        ? view
        : { ...view, ...dropped, derive: [...(view?.derive ?? []), ...derive] },
  };
}

/** Throws unknown_column where no group has this name: it may well be a column of the table. */
function requireGroup(across: string, groups: readonly string[]): void {
  if (groups.includes(across)) return;
  const said =
    groups.length === 0
      ? 'and group_by names none'
      : `which are ${groups.map((name) => `'${name}'`).join(', ')}`;
  const fix = `Add '${across.slice(0, 100)}' to group_by, or name one that is there.`;
  throw new AppError(
    'unknown_column',
    `'${across.slice(0, 100)}' is not in group_by: across names one of the groups, ${said}.`,
    {
      column: across.slice(0, 100),
      suggestions: nearestNames(across, groups),
      errors: [{ field: 'across', message: fix }],
      fix,
    },
  );
}

const column = (name: string): Expression => ({ kind: 'column', name, span: { from: 0, to: 0 } });

/**
 * Functions over rows look at the rows of the group, unless it is written which rows they look at.
 */
function withinGroups(node: Expression, keys: readonly string[]): Expression {
  if (node.kind === 'list')
    return { ...node, items: node.items.map((item) => withinGroups(item, keys)) };
  if (node.kind !== 'call') return node;
  const by = node.by.map((one) => withinGroups(one, keys));
  return {
    ...node,
    args: node.args.map((arg) => withinGroups(arg, keys)),
    by: looksOverRows(node.name) && node.over === undefined ? [...keys.map(column), ...by] : by,
  };
}

const hasOverRows = (node: Expression): boolean =>
  node.kind === 'list'
    ? node.items.some(hasOverRows)
    : node.kind === 'call' &&
      (looksOverRows(node.name) || [...node.args, ...node.by].some(hasOverRows));

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

/** The groups that `having` keeps, and their order. */
async function chooseGroups(
  connection: DuckDBConnection,
  columns: readonly TableColumn[],
  { having, sort }: AggregateInput,
): Promise<{ source: string; columns: readonly FieldColumn[]; order: string }> {
  const fields = fieldsOf(columns);
  const found =
    having === undefined
      ? { source: 'results', columns: fields }
      : await openView(connection, 'results', columns, { filter: having });
  const keys = orderBy(fields, sort);
  return { source: found.source, columns: found.columns, order: [...keys, rowNumber].join(', ') };
}
