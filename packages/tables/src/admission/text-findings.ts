/** Marks of letters that were lost or garbled before the file came, counted while it is read. */
export class TextFindings {
  /** U+FFFD, which programs write for bytes that they could not read. */
  replaced = 0;
  /** Letters of UTF-8 that were read as Windows-1252 and saved again, such as Ã©. */
  garbled = 0;
  /** Of the private use area: letters of HKSCS in Big5 become such, as no font but theirs has them. */
  privateUse = 0;
  /** U+001A, which programs write for letters that their encoding does not have. */
  substitutes = 0;
  /** By character: those of ASCII between files, groups, records and units. */
  readonly #separators = new Map<string, number>();

  begin(): void {
    this.replaced = 0;
    this.garbled = 0;
    this.privateUse = 0;
    this.substitutes = 0;
    this.#separators.clear();
  }

  /** How many separators of ASCII there are but the one between the fields. */
  separatorsBeside(delimiter: string): number {
    return [...this.#separators].reduce(
      (sum, [separator, found]) => sum + (separator === delimiter ? 0 : found),
      0,
    );
  }

  push(bytes: Buffer): void {
    this.replaced += count(bytes, replacement);
    if (bytes.includes(0xc3)) {
      for (const one of twice) this.garbled += count(bytes, one);
      this.garbled += countWords(bytes);
    }
    if (bytes.includes(cyrillicTwice)) this.garbled += countCyrillicTwice(bytes);
    this.garbled += countControls(bytes);
    this.privateUse += countPrivate(bytes);
    this.substitutes += count(bytes, substitute);
    for (const separator of separators) {
      const found = count(bytes, Buffer.from(separator));
      if (found > 0)
        this.#separators.set(separator, found + (this.#separators.get(separator) ?? 0));
    }
  }
}

const substitute = Buffer.from('\u001a');
const separators = ['\u001c', '\u001d', '\u001e', '\u001f'];
const replacement = Buffer.from('\ufffd');
/** Ã and Â before a sign, also Ð and Ñ of Cyrillic letters, and the beginning of â€™. */
const twice = [
  Buffer.from([0xc3, 0x90, 0xc2]),
  Buffer.from([0xc3, 0x91, 0xc2]),
  Buffer.from([0xc3, 0x83, 0xc2]),
  Buffer.from([0xc3, 0x82, 0xc2]),
  Buffer.from([0xc3, 0x83, 0xe2, 0x80]),
  Buffer.from('â€'),
];

/** Letters À to ÿ side by side, as no Western word has them and Cyrillic read as Latin has. */
const longWord = 5;

/** Letters of words that consist of nothing but such letters. */
function countWords(bytes: Buffer): number {
  let found = 0;
  for (let at = bytes.indexOf(0xc3); at !== -1; at = bytes.indexOf(0xc3, at)) {
    const begin = at;
    while (bytes[at] === 0xc3 && (bytes[at + 1] ?? 0) >= 0x80) at += 2;
    const letters = (at - begin) / 2;
    if (letters >= longWord) found += letters;
    if (letters === 0) at += 1;
  }
  return found;
}

/** Р and С, as the first bytes of Cyrillic letters in UTF-8 are in Windows-1251. */
const cyrillicTwice = Buffer.from([0xd0, 0xa0]);
const pairsInWindows1251 =
  /(?:[РС][\u0402-\u040f\u0452-\u045f\u00a0-\u00bb\u0490\u0491\u2013-\u203a\u20ac\u2116\u2122]){3,}/g;

function countCyrillicTwice(bytes: Buffer): number {
  return (bytes.toString('utf8').match(pairsInWindows1251) ?? []).reduce(
    (sum, { length }) => sum + length / 2,
    0,
  );
}

/**
 * U+0080 to U+009F but the line end U+0085: letters of Windows code pages that were read as Latin-1.
 * Those behind Ã, Â, Ð and Ñ are counted with these.
 */
function countControls(bytes: Buffer): number {
  let found = 0;
  for (let at = bytes.indexOf(0xc2); at !== -1; at = bytes.indexOf(0xc2, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isCounted = twice.some((one) => one.equals(bytes.subarray(Math.max(0, at - 2), at + 1)));
    if (next >= 0x80 && next <= 0x9f && next !== 0x85 && !isCounted) found += 1;
  }
  return found;
}

function count(bytes: Buffer, one: Buffer): number {
  let found = 0;
  for (let at = bytes.indexOf(one); at !== -1; at = bytes.indexOf(one, at + one.length)) found += 1;
  return found;
}

/** U+E000 to U+F8FF: EE 80 80 to EF A3 BF in UTF-8. */
function countPrivate(bytes: Buffer): number {
  let found = 0;
  for (const [lead, last] of [
    [0xee, 0xbf],
    [0xef, 0xa3],
  ] as const)
    for (let at = bytes.indexOf(lead); at !== -1; at = bytes.indexOf(lead, at + 1))
      if ((bytes[at + 1] ?? 0xff) <= last) found += 1;
  return found;
}

/** Letters in UTF-7: a plus sign, UTF-16 in Base64, a hyphen. */
export function looksLikeUtf7(head: Buffer): boolean {
  const written = head.toString('latin1', 0, 65_536).matchAll(/\+([A-Za-z0-9+/]{3,})-/g);
  let found = 0;
  for (const [, base64 = ''] of written) {
    const bytes = Buffer.from(base64, 'base64');
    const text = new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
    if (!/^[^\p{ASCII}]+$/u.test(text) || !/^[\p{L}\p{M}\p{P}\p{S}]+$/u.test(text)) return false;
    found += 1;
  }
  return found > 1;
}
