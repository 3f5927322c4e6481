import { rm } from 'node:fs/promises';
import { hasReturns } from '../../code/r-returns.ts';
import { writeDelimited } from '../delimited.ts';
import { numberFacts, type ExportedRows } from '../open-rows.ts';
import { writeZip } from '../write-zip.ts';
import { pythonLoader } from './python-loader.ts';
import { rLoader } from './r-loader.ts';

/**
 * Writes a ZIP with the rows as CSV and the code that reads them with the types and labels of
 * their columns, in R without packages or in Python with pandas.
 */
export async function writeLoader(
  rows: ExportedRows,
  to: string,
  language: 'r' | 'python',
): Promise<void> {
  const facts = await numberFacts(rows);
  const columns = rows.columns.map((column, i) => ({ column, isExact: facts[i]?.exact !== false }));
  const csv = `${to}.csv`;
  try {
    await writeDelimited(rows, csv, { delimiter: ',', forSpreadsheets: false });
    await writeZip(to, {
      'rows.csv': { file: csv },
      ...(language === 'r'
        ? { 'load.R': { text: rLoader(columns, await hasReturns(rows.columns, rows.ask)) } }
        : { 'load.py': { text: pythonLoader(columns) } }),
    });
  } finally {
    await rm(csv, { force: true });
  }
}
