import { compressionRegistry, CompressionType } from 'apache-arrow';
import { zstdDecompressSync } from 'node:zlib';
import { damaged } from '../binary-file.ts';
import { unpackLz4 } from './lz4.ts';

/** Bytes that one buffer of a column may have unpacked. */
const mostUnpacked = 512 * 1024 * 1024;
/** LZ4 makes at most 255 bytes of one. */
const largestRatio = 255;

/**
 * The size that precedes a compressed buffer, which the library does not hand on. The library
 * itself writes that of the packed bytes there: null.
 */
function statedSize(packed: Uint8Array): number | null {
  const size = Number(new DataView(packed.buffer, packed.byteOffset - 8, 8).getBigInt64(0, true));
  if (size < 0 || size > mostUnpacked)
    throw damaged('Arrow', `a buffer states ${size} bytes unpacked, more than can be read`);
  return size === packed.length ? null : size;
}

/** Lets the library read bodies that are compressed by LZ4 or Zstandard, within bounds. */
export function registerCodecs(): void {
  const sized = (size: number | null, unpacked: Uint8Array): Uint8Array => {
    if (size !== null && unpacked.length !== size)
      throw damaged('Arrow', 'a compressed buffer has another size than it states');
    return unpacked;
  };
  compressionRegistry.set(CompressionType.LZ4_FRAME, {
    decode: (packed) => {
      const size = statedSize(packed);
      const most = Math.min(mostUnpacked, packed.length * largestRatio);
      if (size !== null && size > most)
        throw damaged('Arrow', 'a buffer states more bytes than LZ4 can make of it');
      return sized(size, unpackLz4(packed, size ?? 4 * packed.length, size ?? most));
    },
  });
  compressionRegistry.set(CompressionType.ZSTD, {
    decode: (packed) => {
      const size = statedSize(packed);
      const unpacked = zstdDecompressSync(packed, {
        maxOutputLength: Math.max(1, size ?? mostUnpacked),
      });
      return sized(size, new Uint8Array(unpacked.buffer, unpacked.byteOffset, unpacked.length));
    },
  });
}
