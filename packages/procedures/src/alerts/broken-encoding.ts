import type { Alert } from '@columnist/contract';
import { col, counted, recoding, sayAlert, txt } from './say-alert.ts';
import type { TextFindings } from './scan-texts.ts';
import { brokenForm } from './text-forms.ts';

/** Characters of windows-1252 whose bytes are not their code points. */
const windows = new Map(
  Array.from('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ').map((letter, i) => [
    letter,
    0x80 + i,
  ]),
);
const decoder = new TextDecoder('utf-8', { fatal: true });

/** What was meant where UTF-8 was read as windows-1252 or Latin-1; null where it is not known. */
function mended(text: string): string | null {
  const bytes: number[] = [];
  for (const letter of text) {
    const code = windows.get(letter) ?? letter.codePointAt(0) ?? 0;
    if (code > 255) return null;
    bytes.push(code);
  }
  try {
    const read = decoder.decode(Uint8Array.from(bytes));
    return read === text ? null : read;
  } catch {
    return null;
  }
}

const listedAtMost = 40;
const signsListed = 60;
const wrongSigns = new RegExp(brokenForm.replaceAll(String.raw`\x{`, String.raw`\u{`), 'gu');

/** A filter of all texts: by themselves, or of many by the signs that are wrong in them. */
function rowsOf(name: string, texts: readonly string[]): string {
  const signs = [...new Set(texts.flatMap((text) => text.match(wrongSigns) ?? []))];
  const isShort = texts.length <= listedAtMost;
  if (isShort || signs.length === 0 || signs.length > signsListed)
    return `${col(name)} in (${texts
      .slice(0, isShort ? undefined : listedAtMost)
      .map(txt)
      .join(', ')})`;
  return `matches(${col(name)}, ${txt(signs.toSorted().join('|'))})`;
}

/**
 * Texts such as ‘OrlÃ©ans’ or with the sign that replaces what could not be read; where there are
 * none, texts such as ‘Orl?ans’.
 */
export function brokenEncoding(name: string, { broken: unread, lost }: TextFindings): Alert | null {
  const broken = unread.length > 0 ? unread : lost;
  const [first] = broken;
  if (first === undefined) return null;
  const rows = broken.reduce((sum, { n }) => sum + n, 0);
  const known = new Map(lost.map(({ value, meant }) => [value, meant]));
  const values = broken.flatMap(({ value, n }) => {
    const meant = known.get(value) ?? mended(value);
    return meant === null ? [] : [{ from: value, to: meant, n }];
  });
  const readable = values.reduce((sum, { n }) => sum + n, 0);
  const [example] = values;
  const how =
    unread.length > 0
      ? `${rows === 1 ? 'was' : 'were'} read in another encoding`
      : `${rows === 1 ? 'has' : 'have'} question marks for letters`;
  return sayAlert([name], {
    kind: 'broken_encoding',
    severity: 'high',
    count: rows,
    rows: rowsOf(
      name,
      broken.map(({ value }) => value),
    ),
    said: `${counted(rows, 'text')} of ${name} ${how}, such as ‘${first.value.slice(0, 40)}’${example === undefined ? '' : ` for ‘${example.to.slice(0, 40)}’`}.`,
    fix:
      example === undefined
        ? 'Export the file again as UTF-8: what is replaced by � or ? cannot be read back.'
        : 'Write the texts as they were meant, or export the file again as UTF-8.',
    remedy: recoding(
      name,
      readable === rows
        ? 'Write them as meant'
        : `Write ${readable.toLocaleString('en')} of them as meant`,
      values.map(({ from, to }) => ({ from, to })),
    ),
  });
}
