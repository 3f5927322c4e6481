import type { ExportFormat, View } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../table/table-ref.ts';
import { columnTypeOf } from '../admission/column-type.ts';
import { writeArrow } from './arrow/write-arrow.ts';
import { writeDelimited } from './delimited.ts';
import { writeJsonLines } from './json-lines.ts';
import { writeLoader } from './loaders/write-loader.ts';
import { keepsAll, keepsNothing, keepsTypes, leftOut, type Exported } from './left-out.ts';
import { isFactor, numericLabels } from './loaders/r-loader.ts';
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

/** Writes rows; answers in sentences what the file could not take along. */
type Write = (rows: ExportedRows, to: string, asked: Asked) => Promise<string[]>;

export const writers: Readonly<Record<WrittenFormat, Write>> = {
  tsv: async (rows, to, { forSpreadsheets }) => {
    const { notes } = await writeDelimited(rows, to, { delimiter: '\t', forSpreadsheets });
    return [...leftOut('TSV', rows.columns, keepsNothing), ...notes];
  },
  xlsx: async (rows, to) => {
    await writeXlsx(rows, to);
    return leftOut('Excel', rows.columns, keepsAll);
  },
  jsonl: async (rows, to) => {
    await writeJsonLines(rows, to);
    return leftOut('JSON', rows.columns, keepsTypes);
  },
  arrow: async (rows, to) => {
    await writeArrow(rows, to);
    return leftOut('Arrow', rows.columns, keepsAll);
  },
  sav: writeSav,
  dta: writeDta,
  r: async (rows, to) => {
    await writeLoader(rows, to, 'r');
    return leftOut('The code in R', rows.columns, (column) => ({
      ...keepsAll(column),
      levels: isFactor(column),
      valueLabels: numericLabels(column).length,
    }));
  },
  python: async (rows, to) => {
    await writeLoader(rows, to, 'python');
    return leftOut('The code in Python', rows.columns, keepsAll);
  },
};

/** Formats in which a column has numbers and labels for them. */
const ofCodes: ReadonlySet<WrittenFormat> = new Set(['sav', 'dta', 'arrow']);

/**
 * Columns of codes that a person made categories, as the numbers that the file holds, with their
 * labels. Not for a view, which names values by the labels: there they are texts.
 */
const asCodes = (columns: TableRef['columns']): TableRef['columns'] =>
  columns.map((column) => {
    const { stored, ...own } = column;
    return stored !== undefined &&
      column.type === 'category' &&
      column.value_labels !== undefined &&
      columnTypeOf(stored) === 'number'
      ? { ...own, type: 'number', storage: stored }
      : column;
  });

/**
 * Writes the rows of a view in a format. Answers how many there are, and what it could not take
 * along. Throws invalid_input.
 */
export async function exportFile(
  connection: DuckDBConnection,
  table: TableRef,
  asked: Asked,
  to: string,
): Promise<Exported> {
  const isPlain = asked.view === undefined || Object.keys(asked.view).length === 0;
  const read =
    isPlain && ofCodes.has(asked.format) ? { ...table, columns: asCodes(table.columns) } : table;
  const rows = await openRows(connection, read, asked);
  const notes = await writers[asked.format](rows, to, asked);
  return { rows: rows.count, notes };
}
