import { AppError, type Admission, type Dialect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { profileTable } from '../columns/describe-table.ts';
import type { AdmitInput, AdmitProgress, Admitted } from '../engine.ts';
import { literal } from '../query/sql.ts';
import { decideTypes } from './decide-types.ts';
import { detectDelimiter } from './detect-delimiter.ts';
import { nameColumns } from './name-columns.ts';
import { prepareText, readUtf8, type PreparedText } from './prepare-text.ts';
import { RecordScanner, maxRecordBytes, type ScanResult } from './scan-records.ts';

export const maxColumns = 2000;
const sampleRecords = 1000;
const newLines = { lf: String.raw`\n`, crlf: String.raw`\r\n`, cr: String.raw`\r`, mixed: String.raw`\n` } as const;

type OnProgress = (progress: AdmitProgress) => void;

/**
 * Reads a CSV file strictly into Parquet and describes it. The scan counts records on its own; what DuckDB then reads
 * must have the same count, else the file is refused. With `names` the file has no header line. Throws invalid_file with the line and what to do.
 * Temporary files are `${parquet}.*`; the caller removes what is left of them if the process dies.
 */
export async function admitFile(connection: DuckDBConnection, { source, parquet, names: given }: AdmitInput & { names?: string[] }, onProgress: OnProgress): Promise<Admitted> {
  const scratch = { utf8: `${parquet}.utf8`, even: `${parquet}.even`, part: `${parquet}.part` };
  try {
    const text = await prepareText(source, scratch.utf8);
    const delimiter = given === undefined ? detectDelimiter(text.head.subarray(0, 256 * 1024)) : ',';
    const scan = await scanText(text, delimiter, onProgress);
    refuseTooWide(scan);
    const sample = sampleOf(text.head, delimiter);
    const { names, headerRows, notes } = given === undefined ? nameColumns(sample[0] ?? []) : { names: given, headerRows: 0 as const, notes: [] };
    if (names.length !== scan.fields) {
      throw new AppError('invalid_file', 'The header line is longer than 1 MB.', { row: 1, fix: 'Shorten the column names, then upload again.' });
    }
    refuseEmpty(scan, headerRows);
    const rowCount = scan.records - headerRows;
    const uneven = scan.lineEnding === 'mixed' || scan.lineEnding === 'cr' || scan.blankCount > 0;
    if (uneven) await rewriteEvenly(text, delimiter, scratch.even);
    const table = readExpression(uneven ? { path: scratch.even, newLine: 'lf', delimiter: ',' } : { path: text.path, newLine: scan.lineEnding, delimiter }, names.length, headerRows);
    const types = await decideTypes(connection, table, names, sample.slice(headerRows));
    const selected = types.columns.map((column, i) => `${column.expression} as c${i + 1}`).join(', ');
    await connection.run(`copy (select ${selected} from ${table}) to ${literal(scratch.part)} (format parquet, compression zstd, row_group_size 122880)`);
    const written = Number((await connection.runAndReadAll(`select count(*)::double from read_parquet(${literal(scratch.part)})`)).value(0, 0));
    if (written !== rowCount) {
      throw new AppError('invalid_file', `The file cannot be read without doubt: ${rowCount} rows were counted, ${written} could be read.`, { fix: 'Check the quotes and line ends of the file, then upload again.' });
    }
    const { columns, profile } = await profileTable(connection, scratch.part, types.columns, rowCount, (done) => onProgress({ step: 'profiling', share: done / names.length }));
    await rename(scratch.part, parquet);
    const dialect: Dialect = {
      encoding: text.encoding,
      byte_order_mark: text.byteOrderMark,
      delimiter,
      quote: scan.quoted ? '"' : null,
      escape: scan.quoted ? '"' : null,
      line_ending: scan.lineEnding,
      header_rows: headerRows,
      decimal_mark: '.',
      missing_words: types.missingWords,
    };
    return { rowCount, columns, dialect, admission: { rows_read: rowCount, notes: [...textNotes(text, scan), ...notes, ...types.notes] }, profile };
  } finally {
    await Promise.all(Object.values(scratch).map((path) => rm(path, { force: true })));
  }
}

async function scanText(text: PreparedText, delimiter: string, onProgress: OnProgress): Promise<ScanResult> {
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

/** The first records, read by csv-parse; a last record that the head cuts off is left out. */
function sampleOf(head: Buffer, delimiter: string): string[][] {
  const cut = head.length < 1024 * 1024 ? head.length : Math.max(head.lastIndexOf(10), head.lastIndexOf(13)) + 1 || head.length;
  const records: unknown = parseWhole(head.subarray(0, cut), { ...csvOptions(delimiter), to: sampleRecords, relax_quotes: true, relax_column_count: true });
  return Array.isArray(records) ? records.filter((record): record is string[] => Array.isArray(record)) : [];
}

const csvOptions = (delimiter: string) => ({ delimiter, skip_empty_lines: true, record_delimiter: ['\r\n', '\n', '\r'], max_record_size: maxRecordBytes });

function refuseTooWide({ fields }: ScanResult): void {
  if (fields <= maxColumns) return;
  throw new AppError('invalid_file', `Line 1 has ${fields} columns; at most ${maxColumns} can be read.`, { row: 1, fix: 'Keep the columns you need, or turn the table so that these columns become rows.' });
}

function refuseEmpty(scan: ScanResult, headerRows: number): void {
  if (scan.records === 0) throw new AppError('invalid_file', 'The file has no rows, only blank lines.', { row: 1, fix: 'Upload a file with a header line and at least one row.' });
  if (scan.records - headerRows === 0) {
    throw new AppError('invalid_file', 'The file has a header line but no rows.', { row: 2, fix: 'Add at least one row below the header, then upload again.' });
  }
}

/** Blank lines, old Macintosh or mixed line ends: the same records, written with one line end, for the strict reader. */
async function rewriteEvenly(text: PreparedText, delimiter: string, to: string): Promise<void> {
  const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
  await pipeline(
    createReadStream(text.path, { start: text.skip }),
    parse({ ...csvOptions(delimiter), relax_quotes: true }),
    async function* (records: AsyncIterable<string[]>) {
      for await (const record of records) yield `${record.map((field) => (record.length === 1 && field === '' ? '""' : quoted(field))).join(',')}\n`;
    },
    createWriteStream(to),
  );
}

function readExpression(file: { path: string; newLine: ScanResult['lineEnding']; delimiter: string }, columns: number, headerRows: number): string {
  const fields = Array.from({ length: columns }, (_, i) => `'c${i + 1}': 'VARCHAR'`).join(', ');
  return (
    `read_csv(${literal(file.path)}, auto_detect = false, header = ${headerRows === 1}, delim = ${literal(file.delimiter)}, quote = '"', escape = '"', ` +
    `new_line = ${literal(newLines[file.newLine])}, columns = {${fields}}, nullstr = '', strict_mode = true, null_padding = false, ` +
    `ignore_errors = false, max_line_size = ${maxRecordBytes}, buffer_size = ${4 * maxRecordBytes})`
  );
}

function textNotes(text: PreparedText, scan: ScanResult): Admission['notes'] {
  const notes: Admission['notes'] = [];
  if (text.encoding !== 'utf-8') notes.push({ code: 'transcoded', message: `The text was ${text.encoding.toUpperCase()} and is read as such.`, column: null, count: 1, rows: [1] });
  if (scan.lineEnding === 'mixed') notes.push({ code: 'line_endings', message: 'Lines end in more than one way; each is read as a line end.', column: null, count: 1, rows: [] });
  if (scan.blankCount > 0) notes.push({ code: 'blank_lines', message: `${scan.blankCount} blank lines are skipped.`, column: null, count: scan.blankCount, rows: [...scan.blankLines] });
  return notes;
}
