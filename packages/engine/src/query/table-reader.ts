import type { View } from '@columnist/contract';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { fieldsOf, type FieldColumn, type TableColumn } from '../columns/table-column.ts';
import { compileFilter } from './compile-filter.ts';
import { findColumn } from './nearest-names.ts';
import { literal, type Sql } from './sql.ts';

/** Name of the column that holds the 0-based row of the file. */
export const rowNumber = 'file_row_number';

/** A Parquet file as a table of fields and row numbers. */
export const fileOf = (parquet: string): string => `read_parquet(${literal(parquet)}, file_row_number = true)`;

/** Reads one table (or a view of it) through one connection; generated SQL only. */
export class TableReader {
  readonly source: string;
  readonly columns: readonly FieldColumn[];
  readonly #connection: DuckDBConnection;
  #rowCount: number | undefined;

  private constructor(connection: DuckDBConnection, columns: readonly FieldColumn[], source: string) {
    this.#connection = connection;
    this.columns = columns;
    this.source = source;
  }

  /**
   * The whole Parquet file, or the rows that the view's filter keeps, gathered once and then read many times. `names` are
   * the columns that will be read, all where left out; the reader has these, in this order. Throws unknown_column.
   */
  static async open(connection: DuckDBConnection, parquet: string, table: readonly TableColumn[], view?: View, names?: readonly string[]): Promise<TableReader> {
    const fields = fieldsOf(table);
    const columns = names === undefined ? fields : names.map((name) => findColumn(fields, name));
    for (const { column } of view?.sort ?? []) findColumn(fields, column);
    const file = fileOf(parquet);
    if (view?.filter === undefined) return new TableReader(connection, columns, file);
    const condition = compileFilter(view.filter, fields);
    const selected = [...new Set(columns.map(({ field }) => field)), rowNumber].join(', ');
    await connection.run(`create temp table kept as select ${selected} from ${file} where ${condition.text}`, condition.values);
    return new TableReader(connection, columns, 'kept');
  }

  /** The same rows with a few of the columns, in memory; replaces what was narrowed before. */
  async narrow(columns: readonly FieldColumn[]): Promise<TableReader> {
    await this.run(`create or replace temp table narrowed as select ${columns.map(({ field }) => field).join(', ')} from ${this.source}`);
    return new TableReader(this.#connection, columns, 'narrowed');
  }

  async run(sql: string): Promise<void> {
    await this.#connection.run(sql);
  }

  /** Rows of a query, read whole. */
  async rows(sql: string, values: Sql['values'] = []): Promise<DuckDBValue[][]> {
    return (await this.#connection.runAndReadAll(sql, values)).getRows();
  }

  /** Expressions as doubles over all rows, in row order, NULL as NaN; one array an expression. */
  async doubles(expressions: readonly string[]): Promise<Float64Array[]> {
    if (expressions.length === 0) return [];
    const selected = expressions.map((expression) => `coalesce((${expression})::double, 'nan'::double)`).join(', ');
    const result = await this.#connection.run(`select ${selected} from ${this.source}`);
    const columns = Array.from({ length: result.columnCount }, () => new Float64Array(result.rowCount));
    let start = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return columns;
      const length = chunk.rowCount;
      columns.forEach((column, c) => {
        const vector = chunk.getColumnVector(c);
        // Without NULLs the vector's own array is the column; asking it value by value takes three times as long.
        const items: unknown = Reflect.get(vector, 'items');
        if (items instanceof Float64Array) {
          column.set(items.subarray(0, length), start);
          return;
        }
        for (let i = 0; i < length; i++) {
          const item = vector.getItem(i);
          column[start + i] = typeof item === 'number' ? item : NaN;
        }
      });
      start += length;
    }
  }

  async rowCount(): Promise<number> {
    this.#rowCount ??= Number((await this.rows(`select count(*)::double from ${this.source}`))[0]?.[0]);
    return this.#rowCount;
  }
}
