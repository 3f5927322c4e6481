import type { DuckDBConnection } from '@duckdb/node-api';
import { RecordBatchReader, type Field } from 'apache-arrow';
import { literal } from '../../database/sql.ts';

const mostBytes = 16 * 1024 * 1024;

/**
 * The columns as Arrow had them, where the writer left its schema in the file, as pyarrow, pandas
 * and R do: units of durations, names of time zones and columns without values, for which Parquet
 * has no words. Null where there is none that fits the names of the columns.
 */
export async function arrowFields(
  connection: DuckDBConnection,
  path: string,
  names: readonly string[],
): Promise<readonly Field[] | null> {
  try {
    const read = await connection.runAndReadAll(
      `select decode(value) from parquet_kv_metadata(${literal(path)})
       where key = 'ARROW:schema'::blob and octet_length(value) <= ${mostBytes} limit 1`,
    );
    const [text] = read.getRows()[0] ?? [];
    if (typeof text !== 'string') return null;
    const { fields } = RecordBatchReader.from(Buffer.from(text, 'base64')).open().schema;
    return fields.length === names.length && fields.every(({ name }, i) => name === names[i])
      ? fields
      : null;
  } catch {
    // It only describes what the file says anyway.
    return null;
  }
}
