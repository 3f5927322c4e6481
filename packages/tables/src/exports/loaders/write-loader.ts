import { rm } from 'node:fs/promises';
import { writeDelimited } from '../delimited.ts';
import { isText, numberFacts, type ExportedRows } from '../open-rows.ts';
import { writeZip } from '../write-zip.ts';
import { pythonLoader } from './python-loader.ts';
import { rLoader } from './r-loader.ts';

/** Columns with a carriage return in a text. */
async function withReturns({ columns, ask }: ExportedRows): Promise<ReadonlySet<string>> {
  const texts = columns.filter(isText);
  if (texts.length === 0) return new Set();
  const found = await ask(
    texts.map(({ field }) => `coalesce(bool_or(contains(${field}, chr(13))), false)`),
  );
  return new Set(texts.flatMap(({ name }, i) => (found[i] === true ? [name] : [])));
}

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
  const returns = await withReturns(rows);
  const columns = rows.columns.map((column, i) => ({
    column,
    isExact: facts[i]?.exact !== false,
    hasReturns: column.name.includes('\r') || returns.has(column.name),
  }));
  const csv = `${to}.csv`;
  try {
    await writeDelimited(rows, csv, { delimiter: ',', forSpreadsheets: false });
    await writeZip(to, {
      'rows.csv': { file: csv },
      ...(language === 'r'
        ? { 'load.R': { text: rLoader(columns) } }
        : { 'load.py': { text: pythonLoader(columns) } }),
    });
  } finally {
    await rm(csv, { force: true });
  }
}
