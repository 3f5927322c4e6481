import type { ExportFormat, View } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../table/table-ref.ts';
import { writeArrow } from './arrow/write-arrow.ts';
import { writeDelimited } from './delimited.ts';
import { writeJsonLines } from './json-lines.ts';
import { writeLoader } from './loaders/write-loader.ts';
import { openRows, type ExportedRows } from './open-rows.ts';
import { writeSav } from './spss/write-sav.ts';
import { writeDta } from './stata/write-dta.ts';
import { writeXlsx } from './workbook/write-xlsx.ts';

/** Formats that the database does not write itself. */
export type WrittenFormat = Exclude<ExportFormat, 'csv' | 'parquet'>;

interface Asked {
  readonly columns?: string[] | undefined;
  readonly view?: View | undefined;
  /** Of text with tabs: what a spreadsheet would take for a formula gets an apostrophe. */
  readonly forSpreadsheets: boolean;
  readonly format: WrittenFormat;
}

type Write = (rows: ExportedRows, to: string, asked: Asked) => Promise<void>;

export const writers: Readonly<Record<WrittenFormat, Write>> = {
  tsv: (rows, to, { forSpreadsheets }) =>
    writeDelimited(rows, to, { delimiter: '\t', forSpreadsheets }),
  xlsx: writeXlsx,
  jsonl: writeJsonLines,
  arrow: writeArrow,
  sav: writeSav,
  dta: writeDta,
  r: (rows, to) => writeLoader(rows, to, 'r'),
  python: (rows, to) => writeLoader(rows, to, 'python'),
};

/** Writes the rows of a view in a format, and answers how many there are. Throws invalid_input. */
export async function exportFile(
  connection: DuckDBConnection,
  table: TableRef,
  asked: Asked,
  to: string,
): Promise<number> {
  const rows = await openRows(connection, table, asked);
  await writers[asked.format](rows, to, asked);
  return rows.count;
}
