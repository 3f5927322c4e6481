import { codePages } from './code-pages.ts';
import { KoreanDecoder } from './korean-decoder.ts';

/** Turns bytes into text piece by piece; `decode()` without bytes ends it. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

/** Names that programs write for encodings of ours which the Encoding Standard does not have. */
const otherNames: Readonly<Record<string, string>> = {
  maccentraleurope: 'x-mac-ce',
  'mac-ce': 'x-mac-ce',
  'mac-roman': 'macintosh',
  macroman: 'macintosh',
  cp949: 'euc-kr',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp950: 'big5',
  cp874: 'windows-874',
  utf32le: 'utf-32le',
  utf32be: 'utf-32be',
};

/** The name an encoding has here; null where it is none that can be read. */
export function encodingNamed(label: string): string | null {
  const lower = label.trim().toLowerCase();
  const name = otherNames[lower] ?? lower.replace(/^(?:cp)?(?=\d{3}$)/, 'ibm');
  if (name in codePages || name === 'utf-32le' || name === 'utf-32be') return name;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** `fatal`: bytes that are no character throw a TypeError; otherwise they become U+FFFD. */
export function decoderOf(encoding: string, fatal: boolean): Decoder {
  const page = codePages[encoding];
  if (page !== undefined) return new CodePageDecoder(page);
  if (encoding === 'utf-32le' || encoding === 'utf-32be')
    return new Utf32Decoder(encoding === 'utf-32le', fatal);
  if (encoding === 'euc-kr') return new KoreanDecoder(fatal);
  return new TextDecoder(encoding, { fatal });
}

class CodePageDecoder implements Decoder {
  readonly #characters: readonly string[];

  constructor(page: string) {
    this.#characters = Array.from({ length: 256 }, (_, byte) =>
      byte < 128 ? String.fromCharCode(byte) : (page[byte - 128] ?? '\ufffd'),
    );
  }

  decode(bytes: Uint8Array = new Uint8Array()): string {
    let text = '';
    for (const byte of bytes) text += this.#characters[byte];
    return text;
  }
}

class Utf32Decoder implements Decoder {
  readonly #isLittle: boolean;
  readonly #fatal: boolean;
  #carried = new Uint8Array();
  #isFirst = true;

  constructor(isLittle: boolean, fatal: boolean) {
    this.#isLittle = isLittle;
    this.#fatal = fatal;
  }

  decode(bytes: Uint8Array = new Uint8Array(), options = { stream: false }): string {
    const all = Buffer.concat([this.#carried, bytes]);
    const whole = all.length - (all.length % 4);
    let text = '';
    for (let at = 0; at < whole; at += 4) {
      const point = this.#isLittle ? all.readUInt32LE(at) : all.readUInt32BE(at);
      const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      if (!isCharacter && this.#fatal) throw new TypeError('No character of UTF-32.');
      if (!(this.#isFirst && point === 0xfeff))
        text += isCharacter ? String.fromCodePoint(point) : '\ufffd';
      this.#isFirst = false;
    }
    this.#carried = Uint8Array.from(all.subarray(whole));
    if (options.stream || this.#carried.length === 0) return text;
    if (this.#fatal) throw new TypeError('UTF-32 ends within a character.');
    return `${text}\ufffd`;
  }
}
