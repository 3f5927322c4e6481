import { AppError, fewestRows, findColumn } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { deflateRawSync } from 'node:zlib';
import { fieldsOf } from '../table/table-column.ts';
import { comparedAs } from './measure-cells.ts';
import type { MarkInput, RowMarks } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { compileFilter } from '../views/compile-filter.ts';
import { rowNumber } from '../database/parquet-file.ts';
import type { Sql } from '../database/sql.ts';
import { TableReader } from '../views/table-reader.ts';

const rowsAtMost = 2_000_000;
const kindsAtMost = 5000;

/**
 * Which rows of a table meet each condition, have a value in each column, and belong to which
 * group: rows alike in all of this
 * are one kind. In `rare` columns kinds differ by whether 5 rows have their value, too, and in
 * `others` by whether it is the first one of those that are sorted.
 * Groups are numbered from 0 in the order of their values. Of each kind also which of
 * some values its rows have. Throws unknown_column,
 * wrong_column_type,
 * invalid_expression, too_complex beyond 2,000,000 rows or 5,000 kinds.
 */
export async function markRows(
  connection: DuckDBConnection,
  table: TableRef,
  { conditions, present, by, sorted, rare, others }: MarkInput,
): Promise<RowMarks> {
  if (table.rowCount > rowsAtMost)
    throw new AppError(
      'too_complex',
      `A table of more than ${rowsAtMost.toLocaleString('en-US')} rows cannot be asked ` +
        'about by a credential that may not read rows.',
      { fix: 'Ask with a credential that has the scope rows.' },
    );
  const derive = by.flatMap((one) => (typeof one === 'string' ? [] : [one]));
  const reader = await TableReader.open(
    connection,
    table.parquet,
    table.columns,
    derive.length === 0 ? undefined : { derive },
  );
  const columns = fieldsOf(table.columns);
  const yes = (condition: Sql): Sql => ({
    text: `coalesce((${condition.text}), false)`,
    values: condition.values,
  });
  const flags: Sql[] = [
    ...conditions.map((condition) => yes(compileFilter(condition, columns))),
    ...present.map((name) => ({
      text: `(${findColumn(reader.columns, name).field} is not null)`,
      values: [],
    })),
    ...rare.map((name) => {
      const { field } = findColumn(reader.columns, name);
      return {
        text: `(${field} is not null and count(*) over (partition by ${field}) < ${fewestRows})`,
        values: [],
      };
    }),
    ...others.map((name) => {
      const column = findColumn(reader.columns, name);
      const [first] = sorted.find((one) => one.column === name)?.values ?? [];
      return first === undefined || first === null
        ? { text: `(${column.field} is not null)`, values: [] }
        : {
            text: `(${column.field} is not null and ${comparedAs(column)} is distinct from ?)`,
            values: [first],
          };
    }),
  ];
  const keys = by.map(
    (one) => findColumn(reader.columns, typeof one === 'string' ? one : one.name).field,
  );
  const ranked = (some: readonly string[]): string =>
    `dense_rank() over (order by ${some.length === 0 ? '1' : some.map((key) => `${key} nulls last`).join(', ')}) - 1`;
  const marked = [
    ...flags.map(({ text }, i) => `${text} as f${i}`),
    `${ranked(keys)} as g`,
    ...keys.map((key, i) => `${ranked([key])} as k${i}`),
    ...sorted.map(({ column, values }, i) => {
      const field = comparedAs(findColumn(reader.columns, column));
      const cases = values.map((_, v) => `when ? then ${2 ** (v + 1)}`).join(' ');
      return `case when ${field} is null then 0 ${cases === '' ? 'else 1' : `else case ${field} ${cases} else 1 end`} end as v${i}`;
    }),
  ];
  await connection.run(
    `create or replace temp table marked as select ${rowNumber}, ${marked.join(', ')} from ${reader.source}`,
    [...flags, ...sorted].flatMap(({ values }) => [...values]),
  );
  const names = [...flags.map((_, i) => `f${i}`), 'g'].join(', ');
  await connection.run(
    `create or replace temp table kinds as select ${names}, row_number() over (order by ` +
      `${names}) - 1 as kind from (select distinct ${names} from marked)`,
  );
  const shown = [
    ...flags.map((_, i) => `any_value(f${i})`),
    'any_value(g)::double',
    ...keys.map((_, i) => `any_value(k${i})::double`),
    ...sorted.map((_, i) => `bit_or(v${i})::double`),
  ];
  const kinds = (
    await connection.runAndReadAll(
      `select ${shown.join(', ')} from marked join kinds using (${names}) group by kind order by kind limit ${kindsAtMost + 1}`,
    )
  ).getRows();
  if (kinds.length > kindsAtMost)
    throw new AppError(
      'too_complex',
      'There are too many groups for a credential that may not read rows.',
      { fix: 'Group by columns with few values, or into intervals with bin().' },
    );
  const rows = await connection.runAndReadAll(
    `select k.kind::double from marked m join kinds k using (${names}) order by m.${rowNumber}`,
  );
  const labels = Int32Array.from(rows.getColumns()[0] ?? [], Number);
  return {
    kindOfRow: deflateRawSync(Buffer.from(labels.buffer)).toString('base64'),
    kinds: kinds.map((row) => ({
      conditions: conditions.map((_, i) => row[i] === true),
      present: present.map((_, i) => row[conditions.length + i] === true),
      group: Number(row[flags.length]),
      keys: keys.map((_, i) => Number(row[flags.length + 1 + i])),
      values: sorted.map((_, i) => Number(row[flags.length + 1 + keys.length + i])),
      rare: rare.map((_, i) => row[conditions.length + present.length + i] === true),
      others: others.map(
        (_, i) => row[conditions.length + present.length + rare.length + i] === true,
      ),
    })),
  };
}
