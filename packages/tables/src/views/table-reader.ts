import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { isLong } from '../table/long-columns.ts';
import type { FieldColumn, TableColumn } from '../table/table-column.ts';
import { findRows } from './find-rows.ts';
import { findColumn, type ViewEffect } from '@columnist/contract';
import type { ReadableView } from './view-statement.ts';
import { fileOf, rowNumber } from '../database/parquet-file.ts';
import type { Sql } from '../database/sql.ts';

/** Whether threads share an array, or it is sorted in its place, which shared ones are not. */
export type ArrayMemory = 'shared' | 'own';

/** Reads one table (or a view of it) through one connection; generated SQL only. */
export class TableReader {
  readonly source: string;
  readonly columns: readonly FieldColumn[];
  /** What the parts of the view did, where it has more than conditions. */
  readonly effects: readonly ViewEffect[];
  readonly #connection: DuckDBConnection;
  /** Whether every row of the file is read, in its order. */
  readonly #isWholeFile: boolean;
  #rowCount: number | undefined;

  private constructor(
    connection: DuckDBConnection,
    columns: readonly FieldColumn[],
    source: string,
    effects: readonly ViewEffect[],
    isWholeFile = false,
  ) {
    this.#connection = connection;
    this.columns = columns;
    this.source = source;
    this.effects = effects;
    this.#isWholeFile = isWholeFile;
  }

  /**
   * The whole Parquet file, or the rows of a view, gathered once and then read many times. `names`
   * are
   * the columns that will be read, all where left out; the reader has these, in this order. Throws
   * unknown_column.
   */
  static async open(
    connection: DuckDBConnection,
    parquet: string,
    table: readonly TableColumn[],
    view?: ReadableView,
    names?: readonly string[],
  ): Promise<TableReader> {
    const found = await findRows(connection, parquet, table, view);
    const columns =
      names === undefined ? found.columns : names.map((name) => findColumn(found.columns, name));
    for (const { column } of view?.sort ?? []) findColumn(found.columns, column);
    const { source, condition, effects } = found;
    if (condition === null)
      return new TableReader(
        connection,
        columns,
        source,
        effects,
        source === fileOf(parquet, table),
      );
    const selected = [...new Set(columns.map(({ field }) => field)), rowNumber].join(', ');
    await connection.run(
      `create or replace temp table kept as select ${selected} from ${source} where ${condition.text}`,
      condition.values,
    );
    return new TableReader(connection, columns, 'kept', effects);
  }

  /** Columns of a table or file that holds the rows already. */
  static over(
    connection: DuckDBConnection,
    source: string,
    columns: readonly FieldColumn[],
  ): TableReader {
    return new TableReader(connection, columns, source, []);
  }

  /** The same rows with a few of the columns, in memory; replaces what was narrowed before. */
  async narrow(columns: readonly FieldColumn[]): Promise<TableReader> {
    await this.run(
      `create or replace temp table narrowed as select ${columns.map(({ field }) => field).join(', ')} from ${this.source}`,
    );
    return new TableReader(this.#connection, columns, 'narrowed', this.effects);
  }

  /** Every so many rows of the file, in memory; only of what `open` gave. */
  async everyRow(step: number): Promise<TableReader> {
    const fields = this.columns.map(({ field }) => field).join(', ');
    await this.run(
      `create or replace temp table spread as select ${fields} from ${this.source} where ${rowNumber} % ${step} = 0`,
    );
    return new TableReader(this.#connection, this.columns, 'spread', this.effects);
  }

  async run(sql: string): Promise<void> {
    await this.#connection.run(sql);
  }

  /** Rows of a query, read whole. */
  async rows(sql: string, values: Sql['values'] = []): Promise<DuckDBValue[][]> {
    return (await this.#connection.runAndReadAll(sql, values)).getRows();
  }

  /**
   * Expressions as doubles over all rows, in row order, NULL as NaN; one array an expression.
   * Of a table that was counted and is long the database holds a few rows at a time; nothing else
   * may be asked of its connection meanwhile.
   */
  async doubles(
    expressions: readonly string[],
    memory: ArrayMemory = 'shared',
  ): Promise<Float64Array[]> {
    if (expressions.length === 0) return [];
    const selected = expressions
      .map((expression) => `coalesce((${expression})::double, 'nan'::double)`)
      .join(', ');
    const asked = `select ${selected} from ${this.source}`;
    const known = this.#rowCount ?? 0;
    const held = isLong(known) ? null : await this.#connection.run(asked);
    const result = held ?? (await this.#connection.stream(asked));
    const rows = held?.rowCount ?? known;
    const columns = Array.from({ length: result.columnCount }, () =>
      memory === 'own'
        ? new Float64Array(rows)
        : new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * rows)),
    );
    let start = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return columns;
      const length = chunk.rowCount;
      columns.forEach((column, c) => {
        const vector = chunk.getColumnVector(c);
        // Without NULLs the vector's own array is the column; asking it value by value takes three
        // times as long.
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

  /**
   * Which row of the file, from 0, each row is, in row order: what a row is called whatever view it
   * is seen in. Only of what `open` gave.
   */
  async placesInFile(): Promise<Float64Array> {
    if (this.#isWholeFile)
      return Float64Array.from({ length: await this.rowCount() }, (_, row) => row);
    const [places = new Float64Array()] = await this.doubles([rowNumber]);
    return places;
  }

  async rowCount(): Promise<number> {
    this.#rowCount ??= Number(
      (await this.rows(`select count(*)::double from ${this.source}`))[0]?.[0],
    );
    return this.#rowCount;
  }
}
