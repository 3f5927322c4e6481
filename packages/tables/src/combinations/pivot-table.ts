import { AppError, findColumn, mostPivoted, type Pivot } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { columnTypeOf } from '../admission/column-type.ts';
import { fileOf, rowNumber } from '../database/parquet-file.ts';
import { decimalOf } from '../table/table-column.ts';
import { textOf } from './common-storage.ts';
import { columnsOf } from './compare-keys.ts';
import {
  count,
  FreeNames,
  type Combined,
  type CombinedColumn,
  type CombinedTable,
} from './combined.ts';

/** The column of rows whose name is missing: they are not left out. */
const withoutName = '(missing)';
const ofNumbers: ReadonlySet<string> = new Set(['sum', 'mean', 'median']);

/**
 * One row for each set of values of some columns, and one column for each value of another, in the
 * order in which they first come. Missing values make a row and a column as others do. Throws
 * unknown_column, wrong_column_type, too_complex, invalid_input where several values meet and only
 * one was allowed.
 */
export async function pivotTable(
  connection: DuckDBConnection,
  { rows, names_from: namesFrom, values_from: valuesFrom, statistic }: Pivot,
  one: CombinedTable,
): Promise<Combined> {
  const columns = columnsOf(one);
  const twice = rows.find((name, i) => rows.indexOf(name) < i);
  if (twice !== undefined)
    throw new AppError('invalid_input', `'${twice}' is named twice.`, {
      errors: [{ field: 'rows', message: 'Name each column once.' }],
    });
  const by = rows.map((name) => findColumn(columns, name));
  const names = findColumn(columns, namesFrom);
  const values = findColumn(columns, valuesFrom);
  if (ofNumbers.has(statistic) && values.type !== 'number')
    throw new AppError(
      'wrong_column_type',
      `'${values.name}' holds no numbers to take a ${statistic} of.`,
      {
        column: values.name,
        fix: 'Choose only, first, min, max or count, or a column of numbers.',
      },
    );
  const file = fileOf(one.table.parquet, one.table.columns);
  const found = (
    await connection.runAndReadAll(
      `select ${textOf(names, names.field)} as v from ${file} group by v order by ` +
        `min(${rowNumber}) limit ${mostPivoted + 1}`,
    )
  ).getRows();
  if (found.length > mostPivoted)
    throw new AppError(
      'too_complex',
      `'${names.name}' has ${count(names.distinct)} values; a pivot makes at most ${mostPivoted} columns.`,
      {
        limit: mostPivoted,
        fix: 'Choose a column with fewer values, or keep some of its rows first.',
      },
    );
  await connection.run('create or replace temp table pivoted (v varchar, i integer)');
  for (const [i, [value]] of found.entries())
    await connection.run('insert into pivoted values (?, ?)', [value ?? null, i]);
  const keys = by.map(({ field }, i) => `t.${field} as b${i + 1}`);
  const groups = by.map((_, i) => `b${i + 1}`).join(', ');
  const named =
    `select ${keys.join(', ')}, t.${values.field} as value, t.${rowNumber} as place, i from ` +
    `${file} t join pivoted on ${textOf(names, `t.${names.field}`)} is not distinct from v`;
  const [size = []] = (
    await connection.runAndReadAll(
      `select count(distinct row(${groups}))::double, ` +
        `coalesce(sum(case when n > 1 then 1 end), 0)::double, max(n)::double ` +
        `from (select ${groups}, i, count(value) as n from (${named}) group by all)`,
    )
  ).getRows();
  const [rowCount = 0, several = 0, most = 0] = size.map(Number);
  if (statistic === 'only' && several > 0)
    throw new AppError(
      'invalid_input',
      `${count(several)} cells would hold several values of '${values.name}', up to ${count(most)}.`,
      {
        column: values.name,
        errors: [{ field: 'statistic', message: 'Choose how several values become one.' }],
        fix: 'Choose a statistic such as mean, sum or first, or name more columns in rows.',
      },
    );
  const free = new FreeNames(rows, `_${values.name}`.slice(0, 200));
  const made = found.map(([value], i): CombinedColumn => {
    const storage = storageOf(statistic, values.storage);
    return {
      name: free.take(value === null ? withoutName : String(value)),
      storage,
      type: storage === values.storage ? values.type : columnTypeOf(storage),
      value: statistic === 'count' ? `coalesce("${i}", 0)` : `"${i}"`,
    };
  });
  // Once by row and column, then laid out: hundreds of aggregates beside each other need gigabytes.
  const cells =
    `select ${groups}, min(min(place)) over (partition by ${groups}) as place, i, ` +
    `${valueOf(statistic, values.storage)} as value from (${named}) group by ${groups}, i`;
  const places = found.map((_, i) => i).join(', ');
  return {
    columns: [
      ...by.map((column, i): CombinedColumn => ({ ...column, value: `b${i + 1}` })),
      ...made,
    ],
    from: `(select * from (${cells}) pivot (any_value(value) for i in (${places}) group by ${groups}, place))`,
    order: ['place'],
    rowCount,
    renamed: free.renamed,
    warnings:
      several === 0 || statistic === 'count'
        ? []
        : [
            {
              code: 'several_in_a_cell',
              message: `${count(several)} cells are the ${statistic} of several values, up to ${count(most)}.`,
            },
          ],
    join: null,
    append: null,
  };
}

/** Of no value there is nothing, also no sum; how many there are is 0. */
function valueOf(statistic: Pivot['statistic'], storage: string): string {
  if (statistic === 'count') return 'count(value)';
  if (statistic === 'only' || statistic === 'first')
    return 'arg_min(value, place) filter (where value is not null)';
  if (statistic === 'median') return 'quantile_cont(value::double, 0.5)';
  if (statistic === 'mean') return 'avg(value)';
  const of = statistic === 'sum' && storage === 'BIGINT' ? 'value::decimal(38,0)' : 'value';
  return `${statistic}(${of})`;
}

function storageOf(statistic: Pivot['statistic'], storage: string): string {
  if (statistic === 'count') return 'BIGINT';
  if (statistic === 'mean' || statistic === 'median') return 'DOUBLE';
  if (statistic !== 'sum' || storage === 'DOUBLE') return storage;
  return `DECIMAL(38,${decimalOf(storage)?.scale ?? 0})`;
}
