import type { Decoder } from './decoders.ts';

/**
 * The Windows form of EUC-KR (code page 949), which the Encoding Standard means by euc-kr; Node's
 * own decoder lacks the syllables that Microsoft added. They are those of Unicode that KS X 1001
 * does not have, in order, on the free places.
 */
export class KoreanDecoder implements Decoder {
  readonly #fatal: boolean;
  #lead = 0;

  constructor(fatal: boolean) {
    this.#fatal = fatal;
  }

  decode(bytes: Uint8Array = new Uint8Array(), options = { stream: false }): string {
    const characters = table();
    let text = '';
    for (const byte of bytes) {
      if (this.#lead === 0) {
        if (byte < 0x80) text += String.fromCharCode(byte);
        else if (byte === 0x80 || byte === 0xff) text += this.#broken();
        else this.#lead = byte;
        continue;
      }
      const character = characters[256 * this.#lead + byte];
      this.#lead = 0;
      if (character === undefined) {
        text += this.#broken();
        if (byte < 0x80) text += String.fromCharCode(byte);
      } else text += character;
    }
    if (options.stream || this.#lead === 0) return text;
    this.#lead = 0;
    return text + this.#broken();
  }

  #broken(): string {
    if (this.#fatal) throw new TypeError('No character of EUC-KR.');
    return '\ufffd';
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const letters = [...range(0x41, 0x5a), ...range(0x61, 0x7a)];

let made: (string | undefined)[] | undefined;

/** Characters by their two bytes. */
function table(): (string | undefined)[] {
  if (made !== undefined) return made;
  const characters: (string | undefined)[] = [];
  const standard = new TextDecoder('euc-kr');
  const known = new Set<string>();
  for (const lead of range(0xa1, 0xfe))
    for (const trail of range(0xa1, 0xfe)) {
      const character = standard.decode(Uint8Array.of(lead, trail));
      if (character.length !== 1 || character === '\ufffd') continue;
      characters[256 * lead + trail] = character;
      known.add(character);
    }
  const added = range(0xac00, 0xd7a3)
    .map((code) => String.fromCharCode(code))
    .filter((character) => !known.has(character));
  let next = 0;
  for (const lead of range(0x81, 0xc6))
    for (const trail of [...letters, ...range(0x81, lead < 0xa1 ? 0xfe : 0xa0)])
      characters[256 * lead + trail] = added[next++];
  made = characters;
  return characters;
}
