import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** What an encoding is recognised by: the pieces of a text that have bytes above 127. */
export interface ByteSample {
  /**
   * Different pieces between delimiters, as many as show every byte above 127 with the one behind
   * it, and the first ones.
   */
  readonly pieces: readonly Buffer[];
  /** Characters of two bytes and more that are UTF-8. */
  readonly whole: number;
  /** Bytes above 127 that are part of none. */
  readonly broken: number;
  /** The text switches to another set of characters by an escape sequence, as ISO-2022-JP does. */
  readonly escapes: boolean;
}

/** Pieces that are taken whatever they show, and at most. */
const [firstPieces, mostPieces] = [200, 900];
const longestPiece = 120;

/**
 * Bytes that are part of no character of two bytes in any encoding and end a piece: control
 * characters, " , ; and the space, but not between a number and its unit.
 */
const ends = new Uint8Array(256);
for (let byte = 0; byte < 0x20; byte++) ends[byte] = 1;
ends[0x1b] = 0;
for (const sign of '",; ') ends[sign.charCodeAt(0)] = 1;

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Reads the whole file. */
export async function sampleFile(path: string): Promise<ByteSample> {
  const sampler = new Sampler();
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    if (Buffer.isBuffer(chunk)) sampler.push(chunk);
  return sampler.end();
}

export function sampleBytes(bytes: Buffer): ByteSample {
  const sampler = new Sampler();
  sampler.push(bytes);
  return sampler.end();
}

class Sampler {
  #whole = 0;
  #broken = 0;
  #escapes = false;
  readonly #pieces = new Map<string, Buffer>();
  readonly #shown = new Uint8Array(256 * 256);
  #carried = Buffer.alloc(0);

  push(chunk: Buffer): void {
    const bytes = this.#carried.length === 0 ? chunk : Buffer.concat([this.#carried, chunk]);
    let begin = 0;
    let isHigh = false;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80 || byte === 0x1b) isHigh = true;
      else if (ends[byte] === 1 && !(byte === 0x20 && isDigit(bytes[at - 1]))) {
        if (isHigh) this.#add(bytes.subarray(begin, at));
        begin = at + 1;
        isHigh = false;
      }
    }
    this.#carried = Buffer.from(bytes.subarray(Math.max(begin, bytes.length - 65_536)));
  }

  end(): ByteSample {
    this.#add(this.#carried);
    return {
      pieces: [...this.#pieces.values()],
      whole: this.#whole,
      broken: this.#broken,
      escapes: this.#escapes,
    };
  }

  #add(piece: Buffer): void {
    let isNew = this.#pieces.size < firstPieces;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (byte === 0x1b && /^[$(]$/.test(String.fromCharCode(piece[at + 1] ?? 0)))
        this.#escapes = true;
      if (byte < 0x80) continue;
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      if (byte >= 0xc2 && at + length <= piece.length && isUtf8(piece.subarray(at, at + length))) {
        this.#whole += 1;
        at += length - 1;
      } else this.#broken += 1;
    }
    if (this.#pieces.size >= mostPieces && !isNew) return;
    for (let at = 0; at < piece.length && at < longestPiece; at++) {
      const byte = piece[at] ?? 0;
      if (byte < 0x80) continue;
      const pair = 256 * byte + (piece[at + 1] ?? 0);
      if (this.#shown[pair] === 1) continue;
      this.#shown[pair] = 1;
      isNew = true;
    }
    if (!isNew) return;
    const cut = piece.length > longestPiece ? cutAtAscii(piece) : piece;
    // The same word beside another number shows nothing new.
    const key = cut.toString('latin1').replaceAll(/[0-9]+(?:[.,:][0-9]+)*/g, '0');
    if (!this.#pieces.has(key)) this.#pieces.set(key, Buffer.from(cut));
  }
}

/** The beginning of a long piece, to a space if there is one: no character is cut in two. */
function cutAtAscii(piece: Buffer): Buffer {
  const space = piece.lastIndexOf(0x20, longestPiece);
  return piece.subarray(0, space > 0 ? space : longestPiece);
}
