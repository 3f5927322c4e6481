import { isUtf8 } from 'node:buffer';

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
