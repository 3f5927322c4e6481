import { AppError } from '@columnist/contract';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';

/** How a file is compressed. */
export type Packing = 'gzip' | 'Zstandard';

/** Bytes that may be unpacked where the caller states no limit. */
const mostBytes = 100 * 1024 * 1024;
/** A table is at most so many times as large as what it is packed in; from this size on. */
const [mostRatio, ratioFrom] = [250, 4 * 1024 * 1024];

const zstandardMagic = 0xfd2fb528;

/** Null for what is not compressed, or in a way that is not read. */
export function packingOf(head: Buffer): Packing | null {
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return 'gzip';
  if (head.length < 4) return null;
  const magic = head.readUInt32LE(0);
  return magic === zstandardMagic || isSkippable(magic) ? 'Zstandard' : null;
}

/** The mark of a frame that a reader passes over; it may be before the first one of content. */
const isSkippable = (magic: number): boolean => (magic & 0xfffffff0) >>> 0 === 0x184d2a50;

/** Writes the text that is in a compressed file. Throws invalid_file. */
export async function unpack(
  source: string,
  packing: Packing,
  to: string,
  most = mostBytes,
): Promise<void> {
  let [read, unpacked] = [0, 0];
  async function* parts(): AsyncGenerator<Buffer> {
    // Node unpacks all members of gzip, and of Zstandard the first frame alone.
    const frames = packing === 'gzip' ? [{ start: 0, end: Infinity }] : await framesOf(source);
    for (const frame of frames) {
      const reader = createReadStream(source, frame);
      const opened = packing === 'gzip' ? createGunzip() : createZstdDecompress();
      reader.on('error', (error) => opened.destroy(error));
      for await (const chunk of reader.pipe(opened)) {
        if (!Buffer.isBuffer(chunk)) continue;
        unpacked += chunk.length;
        if (unpacked > most) throw tooLarge(packing, most);
        if (unpacked > ratioFrom && unpacked > mostRatio * (read + reader.bytesRead))
          throw tooDense(packing);
        yield chunk;
      }
      read += reader.bytesRead;
    }
  }
  await pipeline(parts(), createWriteStream(to)).catch((error: unknown) => {
    throw error instanceof AppError ? error : isDamage(error) ? damaged(packing, error) : error;
  });
}

/**
 * Where the frames of a Zstandard file are (RFC 8878, section 3.1), without those to be skipped.
 * Throws invalid_file.
 */
async function framesOf(source: string): Promise<{ start: number; end: number }[]> {
  const file = await open(source);
  try {
    const { size } = await file.stat();
    const bytes = async (at: number, count: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, at);
      if (bytesRead < count) throw damaged('Zstandard');
      return buffer;
    };
    const frames: { start: number; end: number }[] = [];
    let at = 0;
    while (at < size) {
      const magic = (await bytes(at, 4)).readUInt32LE(0);
      if (isSkippable(magic)) {
        at += 8 + (await bytes(at + 4, 4)).readUInt32LE(0);
        if (at > size) throw damaged('Zstandard');
        continue;
      }
      if (magic !== zstandardMagic) throw damaged('Zstandard');
      const start = at;
      const descriptor = (await bytes(at + 4, 1))[0] ?? 0;
      const isSingle = (descriptor & 0x20) !== 0;
      const sizeField = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
      at += 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0) + sizeField;
      for (let isLast = false; !isLast;) {
        const header = (await bytes(at, 3)).readUIntLE(0, 3);
        isLast = (header & 1) === 1;
        at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
      }
      if ((descriptor & 4) !== 0) at += 4;
      if (at > size) throw damaged('Zstandard');
      frames.push({ start, end: at - 1 });
    }
    return frames;
  } finally {
    await file.close();
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_|ERR_)/.test(String(error.code));

const damaged = (packing: Packing, cause?: unknown): AppError =>
  new AppError(
    'invalid_file',
    `The file is packed with ${packing} and is damaged or ends too early.`,
    { row: 1, fix: 'Pack it again, or upload the .csv file as it is.' },
    { cause },
  );

const tooLarge = (packing: Packing, most: number): AppError =>
  new AppError(
    'invalid_file',
    `The file is packed with ${packing} and holds more than ${Math.round(most / 1024 / 1024)} MB of text.`,
    { row: 1, fix: 'Split the table into several files.' },
  );

const tooDense = (packing: Packing): AppError =>
  new AppError(
    'invalid_file',
    `The file is packed with ${packing} and its text is more than ${mostRatio} times as large, which no table is.`,
    { row: 1, fix: 'Unpack it, then upload the .csv file.' },
  );
