import { AppError } from '@columnist/contract';
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { detectEncoding, refuseOtherFormats, type Encoding } from './identify-content.ts';

const headBytes = 1024 * 1024;
const chunkBytes = 1024 * 1024;

export interface PreparedText {
  /** UTF-8 text to read: the source itself, or a copy in UTF-8. */
  readonly path: string;
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
  /** Bytes of a UTF-8 byte order mark at the start of `path`. */
  readonly skip: number;
  /** The first bytes, without byte order mark. */
  readonly head: Buffer;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Looks at the beginning of the file, refuses other formats, and sees to it that there is UTF-8 text to read. */
export async function prepareText(source: string, copy: string): Promise<PreparedText> {
  const raw = await readHead(source);
  if (raw.length === 0) throw new AppError('invalid_file', 'The file is empty.', { row: 1, fix: 'Upload a file with a header line and at least one row.' });
  refuseOtherFormats(raw);
  const { encoding, byteOrderMark } = detectEncoding(raw);
  if (encoding === 'utf-8') {
    const skip = byteOrderMark ? 3 : 0;
    return { path: source, encoding, byteOrderMark, skip, head: raw.subarray(skip) };
  }
  await transcode(source, copy, encoding);
  const head = await readHead(copy);
  refuseOtherFormats(head);
  return { path: copy, encoding, byteOrderMark, skip: 0, head };
}

async function transcode(source: string, copy: string, encoding: Encoding): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  const decode = (chunk: Uint8Array | undefined): string => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1;
      return text;
    } catch {
      throw new AppError('invalid_file', `The text is not whole ${encoding.toUpperCase()}: near line ${line} a character is broken.`, { row: line, fix: 'Save the file as "CSV UTF-8", then upload again.' });
    }
  };
  await pipeline(
    createReadStream(source, { highWaterMark: chunkBytes }),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) yield decode(chunk);
      yield decode(undefined);
    },
    createWriteStream(copy),
  );
}

/** Reads text in chunks that end between characters, and refuses bytes that are not UTF-8, naming the line. */
export async function* readUtf8(path: string, skip: number): AsyncGenerator<Buffer> {
  let carried = Buffer.alloc(0);
  let done = skip;
  for await (const chunk of createReadStream(path, { start: skip, highWaterMark: chunkBytes })) {
    if (!Buffer.isBuffer(chunk)) continue;
    const all = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const whole = all.subarray(0, all.length - incompleteTail(all));
    if (!isUtf8(whole)) throw notUtf8(await lineAt(path, done + firstInvalid(whole)));
    carried = Buffer.from(all.subarray(whole.length));
    done += whole.length;
    yield whole;
  }
  if (carried.length > 0) throw notUtf8(await lineAt(path, done));
}

/** Bytes that a character with this first byte has. */
const lengthOf = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

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
    for await (const chunk of createReadStream(path, { end: offset - 1, highWaterMark: chunkBytes })) {
      if (!Buffer.isBuffer(chunk)) continue;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lf += 1;
      for (let at = chunk.indexOf(13); at !== -1; at = chunk.indexOf(13, at + 1)) cr += 1;
    }
  }
  return 1 + (lf > 0 ? lf : cr);
}

function notUtf8(line: number): AppError {
  return new AppError('invalid_file', `Line ${line} has bytes that are not UTF-8.`, {
    row: line,
    fix: 'Save the file as "CSV UTF-8" (in Excel: Save as, CSV UTF-8), then upload again.',
  });
}
