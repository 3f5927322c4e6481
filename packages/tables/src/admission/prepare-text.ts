import { AppError } from '@columnist/contract';
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { detectEncoding, refuseOtherFormats, type Encoding } from './identify-content.ts';
import { legacyEncodingOf, MixedDecoder } from './legacy-encoding.ts';

const headBytes = 1024 * 1024;
/** Few enough that a chunk and its text stay in the processor's cache while they are looked at. */
const chunkBytes = 64 * 1024;

export interface PreparedText {
  /** UTF-8 text to read: the source itself, or a copy in UTF-8. */
  readonly path: string;
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
  /** Bytes of a UTF-8 byte order mark at the start of `path`. */
  readonly skip: number;
  /** The first bytes, without byte order mark. */
  readonly head: Buffer;
  /** Characters that were not UTF-8 in a text that is, and the first lines that have them. */
  readonly brokenLines: { readonly count: number; readonly lines: readonly number[] };
  /** Encodings that the bytes may be in as well. */
  readonly otherEncodings: readonly string[];
}

const noneBroken = { count: 0, lines: [] };

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Looks at the beginning of the file, refuses other formats, and sees to it that there is UTF-8
 * text to read. A text
 * that is not UTF-8 after all (readUtf8 throws NotUtf8) is prepared again with `legacy`.
 */
export async function prepareText(
  source: string,
  copy: string,
  stated?: string,
  legacy = false,
): Promise<PreparedText> {
  const raw = await readHead(source);
  if (raw.length === 0)
    throw new AppError('invalid_file', 'The file is empty.', {
      row: 1,
      fix: 'Upload a file with a header line and at least one row.',
    });
  refuseOtherFormats(raw);
  const detected = detectEncoding(raw);
  const skip = detected.encoding === 'utf-8' && detected.byteOrderMark ? 3 : 0;
  const isText =
    stated === undefined ? detected.encoding === 'utf-8' && !legacy : stated === 'utf-8';
  if (isText)
    return {
      path: source,
      encoding: 'utf-8',
      byteOrderMark: detected.byteOrderMark,
      skip,
      head: raw.subarray(skip),
      brokenLines: noneBroken,
      otherEncodings: [],
    };
  const { encoding, others } =
    stated === undefined && legacy
      ? await legacyEncodingOf(source)
      : { encoding: stated ?? detected.encoding, others: [] };
  const brokenLines =
    encoding === 'mixed'
      ? await transcodeMixed(source, copy)
      : await transcode(source, copy, encoding);
  const head = await readHead(copy);
  refuseOtherFormats(head);
  return {
    path: copy,
    encoding: encoding === 'mixed' ? 'utf-8' : encoding,
    byteOrderMark: detected.byteOrderMark,
    skip: 0,
    head,
    brokenLines,
    otherEncodings: others,
  };
}

async function transcode(
  source: string,
  copy: string,
  encoding: Encoding,
): Promise<PreparedText['brokenLines']> {
  const decoder = decoderOf(encoding);
  let line = 1;
  await decodeFile(source, copy, (chunk) => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1;
      return text;
    } catch {
      throw new AppError(
        'invalid_file',
        `The text is not whole ${encoding.toUpperCase()}: near line ${line} a character is broken.`,
        { row: line, fix: 'Save the file as "CSV UTF-8", then upload again.' },
      );
    }
  });
  return noneBroken;
}

function decoderOf(encoding: string): Pick<InstanceType<typeof TextDecoder>, 'decode'> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new AppError(
      'invalid_file',
      `'${encoding.slice(0, 40)}' is no encoding that can be read.`,
      {
        fix: 'State a label of the WHATWG Encoding Standard such as utf-8, utf-16le, windows-1252 or shift_jis.',
      },
    );
  }
}

async function transcodeMixed(source: string, copy: string): Promise<PreparedText['brokenLines']> {
  const decoder = new MixedDecoder();
  await decodeFile(source, copy, (chunk) => decoder.decode(chunk));
  return decoder.broken;
}

async function decodeFile(
  source: string,
  copy: string,
  decode: (chunk: Uint8Array | undefined) => string,
): Promise<void> {
  await pipeline(
    createReadStream(source, { highWaterMark: chunkBytes }),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) yield decode(chunk);
      yield decode(undefined);
    },
    createWriteStream(copy),
  );
}

/**
 * Reads text in chunks that end between characters, and refuses bytes that are not UTF-8, naming
 * the line.
 */
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

/** Bytes that are not UTF-8, in a text that was taken for it. */
export class NotUtf8 extends AppError {}

function notUtf8(line: number): AppError {
  return new NotUtf8('invalid_file', `Line ${line} has bytes that are not UTF-8.`, {
    row: line,
    fix: 'State the encoding of the file, or save it as "CSV UTF-8" (in Excel: Save as, CSV UTF-8), then upload again.',
  });
}
