import type { DuckDBConnection } from '@duckdb/node-api';
import { fieldsOf } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { fileOf } from '../database/parquet-file.ts';
import type { ColumnSketch } from './inputs.ts';
import { comparedAs } from './measure-cells.ts';

/** Hashes that are kept of a column, and columns that are looked at. */
const [hashesAtMost, columnsAtMost] = [64, 200];

/**
 * The smallest hashes of the values of each column (a bottom-k sketch; Cohen and Kaplan, Summarizing
 * data using bottom-k sketches, 2007): columns of two tables that share most of their values share
 * most of them.
 */
export async function sketchColumns(
  connection: DuckDBConnection,
  table: TableRef,
): Promise<{ columns: ColumnSketch[] }> {
  const columns: ColumnSketch[] = [];
  for (const column of fieldsOf(table.columns).slice(0, columnsAtMost)) {
    const text = `(${comparedAs(column)})::varchar`;
    const read = await connection.runAndReadAll(
      `select h::varchar from (select distinct hash(${text}) >> 11 as h from ${fileOf(table.parquet, table.columns)} where ${column.field} is not null) order by h limit ${hashesAtMost + 1}`,
    );
    const hashes = read.getRows().map(([hash]) => Number(hash));
    columns.push({
      name: column.name,
      hashes: hashes.slice(0, hashesAtMost),
      isWhole: hashes.length <= hashesAtMost,
    });
  }
  return { columns };
}
