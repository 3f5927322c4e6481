import type { DuckDBConnection } from '@duckdb/node-api';
import { stat } from 'node:fs/promises';
import type { TableColumn } from '../table/table-column.ts';
import type { TouchedLine } from './admission-log.ts';
import type { Note } from './column-notes.ts';
import { compareLater, firstRecords, type Compared, type Difference } from './compare-later.ts';
import { unframe } from './field-dialect.ts';
import { isBlank } from './read-records.ts';
import { hasSpacedQuotes, readAgain, type SecondRecord } from './read-again.ts';
import type { OpenedText } from './open-text.ts';
import { readExpression } from './read-expression.ts';
import { splitLines, type TextLine } from './text-lines.ts';

/** Bytes that hold the first records of most files. */
const usualBytes = 128 * 1024;
/** Bytes that few records have. */
const usualRecord = 64 * 1024;
const mostShown = 3;

const nothing: Compared = { records: 0, differences: [] };

/**
 * Reads the first records and some further on by a second reader, and compares every cell with
 * what was read; lines that admission names as repaired or left out are passed over. What differs
 * is said in a note. `aside` looks at the table while the first records are read.
 */
export async function compareReadings(
  connection: DuckDBConnection,
  aside: DuckDBConnection,
  opened: OpenedText,
  parquet: string,
  columns: readonly TableColumn[],
  missingWords: readonly string[],
): Promise<Note[]> {
  const { wrapped, extents } = opened.looked.dialect;
  if (wrapped === true || extents !== undefined) return [];
  // Both end before the connections do.
  const [first, later] = await Promise.allSettled([
    compareFirst(connection, opened),
    opened.careful ? nothing : compareLater(aside, opened, parquet, columns, missingWords),
  ]);
  if (first.status === 'rejected') throw first.reason;
  if (later.status === 'rejected') throw later.reason;
  const found = [first.value, later.value];
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

async function compareFirst(connection: DuckDBConnection, opened: OpenedText): Promise<Compared> {
  const { file, hasHeader, looked, text } = opened;
  const rest = (await stat(text.path)).size - text.skip;
  const linesIn = (bytes: number): TextLine[] => {
    const lines = splitLines(text.head.toString('utf8', 0, bytes));
    // The last line goes on beyond these bytes.
    if (rest > bytes) lines.pop();
    return lines.filter(({ number }) => number >= looked.firstRow);
  };
  const few = linesIn(Math.min(usualBytes, text.head.length));
  const some = few.length < firstRecords ? linesIn(text.head.length) : few;
  // No more rows than lines: of a wide table the head holds few.
  const most = Math.min(firstRecords, some.length);
  const first = (longest?: number) =>
    connection.runAndReadAll(
      `select * from ${readExpression(file, hasHeader, longest)} limit ${most}`,
    );
  // Buffers of the usual size cost more than all of the comparison; a longer record, here or
  // further on, needs them.
  const read = await first(usualRecord)
    .catch(() => first(text.head.length))
    .catch(() => first());
  const rows = read.getRows().map((row) => row.map((cell) => String(cell ?? '')));
  const compared = compareLines(some, rows, opened);
  // Records may have many lines each.
  return compared.records < rows.length && some === few
    ? compareLines(linesIn(text.head.length), rows, opened)
    : compared;
}

/** The lines of a text, read again, against the rows that were read of it. */
function compareLines(
  lines: readonly TextLine[],
  rows: readonly (readonly string[])[],
  { looked, log }: OpenedText,
): Compared {
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
