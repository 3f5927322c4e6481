import { AppError, encodingTitles, nearestNames } from '@columnist/contract';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { MarkRemover } from './byte-order-marks.ts';
import { refuseAppendedAscii } from './encodings/appended-bytes.ts';
import { decoderOf, encodingNamed } from './encodings/decoders.ts';
import { MixedDecoder } from './encodings/mixed-decoder.ts';
import { recogniseEncoding, type EncodingReading } from './encodings/recognise-encoding.ts';
import { refuseUnreadEncodings } from './encodings/unread-encodings.ts';
import { endBeforeMark } from './end-of-file-mark.ts';
import { detectEncoding, refuseOtherFormats, type Encoding } from './identify-content.ts';
import { maxRecordBytes } from './scan-records.ts';
import { asLines, separatesRecords } from './separated-records.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { TextFindings } from './text-findings.ts';
import { packingOf, unpack, type Packing } from './unpack.ts';

const headBytes = 1024 * 1024;
/** More is read where the first lines are longer: the names, and a row below. */
const [linesInHead, mostHeadBytes] = [2, 2 * maxRecordBytes];
/** Few enough that a chunk and its text stay in the processor's cache while they are looked at. */
export const chunkBytes = 64 * 1024;

export interface PreparedText {
  /** UTF-8 text to read: the source itself, or a copy in UTF-8. */
  readonly path: string;
  readonly encoding: Encoding;
  /** How likely that encoding is; 1 where it was stated or leaves no doubt. */
  readonly confidence: number;
  readonly byteOrderMark: boolean;
  /** Bytes of UTF-8 byte order marks at the start of `path`. */
  readonly skip: number;
  /** The first bytes, without byte order mark. */
  readonly head: Buffer;
  /** Characters that were not UTF-8 in a text that is, and the first lines that have them. */
  readonly brokenLines: { readonly count: number; readonly lines: readonly number[] };
  /** Byte order marks at the start of cells, which are left out; null while nobody has looked. */
  readonly marks: { readonly count: number; readonly lines: readonly number[] } | null;
  /** What the bytes may be as well, the likeliest first, with some of what is then read. */
  readonly readings: readonly EncodingReading[];
  /** How the text was compressed. */
  readonly packing: Packing | null;
  /** It ended in the byte with which DOS ends a text, which is left out. */
  readonly endMark: boolean;
  /** Its records ended in the record separator of ASCII, and are lines now. */
  readonly separated: boolean;
  /** What reading it showed. */
  readonly findings: TextFindings;
}

const noneBroken = { count: 0, lines: [] };

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    for (let bytes = headBytes; ; bytes *= 2) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      const head = buffer.subarray(0, bytesRead);
      if (bytesRead < bytes || bytes >= mostHeadBytes || holdsLines(head)) return head;
    }
  } finally {
    await file.close();
  }
}

/** Whether the first lines are whole. */
function holdsLines(head: Buffer): boolean {
  let at = -1;
  for (let line = 0; line < linesInHead; line++) {
    const next = [head.indexOf(10, at + 1), head.indexOf(13, at + 1)].filter((place) => place >= 0);
    if (next.length === 0) return false;
    at = Math.min(...next);
  }
  return true;
}

export interface TextSource {
  readonly path: string;
  /** The encoding, if it is known. */
  readonly stated?: string | undefined;
  /** The text is not UTF-8 after all: readUtf8 threw NotUtf8. */
  readonly isLegacy?: boolean;
  /** There are byte order marks at the start of cells: readUtf8 threw MarkWithin. */
  readonly hasMarks?: boolean;
  /** Bytes that a compressed file may hold. */
  readonly mostBytes?: number | undefined;
}

type TextFiles = Pick<TemporaryFiles, 'unpacked' | 'utf8' | 'lines'>;

/**
 * Looks at the beginning of the file, refuses other formats, unpacks it, and sees to it that there
 * is UTF-8 text to read, in lines. Throws invalid_file.
 */
export async function prepareText(source: TextSource, temporary: TextFiles): Promise<PreparedText> {
  const text = await decodeText(source, temporary);
  if (!separatesRecords(text.head)) return text;
  await pipeline(
    createReadStream(text.path, { start: text.skip, highWaterMark: chunkBytes }),
    asLines,
    createWriteStream(temporary.lines),
  );
  const head = await readHead(temporary.lines);
  refuseOtherFormats(head);
  return { ...text, path: temporary.lines, skip: 0, head, separated: true };
}

/** Wide encodings have no byte alone that could end them. */
const isWide = (encoding: Encoding): boolean =>
  encoding.startsWith('utf-16') || encoding.startsWith('utf-32');

async function decodeText(
  { path, stated, isLegacy = false, hasMarks = false, mostBytes }: TextSource,
  temporary: TextFiles,
): Promise<PreparedText> {
  const first = await readHead(path);
  if (first.length === 0) throw emptyFile('The file is empty.');
  const packing = packingOf(first);
  if (packing !== null) await unpack(path, packing, temporary.unpacked, mostBytes);
  const source = packing === null ? path : temporary.unpacked;
  const raw = packing === null ? first : await readHead(source);
  if (raw.length === 0) throw emptyFile(`The file is packed with ${String(packing)} and empty.`);
  refuseOtherFormats(raw);
  const detected = detectEncoding(raw);
  const { byteOrderMark } = detected;
  const known = stated === undefined ? null : named(stated);
  if (known === null) refuseUnreadEncodings(raw);
  const remover = new MarkRemover();
  const end = isWide(known ?? detected.encoding) ? null : await endBeforeMark(source);
  if (end === 0) throw emptyFile('The file holds nothing but the mark with which DOS ends a text.');
  const endMark = end !== null;
  const from = { path: source, end };
  if (known === null ? detected.encoding === 'utf-8' && !isLegacy : known === 'utf-8') {
    const skip = byteOrderMark && detected.encoding === 'utf-8' ? marksOf(raw) : 0;
    const isCopied = hasMarks || endMark;
    if (isCopied)
      await copyText(from, temporary.utf8, (chunk) =>
        hasMarks ? remover.push(chunk) : (chunk ?? Buffer.alloc(0)),
      );
    const text = isCopied ? temporary.utf8 : source;
    return {
      path: text,
      encoding: 'utf-8',
      confidence: 1,
      byteOrderMark,
      skip,
      head: (isCopied ? await readHead(text) : raw).subarray(skip),
      brokenLines: noneBroken,
      marks: hasMarks ? remover : null,
      readings: [],
      packing,
      endMark,
      separated: false,
      findings: new TextFindings(),
    };
  }
  const judged =
    known === null && isLegacy
      ? await recogniseEncoding(source)
      : { encoding: known ?? detected.encoding, confidence: 1, readings: [] };
  const { encoding } = judged;
  const brokenLines =
    encoding === 'mixed'
      ? await transcodeMixed(from, temporary.utf8, remover)
      : await transcode(from, temporary.utf8, encoding, remover);
  const head = await readHead(temporary.utf8);
  refuseOtherFormats(head);
  return {
    ...judged,
    path: temporary.utf8,
    encoding: encoding === 'mixed' ? 'utf-8' : encoding,
    byteOrderMark,
    skip: 0,
    head,
    brokenLines,
    marks: remover,
    packing,
    endMark,
    separated: false,
    findings: new TextFindings(),
  };
}

const emptyFile = (message: string): AppError =>
  new AppError('invalid_file', message, {
    row: 1,
    fix: 'Upload a file with a header line and at least one row.',
  });

/** Programs that add a mark to a file that has one leave two. */
function marksOf(bytes: Buffer): number {
  let skip = 0;
  while (bytes[skip] === 0xef && bytes[skip + 1] === 0xbb && bytes[skip + 2] === 0xbf) skip += 3;
  return skip;
}

function named(stated: string): Encoding {
  const name = encodingNamed(stated);
  if (name !== null) return name;
  throw new AppError('invalid_file', `'${stated.slice(0, 40)}' is no encoding that can be read.`, {
    fix: `State one of ${Object.keys(encodingTitles).join(', ')}, or another label of the WHATWG Encoding Standard.`,
    suggestions: nearestNames(stated.toLowerCase(), Object.keys(encodingTitles)),
  });
}

/** A file, and where its text ends if not with it. */
interface TextRange {
  readonly path: string;
  readonly end: number | null;
}

async function transcode(
  source: TextRange,
  copy: string,
  encoding: Encoding,
  remover: MarkRemover,
): Promise<PreparedText['brokenLines']> {
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    await refuseAppendedAscii(source.path, encoding);
  const decoder = decoderOf(encoding, true);
  let line = 1;
  await decodeFile(source, copy, remover, (chunk) => {
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

async function transcodeMixed(
  source: TextRange,
  copy: string,
  remover: MarkRemover,
): Promise<PreparedText['brokenLines']> {
  const decoder = new MixedDecoder();
  await decodeFile(source, copy, remover, (chunk) => decoder.decode(chunk));
  return decoder.broken;
}

async function decodeFile(
  source: TextRange,
  copy: string,
  remover: MarkRemover,
  decode: (chunk: Uint8Array | undefined) => string,
): Promise<void> {
  await copyText(source, copy, (chunk) => {
    const text = remover.push(Buffer.from(decode(chunk)));
    return chunk === undefined ? Buffer.concat([text, remover.push(undefined)]) : text;
  });
}

/** Writes what is made of each piece of a file, and of its end. */
async function copyText(
  { path, end }: TextRange,
  copy: string,
  made: (chunk: Buffer | undefined) => Buffer,
): Promise<void> {
  await pipeline(
    createReadStream(path, {
      highWaterMark: chunkBytes,
      ...(end === null ? {} : { end: end - 1 }),
    }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield made(chunk);
      yield made(undefined);
    },
    createWriteStream(copy),
  );
}
