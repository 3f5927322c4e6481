import { AppError, type Admission, type Dialect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableColumn } from '../columns/table-column.ts';
import type { AdmitProgress } from '../engine.ts';
import { literal } from '../query/sql.ts';
import { RecordCounter } from './count-records.ts';
import { copyPlainly, parquetOptions } from './copy-plainly.ts';
import { decideTypes, guessTypes, sampleRecords, type TypeDecision } from './decide-types.ts';
import { interpretColumns } from './interpret-columns.ts';
import type { StatedReading } from './look-at-text.ts';
import { nameColumns } from './name-columns.ts';
import { openCarefully, openPlainly, scanText, textNotes, withText, type LookedText, type OpenedText } from './open-text.ts';
import type { ColumnGuess } from './plain-reading.ts';
import { readExpression } from './read-expression.ts';
import type { TemporaryFiles } from './temporary-files.ts';

export interface FileToAdmit {
  /** The bytes as uploaded; only read. */
  readonly source: string;
  /** The Parquet file to come. */
  readonly parquet: string;
  /** What is known of how it is written. */
  readonly reading?: StatedReading | undefined;
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
 * Reads a CSV file into `temporary.part`, a Parquet file with fields c1, c2, … Rows are counted before DuckDB reads them;
 * it must then read the same number, else the file is refused. Throws invalid_file with the line and what to do.
 */
export async function admitFile(
  connection: DuckDBConnection,
  { source, names: given, reading }: FileToAdmit,
  temporary: TemporaryFiles,
  onProgress: (progress: AdmitProgress) => void,
): Promise<AdmittedFile> {
  const report = (share: number): void => onProgress({ step: 'reading', share });
  const stated: StatedReading = given === undefined ? (reading ?? {}) : { encoding: 'utf-8', delimiter: ',', quote: '"', escape: '"', header_rows: 0, skip_lines: 0, comment: null };
  return withText(source, stated, temporary, async (looked) => {
    const quick = given === undefined ? await admitQuickly(connection, looked, stated, temporary, report) : null;
    if (quick !== null) return quick;
    const opened = await openPlainly(looked, temporary, report);
    const plain = opened === null ? null : await writeTable(connection, opened, given, stated, temporary).catch(nullIfUnread);
    const written = plain ?? (await writeTable(connection, await openCarefully(looked, temporary, report), given, stated, temporary));
    if (written === null) throw new AppError('invalid_file', 'The file cannot be read without doubt.', { fix: 'Check its quotes and line ends, then upload again.' });
    return written;
  });
}

/** A file that looks plain: read and counted at the same time. Null where that meets anything that is not. */
async function admitQuickly(connection: DuckDBConnection, { text, looked, log }: LookedText, stated: StatedReading, temporary: TemporaryFiles, onProgress: (share: number) => void): Promise<AdmittedFile | null> {
  if (!looked.plain || looked.width < 2 || looked.sample.length < sampleRecords) return null;
  const { delimiter } = looked.dialect;
  const file = { path: text.path, delimiter, columns: looked.width };
  const opened = { file, hasHeader: looked.headerRows === 1, looked, text, lineEnding: 'lf' as const, quoted: false, notes: [], careful: false, log };
  const counter = new RecordCounter(delimiter);
  const [counted, written] = await Promise.all([
    scanText(text, counter, onProgress).then(() => counter.end()),
    writeTable(connection, { ...opened, rows: null }, undefined, stated, temporary).catch(nullIfUnread),
  ]);
  if (counted === null || written === null || written.rowCount !== counted.records - looked.headerRows) return null;
  const { rowCount, dialect, admission } = written;
  return {
    ...written,
    dialect: { ...dialect, line_ending: counted.lineEnding, rows_of_width: rowCount, quote: counted.quoted ? '"' : null, escape: counted.quoted ? '"' : null },
    admission: { ...admission, notes: [...textNotes(text, counted.lineEnding, 0, [], 0), ...admission.notes] },
  };
}

function nullIfUnread(error: unknown): null {
  if (isUnread(error)) return null;
  throw error;
}

/** What our scan accepts and DuckDB's strict reader does not. */
export const isUnread = (error: unknown): boolean => error instanceof Unread || (error instanceof Error && /^(?:Invalid Input|Conversion) Error/.test(error.message));

/** Null where the header turns up among the rows of a file that was read plainly. */
async function writeTable(connection: DuckDBConnection, opened: Omit<OpenedText, 'rows'> & { readonly rows: number | null }, given: readonly string[] | undefined, stated: StatedReading, temporary: TemporaryFiles): Promise<AdmittedFile | null> {
  const { file, looked } = opened;
  if (opened.rows === 0) throw new AppError('invalid_file', 'The file has a header line but no rows.', { row: looked.preamble + looked.headerRows + 1, fix: 'Add at least one row below the header, then upload again.' });
  const { names, notes } = given === undefined ? nameColumns(looked.names, looked.width) : { names: [...given], notes: [] };
  const read = readExpression(file, opened.hasHeader);
  const sample = opened.careful ? await firstRecords(connection, read) : looked.sample.slice(0, sampleRecords);
  const { table, decimalMark, dateOrder, notes: interpreted } = await interpretColumns(connection, read, names, sample, stated, looked.dialect.delimiter);
  const guesses = (await guessTypes(connection, table, names, table === read ? sample : await firstRecords(connection, table), opened.rows ?? Infinity)).map((guess) => (stated.text_columns?.includes(guess.name) ? { ...guess, candidate: 'text' as const } : guess));
  const plain = await copyPlainly(connection, table, guesses, temporary.part);
  if (plain !== null && !opened.careful && (await repeatsHeader(connection, `read_parquet(${literal(temporary.part)})`, looked.names, plain.columns))) return null;
  const types = plain === null ? await copyClosely(connection, table, guesses, temporary.part, opened.careful ? null : looked.names) : { ...plain, missingWords: [] };
  if (types === null) return null;
  const rowCount = await countWritten(connection, temporary.part, opened.rows);
  return {
    rowCount,
    columns: types.columns.map(({ name, storage, type }) => ({ name, storage, type })),
    dialect: { ...dialectOf({ ...opened, rows: rowCount }, types.missingWords), decimal_mark: decimalMark, date_order: dateOrder },
    admission: { rows_read: rowCount, rows_repaired: opened.log.repaired, rows_rejected: opened.log.rejected, repairs_file: opened.careful && opened.log.acted, notes: [...opened.notes, ...notes, ...interpreted, ...types.notes] },
  };
}

function dialectOf({ text, looked, quoted, lineEnding, rows, log }: OpenedText, missingWords: string[]): Omit<Dialect, 'decimal_mark' | 'date_order'> {
  const { dialect, width } = looked;
  return {
    encoding: text.encoding,
    byte_order_mark: text.byteOrderMark,
    delimiter: dialect.delimiter,
    quote: quoted ? dialect.quote : null,
    escape: quoted ? dialect.escape : null,
    line_ending: lineEnding,
    preamble_lines: looked.preamble,
    header_rows: looked.headerRows,
    comment: looked.comment,
    missing_words: missingWords,
    rows_of_width: rows - log.repaired,
    width,
  };
}

/** Whether a row says the names of the columns again, as where files were put one below the other. */
async function repeatsHeader(connection: DuckDBConnection, source: string, names: readonly string[] | null, columns: readonly { readonly storage: string }[]): Promise<boolean> {
  const said = columns.flatMap(({ storage }, i) => (storage === 'VARCHAR' && names?.[i]?.trim() ? [`trim(c${i + 1}) = ${literal(names[i].trim())}`] : []));
  if (names === null || said.length < Math.max(2, names.length / 3)) return false;
  return Number((await connection.runAndReadAll(`select count(*)::double from ${source} where ${said.join(' and ')}`)).value(0, 0)) > 0;
}

/** The first records as text, '' for an empty field. */
async function firstRecords(connection: DuckDBConnection, table: string): Promise<string[][]> {
  const read = await connection.runAndReadAll(`select * from ${table} limit ${sampleRecords}`);
  return read.getRows().map((row) => row.map((value) => String(value ?? '')));
}

/** Writes the table after a look at every cell; the text is read from the file once and kept in memory meanwhile. */
async function copyClosely(connection: DuckDBConnection, table: string, guesses: readonly ColumnGuess[], parquet: string, names: readonly string[] | null): Promise<TypeDecision | null> {
  await connection.run(`create or replace temp table cells as select * from ${table}`);
  if (await repeatsHeader(connection, 'cells', names, guesses.map(() => ({ storage: 'VARCHAR' })))) return null;
  const types = await decideTypes(connection, 'cells', guesses);
  const selected = types.columns.map(({ expression }, i) => `${expression} as c${i + 1}`).join(', ');
  await connection.run(`copy (select ${selected} from cells) to ${literal(parquet)} ${parquetOptions}`);
  return types;
}

class Unread extends AppError {}

/** Rows of the table that was written. Throws where another number was counted. */
async function countWritten(connection: DuckDBConnection, parquet: string, counted: number | null): Promise<number> {
  const written = Number((await connection.runAndReadAll(`select count(*)::double from read_parquet(${literal(parquet)})`)).value(0, 0));
  if (counted === null || written === counted) return written;
  throw new Unread('invalid_file', `The file cannot be read without doubt: ${counted} rows were counted, ${written} could be read.`, {
    fix: 'Check the quotes and line ends of the file, then upload again.',
  });
}
