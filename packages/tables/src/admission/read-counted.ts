import { AppError } from '@columnist/contract';
import { RecordCounter } from './count-records.ts';
import { sampleRecords } from './guess-types.ts';
import type { Looked } from './look-at-text.ts';
import type { StatedReading } from './stated-reading.ts';
import {
  openCarefully,
  openPlainly,
  scanText,
  withText,
  type LookedText,
  type OpenedText,
} from './open-text.ts';
import { readExpression } from './read-expression.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { textNotes } from './text-notes.ts';

/** A text that is ready to be read by DuckDB. */
export interface Readable {
  /** SQL of its rows: text fields c1, c2, … */
  readonly table: string;
  readonly looked: Looked;
  /** Every line was looked at, and repaired where a rule explains it. */
  readonly careful: boolean;
  /** Rows that were counted; null while they are still being counted. */
  readonly rows: number | null;
}

/**
 * What a reader makes of the rows, and how many it found; null where the header occurs among them.
 * It may be called again, and
 * then must begin from nothing.
 */
export type ReadRows<Result> = (
  readable: Readable,
) => Promise<{ readonly rows: number; readonly result: Result } | null>;

export interface CountedRead<Result> {
  readonly opened: OpenedText;
  readonly result: Result;
}

/**
 * The one way to the rows of a file. They are counted by a scan of our own, and `read` must find
 * the same number with DuckDB.
 * Where it does not, the file is read again the careful way, and its rows must be as many as were
 * written then.
 * Throws invalid_file where the two never agree; then nothing that was read may be kept.
 */
export const readCounted = <Result>(
  source: string,
  stated: StatedReading,
  temporary: TemporaryFiles,
  onProgress: (share: number) => void,
  read: ReadRows<Result>,
  mostBytes?: number,
): Promise<CountedRead<Result>> =>
  withText(
    source,
    stated,
    temporary,
    async (looked) =>
      (await readWhileCounting(looked, onProgress, read)) ??
      (await readPlainly(looked, temporary, onProgress, read)) ??
      readRepaired(looked, temporary, onProgress, read),
    mostBytes,
  );

/**
 * A long file that looks plain: read and counted at the same time. Null where that meets anything
 * that is not.
 */
async function readWhileCounting<Result>(
  { text, looked, log }: LookedText,
  onProgress: (share: number) => void,
  read: ReadRows<Result>,
): Promise<CountedRead<Result> | null> {
  if (!looked.plain || looked.width < 2 || looked.sample.length < sampleRecords) return null;
  const { delimiter } = looked.dialect;
  const file = { path: text.path, delimiter, columns: looked.width };
  const hasHeader = looked.headerRows === 1;
  const counter = new RecordCounter(delimiter);
  // Both end before anything else is tried, which would write to the same files.
  const [scan, reading] = await Promise.allSettled([
    scanText(text, counter, onProgress).then(() => counter.end()),
    read({ table: readExpression(file, hasHeader), looked, careful: false, rows: null }).catch(
      nullIfUnread,
    ),
  ]);
  if (scan.status === 'rejected') throw scan.reason;
  if (reading.status === 'rejected') throw reading.reason;
  const [counted, found] = [scan.value, reading.value];
  if (counted === null || found === null || found.rows !== counted.records - looked.headerRows)
    return null;
  const { lineEnding, quoted } = counted;
  return {
    opened: {
      file,
      hasHeader,
      rows: found.rows,
      looked,
      text,
      lineEnding,
      quoted,
      notes: [...textNotes(text, delimiter, lineEnding, 0, [], 0), ...log.notes()],
      careful: false,
      checkpoints: counter.checkpoints,
      log,
    },
    result: found.result,
  };
}

async function readPlainly<Result>(
  looked: LookedText,
  temporary: TemporaryFiles,
  onProgress: (share: number) => void,
  read: ReadRows<Result>,
): Promise<CountedRead<Result> | null> {
  const opened = await openPlainly(looked, temporary, onProgress);
  if (opened === null) return null;
  const found = await read(readableOf(opened)).catch(nullIfUnread);
  return found === null || found.rows !== opened.rows ? null : { opened, result: found.result };
}

async function readRepaired<Result>(
  looked: LookedText,
  temporary: TemporaryFiles,
  onProgress: (share: number) => void,
  read: ReadRows<Result>,
): Promise<CountedRead<Result>> {
  const opened = await openCarefully(looked, temporary, onProgress);
  const found = await read(readableOf(opened)).catch((error: unknown) => {
    throw isUnread(error) ? unread('The file cannot be read without doubt.', error) : error;
  });
  if (found === null) throw unread('The file cannot be read without doubt.');
  if (found.rows !== opened.rows)
    throw unread(
      `The file cannot be read without doubt: ${opened.rows} rows were counted, ${found.rows} could be read.`,
    );
  return { opened, result: found.result };
}

const readableOf = ({ file, hasHeader, looked, careful, rows }: OpenedText): Readable => ({
  table: readExpression(file, hasHeader),
  looked,
  careful,
  rows,
});

const unread = (message: string, cause?: unknown): AppError =>
  new AppError(
    'invalid_file',
    message,
    { fix: 'Check the quotes and line ends of the file, then upload again.' },
    cause === undefined ? {} : { cause },
  );

/** What our scan accepts and DuckDB's strict reader does not. */
const isUnread = (error: unknown): boolean =>
  error instanceof Error && /^(?:Invalid Input|Conversion) Error/.test(error.message);

function nullIfUnread(error: unknown): null {
  if (isUnread(error)) return null;
  throw error;
}
