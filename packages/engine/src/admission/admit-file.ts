import { AppError, type Admission, type Dialect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { stat } from 'node:fs/promises';
import type { TableColumn } from '../columns/table-column.ts';
import type { AdmitProgress } from '../engine.ts';
import { literal } from '../query/sql.ts';
import { copyPlainly, parquetOptions } from './copy-plainly.ts';
import { decideTypes, guessTypes, sampleRecords, type TypeDecision } from './decide-types.ts';
import { detectDelimiter } from './detect-delimiter.ts';
import { nameColumns } from './name-columns.ts';
import type { ColumnGuess } from './plain-reading.ts';
import { prepareText, readUtf8, type PreparedText } from './prepare-text.ts';
import { readExpression, type ReadableFile } from './read-expression.ts';
import { rewriteEvenly } from './rewrite-evenly.ts';
import { RecordScanner, type ScanResult } from './scan-records.ts';
import type { TemporaryFiles } from './temporary-files.ts';

export interface FileToAdmit {
  /** The bytes as uploaded; only read. */
  readonly source: string;
  /** The Parquet file to come. */
  readonly parquet: string;
  /** Column names of a comma-separated file without a header line. */
  readonly names?: readonly string[] | undefined;
}

export interface AdmittedFile {
  readonly rowCount: number;
  readonly columns: TableColumn[];
  readonly dialect: Dialect;
  readonly admission: Admission;
}

/**
 * Reads a CSV file strictly into `temporary.part`, a Parquet file with fields c1, c2, … A scan of our own counts the records first; DuckDB must then read the same
 * number, else the file is refused. Throws invalid_file with the line and what to do.
 */
export async function admitFile(
  connection: DuckDBConnection,
  { source, names: given }: FileToAdmit,
  temporary: TemporaryFiles,
  onProgress: (progress: AdmitProgress) => void,
): Promise<AdmittedFile> {
  const text = await prepareText(source, temporary.utf8);
  const delimiter = given === undefined ? detectDelimiter(text.head.subarray(0, 256 * 1024)) : ',';
  const scan = await scanText(text, delimiter, onProgress);
  if (scan.records === 0) throw new AppError('invalid_file', 'The file has no rows, only blank lines.', { row: 1, fix: 'Upload a file with a header line and at least one row.' });
  const uneven = scan.lineEnding === 'mixed' || (scan.blankCount > 0 && (scan.fields === 1 || scan.firstLine > 1));
  if (uneven) await rewriteEvenly(readUtf8(text.path, text.skip), delimiter, temporary.even);
  const file: ReadableFile = { path: uneven ? temporary.even : text.path, delimiter, columns: scan.fields };
  const sample = await firstRecords(connection, file);
  const { names, headerRows, notes } = given === undefined ? nameColumns(sample[0] ?? []) : { names: [...given], headerRows: 0, notes: [] };
  const rowCount = scan.records - headerRows;
  if (rowCount === 0) throw new AppError('invalid_file', 'The file has a header line but no rows.', { row: 2, fix: 'Add at least one row below the header, then upload again.' });
  const table = readExpression(file, headerRows === 1);
  const guesses = await guessTypes(connection, table, names, sample.slice(headerRows));
  const plain = await copyPlainly(connection, table, guesses, temporary.part);
  const types = plain === null ? await copyClosely(connection, table, guesses, temporary.part) : { ...plain, missingWords: [] };
  await refuseUnlessRead(connection, temporary.part, rowCount);
  return {
    rowCount,
    columns: types.columns.map(({ name, storage, type }) => ({ name, storage, type })),
    dialect: {
      encoding: text.encoding,
      byte_order_mark: text.byteOrderMark,
      delimiter,
      quote: scan.quoted ? '"' : null,
      escape: scan.quoted ? '"' : null,
      line_ending: scan.lineEnding,
      header_rows: headerRows,
      decimal_mark: '.',
      missing_words: types.missingWords,
    },
    admission: { rows_read: rowCount, notes: [...textNotes(text, scan), ...notes, ...types.notes] },
  };
}

async function scanText(text: PreparedText, delimiter: string, onProgress: (progress: AdmitProgress) => void): Promise<ScanResult> {
  const { size } = await stat(text.path);
  const scanner = new RecordScanner(delimiter);
  let done = 0;
  for await (const chunk of readUtf8(text.path, text.skip)) {
    scanner.push(chunk);
    done += chunk.length;
    onProgress({ step: 'reading', share: Math.min(1, done / size) });
  }
  return scanner.end();
}

/** The first records as text, '' for an empty field. */
async function firstRecords(connection: DuckDBConnection, file: ReadableFile): Promise<string[][]> {
  const read = await connection.runAndReadAll(`select * from ${readExpression(file, false)} limit ${sampleRecords + 1}`);
  return read.getRows().map((row) => row.map((value) => String(value ?? '')));
}

/** Writes the table after a look at every cell; the text is read from the file once and kept in memory meanwhile. */
async function copyClosely(connection: DuckDBConnection, table: string, guesses: readonly ColumnGuess[], parquet: string): Promise<TypeDecision> {
  await connection.run(`create temp table cells as select * from ${table}`);
  const types = await decideTypes(connection, 'cells', guesses);
  const selected = types.columns.map(({ expression }, i) => `${expression} as c${i + 1}`).join(', ');
  await connection.run(`copy (select ${selected} from cells) to ${literal(parquet)} ${parquetOptions}`);
  return types;
}

async function refuseUnlessRead(connection: DuckDBConnection, parquet: string, rowCount: number): Promise<void> {
  const written = Number((await connection.runAndReadAll(`select count(*)::double from read_parquet(${literal(parquet)})`)).value(0, 0));
  if (written === rowCount) return;
  throw new AppError('invalid_file', `The file cannot be read without doubt: ${rowCount} rows were counted, ${written} could be read.`, {
    fix: 'Check the quotes and line ends of the file, then upload again.',
  });
}

function textNotes(text: PreparedText, scan: ScanResult): Admission['notes'] {
  const notes: Admission['notes'] = [];
  const note = (code: string, message: string, count: number, rows: readonly number[]) => notes.push({ code, message, column: null, count, rows: [...rows] });
  if (text.encoding !== 'utf-8') note('transcoded', `The text was ${text.encoding.toUpperCase()} and is read as such.`, 1, [1]);
  if (scan.lineEnding === 'mixed') note('line_endings', 'Lines end in more than one way; each is read as a line end.', 1, []);
  if (scan.blankCount > 0) note('blank_lines', scan.blankCount === 1 ? '1 blank line is skipped.' : `${scan.blankCount} blank lines are skipped.`, scan.blankCount, scan.blankLines);
  if (scan.spacedQuotes > 0) note('spaces_around_quotes', 'Spaces outside the quotes of a field do not belong to it.', scan.spacedQuotes, []);
  return notes;
}
