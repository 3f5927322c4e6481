import { AppError } from '@columnist/contract';
import type { ExportedRows } from '../open-rows.ts';
import { writeZip } from '../write-zip.ts';
import { dictionaryRows } from './dictionary-rows.ts';
import { parts } from './parts.ts';
import { cellXml, columnName, header, rowXml, widthOf } from './sheet-xml.ts';

const [mostRows, mostColumns] = [1_048_575, 16_384];

/**
 * Writes rows as an Excel workbook: typed cells, a header that stays in sight, and a second sheet
 * that lists the columns. Values that Excel cannot hold exactly are text; no cell is a formula.
 * Throws invalid_input where a sheet has not
 * enough rows, or a cell not enough room.
 */
export async function writeXlsx(rows: ExportedRows, to: string): Promise<void> {
  if (rows.count > mostRows || rows.columns.length > mostColumns)
    throw new AppError(
      'invalid_input',
      `A sheet holds ${mostRows} rows of ${mostColumns} columns below its header; these are ${rows.count} rows of ${rows.columns.length}.`,
      { errors: [{ field: 'format', message: 'Ask for CSV or Parquet, or filter the rows.' }] },
    );
  await writeZip(to, {
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, { text }])),
    'xl/worksheets/sheet1.xml': { texts: rowsSheet(rows) },
    'xl/worksheets/sheet2.xml': { text: dictionarySheet(rows) },
  });
}

const opening = (columns: number, widths: readonly number[]): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<cols>${Array.from({ length: columns }, (_, i) => `<col min="${i + 1}" max="${i + 1}" width="${widths[i] ?? 12}" customWidth="1"/>`).join('')}</cols>` +
  '<sheetData>';

async function* rowsSheet({ columns, count, batches }: ExportedRows): AsyncGenerator<string> {
  yield opening(columns.length, columns.map(widthOf));
  yield header(columns.map(({ name }) => name));
  let row = 1;
  for await (const batch of batches())
    yield batch
      .map((values) => {
        row += 1;
        return rowXml(
          row,
          columns.map((column, i) => cellXml(column, values[i] ?? null)),
        );
      })
      .join('');
  const last = `${columnName(columns.length - 1)}${count + 1}`;
  yield `</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
}

function dictionarySheet(rows: ExportedRows): string {
  const [names = [], ...listed] = dictionaryRows(rows.columns);
  const body = listed.map((texts, i) =>
    rowXml(
      i + 2,
      texts.map((text) => cellXml({ storage: 'VARCHAR' }, text)),
    ),
  );
  return `${opening(
    names.length,
    names.map(() => 20),
  )}${header(names)}${body.join('')}</sheetData></worksheet>`;
}
