import type { DuckDBConnection } from '@duckdb/node-api';
import { open, stat } from 'node:fs/promises';
import { z } from 'zod';
import { literal } from '../database/sql.ts';
import type { TableColumn } from '../table/table-column.ts';
import type { TouchedLine } from './admission-log.ts';
import type { Note } from './column-notes.ts';
import { unframe } from './field-dialect.ts';
import { isBlank } from './read-records.ts';
import { hasSpacedQuotes, readAgain, type SecondRecord } from './read-again.ts';
import type { OpenedText } from './open-text.ts';
import { readExpression } from './read-expression.ts';
import { splitLines, type TextLine } from './text-lines.ts';

/** Records from the beginning that are compared, and those of each place further on. */
const [firstRecords, laterRecords] = [1000, 50];
/** Where to look further on, as shares of the text. */
const places = [1 / 3, 2 / 3, 1];
const placeBytes = 32 * 1024;
const mostShown = 3;

interface Difference {
  /** Of the file, where it is known. */
  readonly line: number | null;
  readonly raw: string;
  readonly ours: readonly string[];
}
interface Compared {
  readonly records: number;
  readonly differences: readonly Difference[];
}

/**
 * Reads the first records and some further on by a second reader, and compares every cell with
 * what was read; lines that admission names as repaired or left out are passed over. What differs
 * is said in a note.
 */
export async function compareReadings(
  connection: DuckDBConnection,
  opened: OpenedText,
  parquet: string,
  columns: readonly TableColumn[],
  missingWords: readonly string[],
): Promise<Note[]> {
  if (opened.looked.dialect.wrapped === true) return [];
  const found = [
    await compareFirst(connection, opened),
    ...(opened.careful
      ? []
      : await compareLater(connection, opened, parquet, columns, missingWords)),
  ];
  const records = found.reduce((sum, one) => sum + one.records, 0);
  const differences = found.flatMap((one) => one.differences);
  if (differences.length === 0) return [];
  return [
    {
      code: 'read_differently',
      message:
        `A second reader reads ${differences.length} of ${records} rows that were compared ` +
        'differently. Look at these rows, and state the delimiter, quote or escape if they are wrong.',
      column: null,
      count: differences.length,
      rows: differences.flatMap(({ line }) => (line === null ? [] : [line])).slice(0, 10),
      examples: differences.slice(0, mostShown).map(({ line, raw, ours }) => ({
        line: line ?? 0,
        before: raw.slice(0, 300),
        after: ours.join(' | ').slice(0, 300),
      })),
    },
  ];
}

/** A run of lines that admission left as they are, or a record that it changed. */
type Run = { readonly lines: readonly TextLine[] } | { readonly changed: true };

async function compareFirst(
  connection: DuckDBConnection,
  { file, hasHeader, looked, text, log }: OpenedText,
): Promise<Compared> {
  const head = splitLines(text.head.toString('utf8'));
  // The last line goes on beyond the head.
  if ((await stat(text.path)).size - text.skip > text.head.length) head.pop();
  const lines = head.filter(({ number }) => number >= looked.firstRow);
  // No more rows than lines: of a wide table the head holds few.
  const most = Math.min(firstRecords, lines.length);
  const first = (longest?: number) =>
    connection.runAndReadAll(
      `select * from ${readExpression(file, hasHeader, longest)} limit ${most}`,
    );
  // Buffers of the usual size cost more than all of the comparison; a record further on that is
  // longer than the head needs them.
  const read = await first(text.head.length).catch(() => first());
  const rows = read.getRows().map((row) => row.map((cell) => String(cell ?? '')));
  const unframed = (line: string): string =>
    looked.dialect.framed === true ? unframe(line) : line;
  const differences: Difference[] = [];
  let at = 0;
  for (const run of runsOf(lines, log.touched)) {
    if (at >= rows.length) break;
    if ('changed' in run) {
      at += 1;
      continue;
    }
    const records = readAgain(
      run.lines.map((line) => unframed(line.text) + line.end).join(''),
      looked.dialect,
      rows.length - at,
    );
    if (records === null) return { records: at, differences };
    let line = run.lines[0]?.number ?? 0;
    for (const record of records) {
      if (isBlank(record.raw, looked.dialect)) continue;
      const ours = rows[at];
      if (ours === undefined) break;
      if (!sameTexts(ours, withoutEnd(record, looked), looked.dialect, record.raw))
        differences.push({ line, raw: record.raw, ours });
      line += splitLines(record.raw).length;
      at += 1;
    }
  }
  return { records: at, differences };
}

/** Lines as runs, without those that were left out. */
function runsOf(lines: readonly TextLine[], touched: ReadonlyMap<number, TouchedLine>): Run[] {
  const runs: Run[] = [];
  let run: TextLine[] = [];
  const end = (): void => {
    if (run.length > 0) runs.push({ lines: run });
    run = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const act = line === undefined ? undefined : touched.get(line.number);
    if (line === undefined) break;
    if (act === undefined) {
      run.push(line);
      continue;
    }
    end();
    if (!act.isOut) runs.push({ changed: true });
    at += act.lines - 1;
  }
  end();
  return runs;
}

const withoutEnd = (
  { fields }: SecondRecord,
  { endTrimmed, width }: OpenedText['looked'],
): readonly string[] =>
  endTrimmed && fields.length === width + 1 && fields.at(-1)?.trim() === ''
    ? fields.slice(0, -1)
    : fields;

const sameTexts = (
  ours: readonly string[],
  theirs: readonly string[],
  dialect: OpenedText['looked']['dialect'],
  raw: string,
): boolean =>
  (ours.length === theirs.length && ours.every((cell, at) => cell === theirs[at])) ||
  hasSpacedQuotes(raw, dialect);

/** Places further on in a text that was read as it is, against the table that was written. */
async function compareLater(
  connection: DuckDBConnection,
  { looked, text, checkpoints }: OpenedText,
  parquet: string,
  columns: readonly TableColumn[],
  missingWords: readonly string[],
): Promise<Compared[]> {
  const beyond = checkpoints.filter(({ records }) => records > firstRecords);
  const chosen = new Set(
    places.map((share) => beyond[Math.max(0, Math.ceil(share * beyond.length) - 1)]),
  );
  const compared: Compared[] = [];
  for (const place of chosen) {
    if (place === undefined) continue;
    const records = await recordsAt(text.path, text.skip + place.offset, looked.dialect);
    if (records === null || records.length === 0) continue;
    const from = place.records - looked.headerRows;
    const cells = columns.map((_, at) => `c${at + 1}::varchar`).join(', ');
    const read = await connection.runAndReadAll(
      `select ${cells} from read_parquet(${literal(parquet)}, file_row_number = true) ` +
        `where file_row_number >= ${from} and file_row_number < ${from + records.length} ` +
        'order by file_row_number',
    );
    const rows = z.array(z.array(z.string().nullable())).parse(read.getRows());
    compared.push({
      records: records.length,
      differences: records.flatMap((record, at) => {
        const row = rows[at] ?? [];
        const same =
          record.fields.length === row.length &&
          record.fields.every((field, i) =>
            sameValue(field, row[i] ?? null, columns[i]?.storage ?? '', missingWords),
          );
        return same || hasSpacedQuotes(record.raw, looked.dialect)
          ? []
          : [{ line: null, raw: record.raw, ours: row.map((cell) => cell ?? '') }];
      }),
    });
  }
  return compared;
}

/** The records that begin at a byte of a file; at most fifty, all of them whole. */
async function recordsAt(
  path: string,
  offset: number,
  dialect: OpenedText['looked']['dialect'],
): Promise<SecondRecord[] | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(placeBytes), 0, placeBytes, offset);
    // The last record may be cut off, even within a character.
    const lines = splitLines(buffer.subarray(0, bytesRead).toString('utf8'));
    const whole = bytesRead < placeBytes ? lines : lines.slice(0, -1);
    const records = readAgain(
      whole.map(({ text, end }) => text + end).join(''),
      dialect,
      laterRecords + 1,
    );
    // Within quotes the last one may be cut off all the same.
    return (
      records?.slice(
        0,
        bytesRead < placeBytes ? laterRecords : Math.min(laterRecords, records.length - 1),
      ) ?? null
    );
  } finally {
    await file.close();
  }
}

const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const isNumber = (storage: string): boolean => /INT|DECIMAL|DOUBLE/.test(storage);

/**
 * Whether a text may have become this value. What admission converts (dates, marks of thousands)
 * is not compared.
 */
function sameValue(
  text: string,
  value: string | null,
  storage: string,
  missingWords: readonly string[],
): boolean {
  const trimmed = text.trim();
  if (value === null) return trimmed === '' || missingWords.includes(trimmed);
  if (storage === 'VARCHAR') return text === value || trimmed === value;
  if (trimmed === '') return false;
  if (isNumber(storage) && plainNumber.test(trimmed)) return Number(trimmed) === Number(value);
  return true;
}
