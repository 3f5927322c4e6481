import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { judgeWords, type LegacyEncoding } from './judge-words.ts';

/** Different words that an encoding is recognised by. */
const mostWords = 20_000;
const longestWord = 60;

/**
 * The encoding of a text that is not UTF-8: mostly UTF-8 with stray bytes ('mixed'), or one in
 * which a byte is a letter.
 * Words count once, however often they are in the text.
 */
export async function legacyEncodingOf(
  path: string,
): Promise<LegacyEncoding | { readonly encoding: 'mixed'; readonly others: readonly [] }> {
  const found = new LegacyBytes();
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    if (Buffer.isBuffer(chunk)) found.push(chunk);
  found.end();
  if (found.whole > 2 * found.broken) return { encoding: 'mixed', others: [] };
  return judgeWords(found.words, found.high);
}

/** What the bytes above 127 of a text that is not UTF-8 say about it. */
class LegacyBytes {
  /** Characters of two bytes and more that are UTF-8. */
  whole = 0;
  /** Bytes that are part of none. */
  broken = 0;
  /** The bytes above 127 that occur. */
  readonly high = new Set<number>();
  /**
   * Runs of letters and of bytes above 127 that have one of these, each byte as the character of
   * its number.
   */
  readonly words = new Set<string>();
  #word: number[] = [];
  #isHigh = false;

  push(bytes: Buffer): void {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      this.#add(byte);
      if (byte < 0x80) continue;
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      if (byte >= 0xc2 && i + length <= bytes.length && isUtf8(bytes.subarray(i, i + length))) {
        this.whole += 1;
        for (let k = 1; k < length; k++) this.#add(bytes[i + k] ?? 0);
        i += length - 1;
      } else this.broken += 1;
    }
  }

  end(): void {
    this.#endWord();
  }

  #add(byte: number): void {
    const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
    if (byte < 0x80 && !isLetter) return this.#endWord();
    if (byte >= 0x80) {
      this.#isHigh = true;
      this.high.add(byte);
    }
    if (this.#word.length < longestWord) this.#word.push(byte);
  }

  #endWord(): void {
    if (this.#isHigh && this.words.size < mostWords)
      this.words.add(String.fromCharCode(...this.#word));
    this.#word = [];
    this.#isHigh = false;
  }
}

/** UTF-8 where it is, each stray byte as Windows-1252. */
export class MixedDecoder {
  readonly #utf8 = new TextDecoder('utf-8');
  readonly #legacy = new TextDecoder('windows-1252');
  readonly #lines: number[] = [];
  #carried = Buffer.alloc(0);
  #line = 1;
  #count = 0;

  decode(chunk: Uint8Array | undefined): string {
    const bytes = chunk === undefined ? this.#carried : Buffer.concat([this.#carried, chunk]);
    const whole = chunk === undefined ? bytes.length : Math.max(0, bytes.length - 3);
    let text = '';
    let from = 0;
    let at = 0;
    while (at < whole) {
      const byte = bytes[at] ?? 0;
      if (byte === 10) this.#line += 1;
      const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      if (byte < 0x80 || isUtf8(bytes.subarray(at, at + length))) {
        at += length;
        continue;
      }
      text +=
        this.#utf8.decode(bytes.subarray(from, at)) +
        this.#legacy.decode(bytes.subarray(at, at + 1));
      this.#count += 1;
      if (this.#lines.length < 10) this.#lines.push(this.#line);
      at += 1;
      from = at;
    }
    this.#carried = Buffer.from(bytes.subarray(at));
    return text + this.#utf8.decode(bytes.subarray(from, at));
  }

  get broken(): { count: number; lines: readonly number[] } {
    return { count: this.#count, lines: this.#lines };
  }
}
