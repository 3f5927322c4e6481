import { AppError } from '@columnist/contract';
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { markOfCell } from './byte-order-marks.ts';
import { chunkBytes, type PreparedText, type TextSource } from './prepare-text.ts';

/**
 * Reads text in chunks that end between characters, and refuses bytes that are not UTF-8, naming
 * the line.
 */
export async function* readUtf8({
  path,
  skip,
  findings,
  marks,
}: Pick<PreparedText, 'path' | 'skip' | 'findings' | 'marks'>): AsyncGenerator<Buffer> {
  findings.begin();
  let carried = Buffer.alloc(0);
  let done = skip;
  let before: number | undefined;
  for await (const chunk of createReadStream(path, { start: skip, highWaterMark: chunkBytes })) {
    if (!Buffer.isBuffer(chunk)) continue;
    const all = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const whole = all.subarray(0, all.length - incompleteTail(all));
    if (!isUtf8(whole)) throw notUtf8(await lineAt(path, done + firstInvalid(whole)));
    if (escapesIn(whole)) throw notUtf8(await lineAt(path, done + whole.indexOf(0x1b)));
    if (marks === null && markOfCell(whole, before) >= 0)
      throw new MarkWithin('invalid_file', 'There are byte order marks within the text.');
    before = whole.at(-1) ?? before;
    carried = Buffer.from(all.subarray(whole.length));
    done += whole.length;
    findings.push(whole);
    yield whole;
  }
  if (carried.length > 0) throw notUtf8(await lineAt(path, done));
}

/** ISO-2022-JP is ASCII that switches to another set of characters. */
function escapesIn(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0x1b); at !== -1; at = bytes.indexOf(0x1b, at + 1))
    if (/^[$][@B]/.test(bytes.toString('latin1', at + 1, at + 3))) return true;
  return false;
}

/** Bytes that a character with this first byte has. */
const lengthOf = (first: number): number =>
  first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

/** Bytes at the end that begin a character whose rest has not come yet. */
function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0;
  }
  return 0;
}

/** Where the first character begins that is not UTF-8. */
function firstInvalid(bytes: Buffer): number {
  let at = 0;
  for (;;) {
    const length = lengthOf(bytes[at] ?? 0xff);
    if (!isUtf8(bytes.subarray(at, at + length)) || at >= bytes.length) return at;
    at += length;
  }
}

/** The line of a byte, counting LF, or CR in a file that has no LF before it. */
async function lineAt(path: string, offset: number): Promise<number> {
  let [lf, cr] = [0, 0];
  if (offset > 0) {
    for await (const chunk of createReadStream(path, {
      end: offset - 1,
      highWaterMark: chunkBytes,
    })) {
      if (!Buffer.isBuffer(chunk)) continue;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lf += 1;
      for (let at = chunk.indexOf(13); at !== -1; at = chunk.indexOf(13, at + 1)) cr += 1;
    }
  }
  return 1 + (lf > 0 ? lf : cr);
}

/** Byte order marks at the start of cells, in a text that was to be read as it is. */
class MarkWithin extends AppError {}

/** How a text is to be prepared after what was found while it was read; null where it cannot be. */
export const anotherWay = (
  error: unknown,
  { stated, isLegacy = false, hasMarks = false }: Omit<TextSource, 'path'>,
): Pick<TextSource, 'isLegacy' | 'hasMarks'> | null =>
  error instanceof MarkWithin && !hasMarks
    ? { hasMarks: true }
    : error instanceof NotUtf8 && stated === undefined && !isLegacy
      ? { isLegacy: true }
      : null;

/** Bytes that are not UTF-8, in a text that was taken for it. */
class NotUtf8 extends AppError {}

function notUtf8(line: number): AppError {
  return new NotUtf8('invalid_file', `Line ${line} has bytes that are not UTF-8.`, {
    row: line,
    fix: 'State the encoding of the file, or save it as "CSV UTF-8" (in Excel: Save as, CSV UTF-8), then upload again.',
  });
}
