import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** What the bytes above 127 of a text that is not UTF-8 say about it. */
interface HighBytes {
  /** Characters of two bytes and more that are UTF-8. */
  whole: number;
  /** Bytes that are part of none. */
  broken: number;
  /** 0x80 to 0x9f that are letters in Mac OS Roman and nothing in Windows-1252. */
  mac: number;
  /** 0xc0 to 0xdf and 0xe0 to 0xff with another such byte before them: words of a script without Latin letters. */
  lower: number;
  upper: number;
  single: number;
}

/** The Encoding Standard's label of a text that is not UTF-8: mostly UTF-8 with stray bytes ('mixed'), or one of the single-byte encodings that spreadsheets write. */
export async function legacyEncodingOf(path: string): Promise<'mixed' | 'windows-1252' | 'windows-1251' | 'koi8-r' | 'macintosh'> {
  const found: HighBytes = { whole: 0, broken: 0, mac: 0, lower: 0, upper: 0, single: 0 };
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) if (Buffer.isBuffer(chunk)) count(chunk, found);
  if (found.whole > 2 * found.broken) return 'mixed';
  if (found.lower + found.upper > 2 * found.single) return found.lower >= found.upper ? 'windows-1251' : 'koi8-r';
  return found.mac > 0.3 * found.single ? 'macintosh' : 'windows-1252';
}

function count(bytes: Buffer, found: HighBytes): void {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc2 && isUtf8(bytes.subarray(i, i + length)) && i + length <= bytes.length) {
      found.whole += 1;
      i += length - 1;
      continue;
    }
    found.broken += 1;
    if ([0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte)) found.mac += 1;
    if ((bytes[i - 1] ?? 0) >= 0xc0 || (bytes[i + 1] ?? 0) >= 0xc0) {
      if (byte >= 0xe0) found.lower += 1;
      else found.upper += 1;
    } else found.single += 1;
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
      text += this.#utf8.decode(bytes.subarray(from, at)) + this.#legacy.decode(bytes.subarray(at, at + 1));
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
