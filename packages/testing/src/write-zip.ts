import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; what is stated of it may be a lie. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer | string;
  /** What the archive says its size is. */
  readonly statedBytes?: number;
  /** Bit 0 is that of encryption. */
  readonly flags?: number;
  /** Instead of bytes of its own it has those of the entry of this place. */
  readonly sharesWith?: number;
}

/**
 * A ZIP archive (APPNOTE.TXT 4.3) that may say what no program writes: wrong sizes, files inside
 * one another, names that lead out of it.
 */
export function writeZip(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  const places: { offset: number; packed: Buffer; plain: Buffer }[] = [];
  let offset = 0;
  for (const { name, content, statedBytes, flags = 0, sharesWith } of entries) {
    const there = sharesWith === undefined ? undefined : places[sharesWith];
    const plain = there?.plain ?? Buffer.from(content);
    const packed = there?.packed ?? deflateRawSync(plain);
    const title = Buffer.from(name);
    const header = (isCentral: boolean): Buffer => {
      const made = Buffer.alloc(isCentral ? 46 : 30);
      made.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50, 0);
      const at = isCentral ? 6 : 4;
      made.writeUInt16LE(20, at);
      made.writeUInt16LE(flags | 0x800, at + 2);
      made.writeUInt16LE(8, at + 4);
      made.writeUInt32LE(crc32(plain), at + 10);
      made.writeUInt32LE(packed.length, at + 14);
      made.writeUInt32LE(statedBytes ?? plain.length, at + 18);
      made.writeUInt16LE(title.length, at + 22);
      if (isCentral) made.writeUInt32LE(there?.offset ?? offset, 42);
      return Buffer.concat([made, title]);
    };
    central.push(header(true));
    places.push({ offset: there?.offset ?? offset, packed, plain });
    if (there !== undefined) continue;
    const local = Buffer.concat([header(false), packed]);
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
