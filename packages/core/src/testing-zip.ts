import { inflateRawSync } from 'node:zlib';

const entrySignature = Buffer.from([0x50, 0x4b, 1, 2]);

/**
 * The text of one file in a ZIP archive, by its central directory (APPNOTE.TXT 4.3.12). Throws
 * where it is not there.
 */
export function textInZip(zip: Buffer, name: string): string {
  for (let at = zip.indexOf(entrySignature); at >= 0; at = zip.indexOf(entrySignature, at + 4)) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + 46, nameEnd) !== name) continue;
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
    return (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes).toString('utf8');
  }
  throw new Error(`The archive has no ${name}.`);
}
