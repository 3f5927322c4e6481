import { TextDecoder } from 'node:util';
import { formatNote } from './typed-table.ts';
import type { Note } from '../admission/column-notes.ts';

/**
 * Reads texts in the encoding that a file states, or in UTF-8 where it states none. Bytes that it
 * does not have are read as windows-1252, and counted.
 */
export class TextReader {
  readonly encoding: string;
  readonly #strict: TextDecoder;
  readonly #fallback = new TextDecoder('windows-1252');
  readonly #isStated: boolean;
  #misfits = 0;

  constructor(stated: string | null) {
    const decoder = decoderFor(stated ?? 'utf-8');
    this.#isStated = stated !== null;
    this.#strict = decoder ?? new TextDecoder('windows-1252');
    this.encoding = this.#strict.encoding;
  }

  read(bytes: Uint8Array): string {
    for (const byte of bytes)
      if (byte > 0x7f) {
        try {
          return this.#strict.decode(bytes);
        } catch {
          this.#misfits += 1;
          return this.#fallback.decode(bytes);
        }
      }
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  }

  notes(): Note[] {
    if (this.#misfits === 0) return [];
    const texts = this.#misfits === 1 ? '1 text is' : `${this.#misfits} texts are`;
    return [
      formatNote(
        'transcoded',
        this.#isStated
          ? `${texts} not written in the stated encoding ${this.encoding}, and read as windows-1252.`
          : `${texts} not UTF-8, and read as windows-1252, for the file does not say its encoding.`,
        null,
        this.#misfits,
      ),
    ];
  }
}

/** A strict decoder of this label; null where there is none of that name. */
function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return null;
  }
}

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
