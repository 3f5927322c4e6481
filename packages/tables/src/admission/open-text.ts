import type { Admission } from '@columnist/contract';
import { stat } from 'node:fs/promises';
import { AdmissionLog } from './admission-log.ts';
import { lookAtText, type Looked } from './look-at-text.ts';
import type { StatedReading } from './stated-reading.ts';
import { prepareText, type PreparedText } from './prepare-text.ts';
import { anotherWay, readUtf8 } from './read-utf8.ts';
import { readCarefully } from './read-carefully.ts';
import { refuseUnlessTable } from './refuse-unless-table.ts';
import type { ReadableFile } from './read-expression.ts';
import { rewriteEvenly } from './rewrite-evenly.ts';
import { RecordScanner, UnevenText, type Checkpoint, type ScanResult } from './scan-records.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { textNotes } from './text-notes.ts';

/** Text that DuckDB can read strictly: as it came, or put in order. */
export interface OpenedText {
  readonly file: ReadableFile;
  /** The first record of `file` is the header. */
  readonly hasHeader: boolean;
  readonly rows: number;
  readonly looked: Looked;
  readonly text: PreparedText;
  readonly lineEnding: ScanResult['lineEnding'];
  readonly quoted: boolean;
  readonly notes: Admission['notes'];
  readonly careful: boolean;
  /** Where records begin in the text, here and there. */
  readonly checkpoints: readonly Checkpoint[];
  readonly log: AdmissionLog;
}

/** Text of a file, and what its beginning and end say. */
export interface LookedText {
  readonly text: PreparedText;
  readonly looked: Looked;
  readonly log: AdmissionLog;
}

/**
 * Runs the work on a file's text; where that turns out not to be UTF-8, or to hold byte order marks
 * within, once more on what its bytes may mean. Throws invalid_file.
 */
export async function withText<Result>(
  source: string,
  stated: StatedReading,
  temporary: TemporaryFiles,
  work: (looked: LookedText) => Promise<Result>,
  mostBytes?: number,
): Promise<Result> {
  const look = async (found: ReturnType<typeof anotherWay>): Promise<Result> => {
    const how = { stated: stated.encoding, mostBytes, ...found };
    try {
      const text = await prepareText({ path: source, ...how }, temporary);
      const log = new AdmissionLog();
      return await work({ text, looked: await lookAtText(text, stated, log), log });
    } catch (error) {
      const way = anotherWay(error, how);
      if (way === null) throw error;
      return look(way);
    }
  };
  return look(null);
}

/** Null where the file is not in order. */
export async function openPlainly(
  { text, looked, log }: LookedText,
  temporary: TemporaryFiles,
  onProgress: (share: number) => void,
): Promise<OpenedText | null> {
  if (!looked.plain) return null;
  const { delimiter } = looked.dialect;
  const scanner = new RecordScanner(delimiter);
  const scan = await scanText(text, scanner, onProgress)
    .then(() => scanner.end())
    .catch((error: unknown) => {
      if (error instanceof UnevenText) return null;
      throw error;
    });
  if (scan === null || scan.fields !== looked.width) return null;
  // Below a blank line another table may begin: every line is looked at.
  if (scan.blankCount > 0 && scan.fields > 1) return null;
  const uneven =
    scan.lineEnding === 'mixed' ||
    (scan.blankCount > 0 && (scan.fields === 1 || scan.firstLine > 1));
  if (uneven) await rewriteEvenly(readUtf8(text), delimiter, temporary.even);
  const hasHeader = looked.headerRows === 1;
  return {
    file: {
      path: uneven ? temporary.even : text.path,
      delimiter,
      columns: scan.fields,
      even: uneven,
    },
    hasHeader,
    rows: scan.records - looked.headerRows,
    looked,
    text,
    lineEnding: scan.lineEnding,
    quoted: scan.quoted,
    notes: [
      ...textNotes(
        text,
        delimiter,
        scan.lineEnding,
        scan.blankCount,
        scan.blankLines,
        scan.spacedQuotes,
      ),
      ...log.notes(),
    ],
    careful: false,
    checkpoints: scanner.checkpoints,
    log,
  };
}

/** Reads line by line, repairing what a rule explains. */
export async function openCarefully(
  { text, looked, log }: LookedText,
  temporary: TemporaryFiles,
  onProgress: (share: number) => void,
): Promise<OpenedText> {
  const read = await readCarefully(
    asText(readUtf8(text), (await stat(text.path)).size, onProgress),
    looked,
    temporary.even,
    temporary.repairs,
    log,
  );
  refuseUnlessTable(read.rows, log, looked.profiles);
  return {
    file: { path: temporary.even, delimiter: ',', columns: looked.width, even: true },
    hasHeader: false,
    rows: read.rows,
    looked,
    text,
    lineEnding: read.lineEnding,
    quoted: looked.dialect.quote !== null && text.head.includes(looked.dialect.quote),
    notes: [
      ...textNotes(
        text,
        looked.dialect.delimiter,
        read.lineEnding,
        read.blankCount,
        read.blankLines,
        0,
      ),
      ...log.notes(),
    ],
    careful: true,
    checkpoints: [],
    log,
  };
}

async function* asText(
  chunks: AsyncIterable<Buffer>,
  size: number,
  onProgress: (share: number) => void,
): AsyncGenerator<string> {
  let done = 0;
  for await (const chunk of chunks) {
    yield chunk.toString('utf8');
    done += chunk.length;
    onProgress(Math.min(1, done / size));
  }
}

/** Puts the whole text through a scanner. Throws NotUtf8, invalid_file. */
export async function scanText(
  text: PreparedText,
  scanner: { push(chunk: Buffer): void },
  onProgress: (share: number) => void,
): Promise<void> {
  const { size } = await stat(text.path);
  let done = 0;
  for await (const chunk of readUtf8(text)) {
    scanner.push(chunk);
    done += chunk.length;
    onProgress(Math.min(1, done / size));
  }
}
