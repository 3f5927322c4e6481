import { literal } from './sql.ts';

/** Name of the column that holds the 0-based row of the file. */
export const rowNumber = 'file_row_number';

/** A Parquet file as a table of fields and row numbers. */
export const fileOf = (parquet: string): string =>
  `read_parquet(${literal(parquet)}, file_row_number = true)`;
