import type { SqlPage } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileOf } from '../database/parquet-file.ts';
import { refuseCells } from '../queries/read-rows.ts';
import { planOf } from './read-plan.ts';
import { readPage } from './read-page.ts';
import { withoutZone, withZone } from '../table/zones.ts';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { columnTypeOf } from '../admission/column-type.ts';
import { readStatement } from './read-statement.ts';
import { makeRealFunctions } from './real-arguments.ts';
import { hideServerWords } from './server-words.ts';
import { invalidSql, sayDatabaseError } from './sql-errors.ts';

export interface NamedTable {
  /** As the statement writes it. */
  readonly name: string;
  readonly table: TableRef;
}

export interface SqlInput {
  readonly sql: string;
  readonly limit: number;
  readonly offset: number;
  readonly explain: boolean;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const before = 'create temp view answered as ';

/** A statement whose `answer` can be read. */
export interface OpenStatement {
  readonly columns: readonly FieldColumn[];
  readonly text: string;
  /** Whether a row of the answer may hold more than one row of the tables. */
  readonly gathers: boolean;
  readonly orders: boolean;
  /** The character of the statement, from 0, of a byte of what ran. */
  readonly placeOf: (position: number) => number | undefined;
}

/**
 * Makes `answer` of a statement over tables: a view whose columns are c1, c2 …. The connection may
 * read the files of these tables alone. Throws invalid_sql.
 */
export async function openStatement(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly NamedTable[],
): Promise<OpenStatement> {
  const statement = await readStatement(connection, sql);
  const free = nameNotIn(sql);
  const renamed = tables.flatMap(({ table }) =>
    namesInSql(table.columns).filter(({ name }, i) => name !== table.columns[i]?.name),
  );
  const places = new Map(tables.map(({ name }, i) => [name, `${free}${i + 1}`]));
  for (const { name, table } of tables)
    await connection.run(
      `create temp view ${places.get(name)} as select ` +
        `${fieldsOf(namesInSql(table.columns))
          .map((column) => `${withZone(column)} as ${quoted(column.name)}`)
          .join(', ')} from ${fileOf(table.parquet, table.columns)}`,
    );
  const { text, asWritten, placeOf, hasPart } = await statement.rename((name) => {
    const place = places.get(name);
    if (place === undefined) throw invalidSql(`There is no dataset '${name.slice(0, 100)}'.`);
    return place;
  });
  await hideServerWords(connection);
  await makeRealFunctions(connection);
  const placeHere = (position: number): number | undefined => placeOf(position - before.length);
  try {
    await connection.run(`${before}${text}`);
    if (asWritten !== text) {
      await connection.run(`create temp view written as ${asWritten}`);
      const names = (await describe(connection, 'written')).map(({ name }) => quoted(name));
      await connection.run(`create or replace temp view answered (${names.join(', ')}) as ${text}`);
    }
    const columns = fieldsOf(
      (await describe(connection, 'answered')).map(({ name, type }): TableColumn => {
        const storage = storageOf(type);
        return { name, storage, type: columnTypeOf(storage) };
      }),
    );
    await connection.run(
      `create temp view answer (${columns.map(({ field }) => field).join(', ')}) as select ` +
        `${columns.map((column) => keptAs(column)).join(', ')} from answered`,
    );
    return {
      columns,
      text,
      gathers: statement.gathers,
      orders: statement.orders,
      // Where it is read, a place may also be one of the text that reads it.
      placeOf: (position) => (hasPart(position - before.length) ? placeHere(position) : undefined),
    };
  } catch (error) {
    throw sayDatabaseError(error, sql, {
      numbered: renamed.map(({ name }) => name),
      placeOf: placeHere,
    });
  }
}

/**
 * SQL takes names in any case: those that differ in case alone are numbered, each of them, so that
 * none is taken for another.
 */
function namesInSql(columns: readonly TableColumn[]): TableColumn[] {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  const seen = new Map<string, number>();
  for (const { name } of columns)
    seen.set(name.toLowerCase(), (seen.get(name.toLowerCase()) ?? 0) + 1);
  let number = 0;
  return columns.map((column) => {
    if (seen.get(column.name.toLowerCase()) === 1) return column;
    let name: string;
    do name = `${column.name}_${(number += 1)}`;
    while (taken.has(name.toLowerCase()));
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
}

/** A name that no part of the statement has. */
function nameNotIn(sql: string): string {
  let name = 'dataset_';
  while (sql.toLowerCase().includes(name)) name += '_';
  return name;
}

async function describe(
  connection: DuckDBConnection,
  view: string,
): Promise<{ readonly name: string; readonly type: string }[]> {
  const rows = (await connection.runAndReadAll(`describe ${view}`)).getRows();
  return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
}

/**
 * How a value of this type is kept; lists and the like as text, and nanoseconds, for a moment of ours
 * has microseconds.
 */
function storageOf(type: string): string {
  if (/^(?:U?(?:TINY|SMALL)INT|U?INTEGER|BIGINT)$/.test(type)) return 'BIGINT';
  if (type === 'UBIGINT') return 'DECIMAL(20,0)';
  if (/^U?HUGEINT$/.test(type)) return 'DECIMAL(38,0)';
  if (type === 'FLOAT') return 'DOUBLE';
  if (type === 'TIMESTAMP WITH TIME ZONE') return 'TIMESTAMPTZ';
  if (/^TIMESTAMP(?:_S|_MS)?$/.test(type)) return 'TIMESTAMP';
  return /^(?:DECIMAL\(\d+,\d+\)|DOUBLE|BOOLEAN|DATE|TIME)$/.test(type) ? type : 'VARCHAR';
}

const keptAs = ({ name, storage }: TableColumn): string =>
  // Whole numbers of more than 64 bits: Parquet has none, and would have them as doubles.
  storage === 'VARCHAR' ||
  storage === 'DOUBLE' ||
  storage === 'TIMESTAMP' ||
  storage.endsWith(',0)')
    ? `${quoted(name)}::${storage}`
    : storage === 'TIMESTAMPTZ'
      ? withoutZone(quoted(name))
      : quoted(name);

/**
 * A page of what a statement answers, or its plan. Rows have the order that the statement gives
 * them, else that of the files. Throws invalid_sql, too_complex.
 */
export async function runStatement(
  connection: DuckDBConnection,
  input: SqlInput,
  tables: readonly NamedTable[],
): Promise<SqlPage> {
  const { sql, limit, offset } = input;
  const { columns, text, orders, placeOf } = await openStatement(connection, sql, tables);
  refuseCells(limit, columns.length);
  const shown = columns.map(({ name, type }) => ({ name, type }));
  try {
    if (input.explain)
      return {
        columns: shown,
        items: [],
        offset: 0,
        total: null,
        ...(await planOf(connection, text, tables)),
      };
    const { items, hasMore } = await readPage(
      connection,
      columns,
      orders ? numbered : 'answer',
      input,
    );
    return {
      columns: shown,
      items,
      offset,
      total: hasMore ? null : offset + items.length,
      plan: null,
      plan_steps: null,
    };
  } catch (error) {
    throw sayDatabaseError(error, sql, { placeOf });
  }
}

/**
 * The answer with its rows counted first. A limit at a sort makes the database keep only so many rows,
 * and rows that are equal in the order then have other places on each page: some would come twice
 * and others never.
 */
const numbered = '(select *, row_number() over () as place from answer) order by place';
