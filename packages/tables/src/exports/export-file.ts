import type { ExportFormat, View } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../table/table-ref.ts';
import { columnTypeOf } from '../admission/column-type.ts';
import { writeArrow } from './arrow/write-arrow.ts';
import { writeDelimited } from './delimited.ts';
import { writeJsonLines } from './json-lines.ts';
import { heldMoments } from './held-moments.ts';
import { zoneNotes } from './moment-notes.ts';
import { writeLoader } from './loaders/write-loader.ts';
import { keepsAll, keepsNothing, keepsTypes, leftOut, type Exported } from './left-out.ts';
import { isFactor, numericLabels } from './loaders/r-loader.ts';
import { openRows, type ExportedRows } from './open-rows.ts';
import { textNotes, withoutNul } from './text-notes.ts';
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
    return [...leftOut('Excel', rows.columns, keepsAll), ...zoneNotes('Excel', rows.columns)];
  },
  jsonl: async (rows, to) => {
    await writeJsonLines(rows, to);
    return leftOut('JSON', rows.columns, keepsTypes);
  },
  arrow: async (rows, to) => {
    const held = await heldMoments('Arrow', rows, 'finite');
    await writeArrow(rows.withColumns(held.columns), to);
    return [...leftOut('Arrow', rows.columns, keepsAll), ...held.notes];
  },
  sav: writeSav,
  dta: writeDta,
  r: (rows, to) =>
    writeCode(rows, to, 'r', 'The code in R', (column) => ({
      ...keepsAll(column),
      levels: isFactor(column),
      valueLabels: numericLabels(column).length,
    })),
  python: (rows, to) => writeCode(rows, to, 'python', 'The code in Python', keepsAll),
};

async function writeCode(
  rows: ExportedRows,
  to: string,
  language: 'r' | 'python',
  name: string,
  kept: Parameters<typeof leftOut>[2],
): Promise<string[]> {
  const held = await heldMoments(name, rows, 'years');
  await writeLoader(rows.withColumns(withoutNul(held.columns)), to, language);
  return [
    ...leftOut(name, rows.columns, kept),
    ...held.notes,
    ...(await textNotes(name, rows, ['nulAlone'])),
  ];
}

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
