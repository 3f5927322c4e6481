import { TextDecoder } from 'node:util';
import { codePages } from '../admission/encodings/code-pages.ts';
import { decoderOf, encodingNamed, type Decoder } from '../admission/encodings/decoders.ts';
import { formatNote } from './typed-table.ts';
import type { Note } from '../admission/column-notes.ts';

/**
 * Reads texts in the encoding that a file states, or in UTF-8 where it states none. Bytes that it
 * does not have are read as windows-1252, and counted; so are all of an encoding that is not known.
 */
export class TextReader {
  readonly #stated: string | null;
  readonly #encoding: string | null;
  readonly #strict: Decoder | null;
  readonly #fallback = new TextDecoder('windows-1252');
  #misfits = 0;
  #misfitsOfHead: number | null = null;

  constructor(stated: string | null) {
    this.#stated = stated;
    this.#encoding = encodingNamed(stated ?? 'utf-8');
    this.#strict = this.#encoding === null ? null : strictDecoder(this.#encoding);
  }

  /** Rows are read from the first one on: what was counted of a reading before is forgotten. */
  beginRows(): void {
    this.#misfitsOfHead ??= this.#misfits;
    this.#misfits = this.#misfitsOfHead;
  }

  read(bytes: Uint8Array): string {
    for (const byte of bytes)
      if (byte > 0x7f) {
        try {
          if (this.#strict !== null) return this.#strict.decode(bytes);
        } catch {
          // It is counted and read below.
        }
        this.#misfits += 1;
        return this.#fallback.decode(bytes);
      }
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  }

  notes(): Note[] {
    if (this.#misfits === 0) return [];
    return [formatNote('transcoded', this.#why(), null, this.#misfits)];
  }

  #why(): string {
    const texts = this.#misfits === 1 ? '1 text is' : `${this.#misfits} texts are`;
    if (this.#stated === null)
      return `${texts} not UTF-8, and read as windows-1252, for the file does not say its encoding.`;
    if (this.#encoding === null)
      return `${texts} read as windows-1252, for the encoding that the file states, ${this.#stated.slice(0, 40)}, is not known.`;
    return `${texts} not written in the stated encoding ${this.#encoding}, and read as windows-1252.`;
  }
}

/** A mark of byte order at the start of a text is kept. */
const strictDecoder = (encoding: string): Decoder =>
  encoding in codePages
    ? decoderOf(encoding, true)
    : new TextDecoder(encoding, { fatal: true, ignoreBOM: true });

/** Without what fills a field up: zeros and spaces at its end. */
export function trimmedEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end -= 1;
  return bytes.subarray(0, end);
}

/** Up to the first zero. */
export function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}
