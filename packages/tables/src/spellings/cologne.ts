const vowels = 'aeijouy';
const hardAtStart = 'ahkloqrux';
const hardInside = 'ahkoqux';

/** The digit of a letter between these two; empty where it has none. */
function codeOf(letter: string, before: string, after: string): string {
  if (vowels.includes(letter)) return '0';
  if (letter === 'b') return '1';
  if (letter === 'p') return after === 'h' ? '3' : '1';
  if ('dt'.includes(letter)) return after !== '' && 'csz'.includes(after) ? '8' : '2';
  if ('fvw'.includes(letter)) return '3';
  if ('gkq'.includes(letter)) return '4';
  if (letter === 'x') return before !== '' && 'ckq'.includes(before) ? '8' : '48';
  if (letter === 'l') return '5';
  if ('mn'.includes(letter)) return '6';
  if (letter === 'r') return '7';
  if ('sz'.includes(letter)) return '8';
  if (letter !== 'c') return '';
  if (before === '') return after !== '' && hardAtStart.includes(after) ? '4' : '8';
  if ('sz'.includes(before)) return '8';
  return after !== '' && hardInside.includes(after) ? '4' : '8';
}

/**
 * Kölner Phonetik of a word in lower case without accents: its letters as digits, runs of one
 * digit once, zeros at the beginning alone. Source: H. J. Postel, Die Kölner Phonetik, IBM-
 * Nachrichten 19 (1969), 925–931. Empty where no letter has a code.
 */
export function cologne(word: string): string {
  const letters = Array.from(word).filter((letter) => letter >= 'a' && letter <= 'z');
  const codes = letters.map((letter, i) =>
    codeOf(letter, letters[i - 1] ?? '', letters[i + 1] ?? ''),
  );
  const digits = Array.from(codes.join(''));
  return digits
    .filter((digit, i) => digit !== digits[i - 1])
    .filter((digit, i) => i === 0 || digit !== '0')
    .join('');
}
