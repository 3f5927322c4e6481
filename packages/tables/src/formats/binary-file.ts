import { AppError } from '@columnist/contract';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes that are read in one piece at most: a length that the file states is never trusted. */
export const mostInOnePiece = 64 * 1024 * 1024;
const windowBytes = 256 * 1024;

/** The file is not what its beginning says: damaged, cut short, or made to mislead. */
export const damaged = (format: string, what: string): AppError =>
  new AppError('invalid_file', `This ${format} file is damaged: ${what}.`, {
    fix: 'Write the file again where it comes from, then import it.',
  });

/** A file that is read from any place, never beyond its end. */
export class BinaryFile {
  readonly size: number;
  readonly format: string;
  readonly #descriptor: number;
  #window = Buffer.alloc(0);
  #windowAt = 0;

  constructor(path: string, format: string) {
    this.format = format;
    this.#descriptor = openSync(path, 'r');
    this.size = fstatSync(this.#descriptor).size;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** A view of the bytes that is valid until the next call. Throws invalid_file. */
  bytes(at: number, length: number): Buffer {
    if (!Number.isSafeInteger(at) || at < 0 || !Number.isSafeInteger(length) || length < 0)
      throw damaged(this.format, 'it states a place that no file can have');
    if (length > mostInOnePiece)
      throw damaged(this.format, `it states a piece of ${length} bytes, more than can be read`);
    if (at + length > this.size)
      throw damaged(
        this.format,
        `it has ${this.size} bytes and should go on to byte ${at + length}`,
      );
    const from = at - this.#windowAt;
    if (from >= 0 && from + length <= this.#window.length)
      return this.#window.subarray(from, from + length);
    const wanted = Math.min(Math.max(length, windowBytes), this.size - at);
    if (this.#window.length !== wanted) this.#window = Buffer.allocUnsafe(wanted);
    this.#windowAt = at;
    let read = 0;
    while (read < wanted) {
      const more = readSync(this.#descriptor, this.#window, read, wanted - read, at + read);
      if (more === 0) throw damaged(this.format, 'it became shorter while it was read');
      read += more;
    }
    return this.#window.subarray(0, length);
  }
}

/** Reads one value after the other. */
export class ByteReader {
  readonly file: BinaryFile;
  readonly littleEndian: boolean;
  at: number;

  constructor(file: BinaryFile, littleEndian: boolean, at = 0) {
    this.file = file;
    this.littleEndian = littleEndian;
    this.at = at;
  }

  /** A view that is valid until the next call. */
  bytes(length: number): Buffer {
    const read = this.file.bytes(this.at, length);
    this.at += length;
    return read;
  }

  skip(length: number): void {
    if (length < 0 || this.at + length > this.file.size) this.file.bytes(this.at, length);
    this.at += length;
  }

  uint8(): number {
    return this.bytes(1).readUInt8();
  }

  uint16(): number {
    const bytes = this.bytes(2);
    return this.littleEndian ? bytes.readUInt16LE() : bytes.readUInt16BE();
  }

  int32(): number {
    const bytes = this.bytes(4);
    return this.littleEndian ? bytes.readInt32LE() : bytes.readInt32BE();
  }

  uint32(): number {
    return this.int32() >>> 0;
  }

  /** A count or place; Infinity above what numbers hold exactly. */
  uint64(): number {
    const bytes = this.bytes(8);
    const value = this.littleEndian ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE();
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? Infinity : Number(value);
  }

  float64(): number {
    const bytes = this.bytes(8);
    return this.littleEndian ? bytes.readDoubleLE() : bytes.readDoubleBE();
  }
}
