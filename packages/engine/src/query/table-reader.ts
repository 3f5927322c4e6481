import type { View } from '@columnist/contract';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { fieldsOf, type FieldColumn, type TableColumn } from '../columns/table-column.ts';
import { compileFilter } from './compile-filter.ts';
import { literal, type Sql } from './sql.ts';

/** Name of the column that holds the 0-based row of the file. */
export const rowNumber = 'file_row_number';

/** Reads one table (or a view of it) through one connection; generated SQL only. */
export class TableReader {
  readonly source: string;
  readonly columns: readonly FieldColumn[];
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection, columns: readonly FieldColumn[], source: string) {
    this.#connection = connection;
    this.columns = columns;
    this.source = source;
  }

  /** The whole Parquet file, or the rows that the view's filter keeps (gathered once, then read many times). */
  static async open(connection: DuckDBConnection, parquet: string, columns: readonly TableColumn[], view?: View): Promise<TableReader> {
    const file = `read_parquet(${literal(parquet)}, file_row_number = true)`;
    const fields = fieldsOf(columns);
    if (view?.filter === undefined) return new TableReader(connection, fields, file);
    const condition = compileFilter(view.filter, fields);
    const names = [...fields.map((column) => column.field), rowNumber].join(', ');
    await connection.run(`create temp table kept as select ${names} from ${file} where ${condition.text}`, condition.values);
    return new TableReader(connection, fields, 'kept');
  }

  /** Rows of a query, read whole. */
  async rows(sql: string, values: Sql['values'] = []): Promise<DuckDBValue[][]> {
    return (await this.#connection.runAndReadAll(sql, values)).getRows();
  }

  /** Expressions of doubles over all rows, in row order, NULL as NaN; one array an expression. */
  async doubles(expressions: readonly string[], rest = ''): Promise<Float64Array[]> {
    const selected = expressions.map((expression) => `coalesce((${expression})::double, 'nan'::double)`).join(', ');
    const result = await this.#connection.run(`select ${selected} from ${this.source} ${rest}`);
    const columns = Array.from({ length: result.columnCount }, () => new Float64Array(result.rowCount));
    let start = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return columns;
      columns.forEach((column, c) => {
        const vector = chunk.getColumnVector(c);
        // Without NULLs the vector's own array is the column; asking it value by value takes three times as long.
        const items: unknown = Reflect.get(vector, 'items');
        if (items instanceof Float64Array) {
          column.set(items.subarray(0, chunk.rowCount), start);
          return;
        }
        for (let i = 0; i < chunk.rowCount; i++) {
          const item = vector.getItem(i);
          column[start + i] = typeof item === 'number' ? item : NaN;
        }
      });
      start += chunk.rowCount;
    }
  }

  async rowCount(): Promise<number> {
    const [row] = await this.rows(`select count(*)::double from ${this.source}`);
    return Number(row?.[0]);
  }
}
