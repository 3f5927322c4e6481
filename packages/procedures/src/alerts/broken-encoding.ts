import type { Alert } from '@columnist/contract';
import { col, counted, recoding, sayAlert, txt } from './say-alert.ts';
import type { TextFindings } from './scan-texts.ts';

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

/** Texts such as ‘OrlÃ©ans’ or with the sign that replaces what could not be read. */
export function brokenEncoding(name: string, { broken }: TextFindings): Alert | null {
  const [first] = broken;
  if (first === undefined) return null;
  const rows = broken.reduce((sum, { n }) => sum + n, 0);
  const values = broken.flatMap(({ value, n }) => {
    const meant = mended(value);
    return meant === null ? [] : [{ from: value, to: meant, n }];
  });
  const known = values.reduce((sum, { n }) => sum + n, 0);
  const [example] = values;
  return sayAlert([name], {
    kind: 'broken_encoding',
    severity: 'high',
    count: rows,
    rows: `${col(name)} in (${broken
      .slice(0, 40)
      .map(({ value }) => txt(value))
      .join(', ')})`,
    said: `${counted(rows, 'text')} of ${name} ${rows === 1 ? 'was' : 'were'} read in another encoding, such as ‘${first.value.slice(0, 40)}’${example === undefined ? '' : ` for ‘${example.to.slice(0, 40)}’`}.`,
    fix:
      example === undefined
        ? 'Export the file again as UTF-8: what is replaced by � cannot be read back.'
        : 'Write the texts as they were meant, or export the file again as UTF-8.',
    remedy: recoding(
      name,
      known === rows
        ? 'Write them as meant'
        : `Write ${known.toLocaleString('en')} of them as meant`,
      values.map(({ from, to }) => ({ from, to })),
    ),
  });
}
