const letter = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]`;
const isWrittenFromTheRight = new RegExp(letter, 'u');
/**
 * Words that are written from right to left, with what is between them, up to another script; and a
 * bracket that may close one of theirs.
 */
const run = new RegExp(String.raw`${letter}(?:[^\p{L}\u2066-\u2069]*${letter})*[)\]}]?`, 'gu');
const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const alone = (words: string): string => `\u2068${words}\u2069`;

/** A bracket at the end that is opened outside of the words stays outside. */
function words(found: string): string {
  const end = found.at(-1) ?? '';
  const opening = openings[end];
  return opening === undefined || found.includes(opening)
    ? alone(found)
    : alone(found.slice(0, -1)) + end;
}

export type Isolate = (sentence: string) => string;

/**
 * Writes a sentence so that names and values written from right to left keep to themselves: without
 * it a comma or a figure behind such a name is drawn in front of it (Unicode Standard Annex 9). Each
 * of these names is put between U+2068 and U+2069 as a whole; of what they do not have, each run of
 * words is. A sentence without such words is returned as it is.
 */
export function isolateBy(names: Iterable<string>): Isolate {
  const known = [...new Set(names)]
    .filter((name) => isWrittenFromTheRight.test(name) && !/[\u2066-\u2069]/.test(name))
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  if (known.length === 0) return (sentence) => sentence.replaceAll(run, words);
  const named = new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}])(${known.join('|')})(?![\p{L}\p{M}\p{N}])`,
    'u',
  );
  // A split by one group has what is between the names at even places, the names at odd ones.
  return (sentence) =>
    sentence
      .split(named)
      .map((part, i) => (i % 2 === 1 ? alone(part) : part.replaceAll(run, words)))
      .join('');
}

/** The same where no name is known. */
export const isolated: Isolate = isolateBy([]);
