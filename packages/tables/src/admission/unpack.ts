import { AppError } from '@columnist/contract';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';

/** How a file is compressed. */
export type Packing = 'gzip' | 'Zstandard';

/** Bytes that may be unpacked where the caller states no limit. */
const mostBytes = 100 * 1024 * 1024;
/** A table is at most so many times as large as what it is packed in; from this size on. */
const [mostRatio, ratioFrom] = [250, 4 * 1024 * 1024];

/** Null for what is not compressed, or in a way that is not read. */
export function packingOf(head: Buffer): Packing | null {
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return 'gzip';
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528) return 'Zstandard';
  return null;
}

/** Writes the text that is in a compressed file. Throws invalid_file. */
export async function unpack(
  source: string,
  packing: Packing,
  to: string,
  most = mostBytes,
): Promise<void> {
  const reader = createReadStream(source);
  const open: Duplex = packing === 'gzip' ? createGunzip() : createZstdDecompress();
  let unpacked = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length;
      done(
        unpacked > most
          ? tooLarge(packing, most)
          : unpacked > ratioFrom && unpacked > mostRatio * reader.bytesRead
            ? tooDense(packing)
            : null,
        chunk,
      );
    },
  });
  await pipeline(reader, open, limit, createWriteStream(to)).catch((error: unknown) => {
    throw error instanceof AppError ? error : isDamage(error) ? damaged(packing, error) : error;
  });
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_|ERR_)/.test(String(error.code));

const damaged = (packing: Packing, cause: unknown): AppError =>
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
