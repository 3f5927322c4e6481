import { encodingTitle, type Admission } from '@columnist/contract';
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
import { looksLikeUtf7 } from './text-findings.ts';
import type { TemporaryFiles } from './temporary-files.ts';

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
      ...textNotes(text, scan.lineEnding, scan.blankCount, scan.blankLines, scan.spacedQuotes),
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
      ...textNotes(text, read.lineEnding, read.blankCount, read.blankLines, 0),
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

export function textNotes(
  text: PreparedText,
  lineEnding: ScanResult['lineEnding'],
  blankCount: number,
  blankLines: readonly number[],
  spacedQuotes: number,
): Admission['notes'] {
  const notes: Admission['notes'] = [];
  const note = (code: string, message: string, count: number, rows: readonly number[]) =>
    notes.push({ code, message, column: null, count, rows: [...rows], examples: [] });
  if (text.packing !== null)
    note('unpacked', `The file was packed with ${text.packing} and is read unpacked.`, 1, [1]);
  if (text.encoding !== 'utf-8')
    note('transcoded', `The text was ${encodingTitle(text.encoding)} and is read as such.`, 1, [1]);
  if (text.readings.length > 1)
    note(
      'uncertain_encoding',
      'The encoding is not certain: the text may also be ' +
        `${text.readings
          .slice(1)
          .map(({ encoding }) => encodingTitle(encoding))
          .join(', ')}. If letters look wrong, state the encoding.`,
      1,
      [1],
    );
  if (text.brokenLines.count > 0)
    note(
      'mixed_encoding',
      `${text.brokenLines.count} characters that are not UTF-8 are read as Windows-1252.`,
      text.brokenLines.count,
      text.brokenLines.lines,
    );
  if (text.marks !== null && text.marks.count > 0)
    note(
      'byte_order_marks',
      text.marks.count === 1
        ? '1 byte order mark (U+FEFF) at the start of a cell is left out.'
        : `${text.marks.count} byte order marks (U+FEFF) at the start of cells are left out.`,
      text.marks.count,
      text.marks.lines,
    );
  const { replaced, garbled, privateUse } = text.findings;
  if (replaced > 0)
    note(
      'replacement_characters',
      `${replaced} ${replaced === 1 ? 'letter was' : 'letters were'} replaced by “\ufffd” before ` +
        'the file came here and cannot be restored.',
      replaced,
      [],
    );
  if (garbled > 0)
    note(
      'garbled_text',
      `${garbled} ${garbled === 1 ? 'letter looks' : 'letters look'} garbled, such as “Ã©” for ` +
        '“é” or “Ìîñêâà” for “Москва”: the text was saved in the wrong encoding before. It is kept as it is.',
      garbled,
      [],
    );
  if (privateUse > 0)
    note(
      'private_characters',
      `${privateUse} ${privateUse === 1 ? 'character is' : 'characters are'} of the private use area of ` +
        'Unicode and mean nothing without the font of the program that wrote them' +
        (text.encoding === 'big5'
          ? ': letters of HKSCS, the additions of Hong Kong to Big5, are read as such. Save the ' +
            'file as UTF-8 to have its letters.'
          : '. They are kept as they are.'),
      privateUse,
      [],
    );
  if (looksLikeUtf7(text.head))
    note(
      'utf7',
      'The text looks like UTF-7 (“+AOk-” for “é”) and is kept as it is written. Save it as UTF-8 ' +
        'to have its letters.',
      1,
      [1],
    );
  if (lineEnding === 'mixed')
    note('line_endings', 'Lines end in more than one way; each is read as a line end.', 1, []);
  if (blankCount > 0)
    note(
      'blank_lines',
      blankCount === 1 ? '1 blank line is skipped.' : `${blankCount} blank lines are skipped.`,
      blankCount,
      blankLines,
    );
  if (spacedQuotes > 0)
    note(
      'spaces_around_quotes',
      'Spaces outside the quotes of a field do not belong to it.',
      spacedQuotes,
      [],
    );
  return notes;
}
