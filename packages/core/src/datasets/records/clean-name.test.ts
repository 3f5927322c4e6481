import { expect, test } from 'vitest';
import { cleanName } from './clean-name.ts';

test.each([
  ['nothing to clean', 'Größe ø 量.csv', 'Größe ø 量.csv'],
  ['spaces around', '  a b.csv ', 'a b.csv'],
  ['what cannot be seen', 'sh\u0000op\u202es\n\u2028\u0085.csv', 'shops.csv'],
  ['a decomposed letter', 'a\u0308.csv', 'ä.csv'],
  ['half a character', 'a\ud83d.csv', 'a\ufffd.csv'],
  ['300 characters', 'x'.repeat(300), 'x'.repeat(200)],
  ['300 characters and an ending', `${'x'.repeat(300)}.CSV`, `${'x'.repeat(196)}.CSV`],
  ['a character of two halves at the cut', `${'x'.repeat(195)}😀😀.csv`, `${'x'.repeat(195)}.csv`],
  ['nothing visible', '\u200f \t', ''],
])('a name with %s', (_what, text, name) => {
  expect(cleanName(text)).toBe(name);
});
