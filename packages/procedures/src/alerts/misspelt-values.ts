import type { Alert } from '@columnist/contract';
import { plainLettersOf } from '@columnist/tables/spellings/fingerprints';
import { nearPairs } from '@columnist/tables/spellings/near-texts';
import { col, counted, recoding, sayAlert, txt } from './say-alert.ts';
import type { TextFindings } from './scan-texts.ts';

/** How often a value is written as often as its misspelling, by the kind of fault. */
const timesMore = { slip: 10, exchanged: 10, replaced: 30 } as const;
const frequentFrom = 20;
/** Two letters exchanged within a long word make no other word, however rarely it is written. */
const exchanged = { letters: 6, frequentFrom: 3, timesMore: 2 };
/** Of four letters, words with one more, less or other are other words: two exchanged are rarely. */
const shortestWord = { slip: 5, exchanged: 4, replaced: 5 } as const;
/** Words of capitals alone are abbreviations and codes below this length. */
const shortestInCapitals = 8;
/** One for another makes other words: sulfate and sulfite. */
const vowel = /^[aeiouy]$/;

interface Misspelling {
  readonly from: string;
  readonly to: string;
  readonly n: number;
}

/**
 * Rare values of a category with one letter left out, put in, exchanged with the next or replaced
 * within a word of a frequent one: not the first or the last letter, by which other words differ.
 * Where more values are as rare without being near another, rare ones are usual in the column. Of
 * columns with at most a hundred values, which are all compared.
 */
export function misspeltValues(name: string, { counts, broken }: TextFindings): Alert | null {
  if (counts === null || counts.length < 2) return null;
  const unread = new Set(broken.map(({ value }) => value));
  const levels = counts
    .filter(({ value }) => !unread.has(value))
    .map(({ value, n }) => ({ value, n, plain: plainLettersOf(value).trim() }));
  const { pairs } = nearPairs(
    levels.map(({ plain }) => plain),
    (length) => (length < shortestWord.exchanged ? 0 : 2),
  );
  const found = new Map<string, Misspelling & { readonly as: number }>();
  for (const [one, other] of pairs) {
    const [rare, frequent] = [levels[one], levels[other]].toSorted(
      (a, b) => (a?.n ?? 0) - (b?.n ?? 0),
    );
    if (rare === undefined || frequent === undefined) continue;
    const fault = faultOf(rare.value, frequent.value);
    if (fault === null) continue;
    const isLong = fault === 'exchanged' && rare.value.length >= exchanged.letters;
    const [least, times] = isLong
      ? [exchanged.frequentFrom, exchanged.timesMore]
      : [frequentFrom, timesMore[fault]];
    if (frequent.n < least || frequent.n < times * rare.n) continue;
    if ((found.get(rare.value)?.as ?? 0) < frequent.n)
      found.set(rare.value, {
        from: rare.value,
        to: frequent.value,
        n: rare.n,
        as: frequent.n,
      });
  }
  const all = [...found.values()].toSorted((a, b) => b.n - a.n || (a.from < b.from ? -1 : 1));
  const [first] = all;
  if (first === undefined) return null;
  const asRare = levels.filter(
    ({ value, n, plain }) =>
      n <= first.n &&
      !found.has(value) &&
      !levels.some((other) => other.plain === plain && other.n > n),
  );
  if (asRare.length > all.length) return null;
  const rows = all.reduce((sum, { n }) => sum + n, 0);
  return sayAlert([name], {
    kind: 'misspelt_values',
    severity: 'medium',
    count: rows,
    rows: `${col(name)} in (${all.map(({ from }) => txt(from)).join(', ')})`,
    said: `${listOf(all)} of ${name}, in ${counted(rows, 'row')}, ${all.length === 1 ? 'looks' : 'look'} like ${all.length === 1 ? 'a misspelling' : 'misspellings'} of frequent values.`,
    fix: 'Write them as the frequent value, unless they are values of their own.',
    remedy: recoding(
      name,
      all.length === 1 ? 'Correct the spelling' : 'Correct the spellings',
      all.map(({ from, to }) => ({ from, to })),
    ),
  });
}

const listOf = (all: readonly Misspelling[]): string => {
  const shown = all
    .slice(0, 3)
    .map(({ from, to }) => `‘${from.slice(0, 40)}’ (for ‘${to.slice(0, 40)}’)`);
  return all.length > 3 ? `${shown.join(', ')} and ${all.length - 3} more` : shown.join(' and ');
};

/** What one letter makes of a word of the frequent value; null where more or something else differs. */
function faultOf(rare: string, frequent: string): keyof typeof timesMore | null {
  const [wrong, right] = [rare, frequent].map((text) =>
    plainLettersOf(text)
      .trim()
      .split(/(?<=\s)|(?=\s)/u),
  );
  if (wrong === undefined || right === undefined || wrong.length !== right.length) return null;
  const differing = right.flatMap((word, i) => (word === wrong[i] ? [] : [{ word, as: wrong[i] }]));
  const [only] = differing;
  if (only?.as === undefined || differing.length > 1) return null;
  if ([only.word, only.as].some((word) => !/^\p{L}+$/u.test(word))) return null;
  if (frequent === frequent.toUpperCase() && only.word.length < shortestInCapitals) return null;
  const fault = oneLetter(only.as, only.word);
  const length = Math.min(only.word.length, only.as.length + 1);
  return fault === null || length < shortestWord[fault] ? null : fault;
}

function oneLetter(wrong: string, right: string): keyof typeof timesMore | null {
  let [start, end] = [0, 0];
  const shorter = Math.min(wrong.length, right.length);
  while (start < shorter && wrong[start] === right[start]) start++;
  while (end < shorter - start && wrong.at(-1 - end) === right.at(-1 - end)) end++;
  if (start === 0 || end === 0) return null;
  const [out, into] = [right, wrong].map((word) => word.slice(start, word.length - end));
  if (out === undefined || into === undefined) return null;
  if (out.length + into.length === 1) return 'slip';
  if (out.length === 2 && into === `${out[1]}${out[0]}`) return 'exchanged';
  return out.length === 1 && into.length === 1 && !(vowel.test(out) && vowel.test(into))
    ? 'replaced'
    : null;
}
