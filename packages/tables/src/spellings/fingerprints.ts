import { doubleMetaphone } from 'double-metaphone';
import { cologne } from './cologne.ts';

/** Letters that decomposing does not take apart, as they are written without their mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};
const marked = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Letters and digits alone: of ½ and of 10² signs of other kinds would become digits. */
const compatible = /(?![a-z0-9])[\p{L}\p{Nd}]/giu;

/** In lower case, without accents, with letters for what prints as them: ﬁ is fi, Ａ is a. */
export const plainLettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(compatible, (letter) => letter.normalize('NFKD'))
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(marked, (letter) => plainLetters[letter] ?? letter);

/** The words of a text, without what is neither letter, digit nor white space. */
const wordsOf = (text: string): string[] =>
  plainLettersOf(text)
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '');

/** The same as one text: without case, accents, punctuation and repeated spaces. */
export const plainWordsOf = (text: string): string => wordsOf(text).join(' ');

const sortedOnce = (parts: readonly string[]): string[] => [...new Set(parts)].sort();

/**
 * Words by how they sound. Digits, and letters without a code, are kept as they are, with a sign
 * before them: codes are digits and letters too, and 67 is no Meyer.
 */
const soundsOf = (words: readonly string[], codeOf: (letters: string) => string): string =>
  words
    .map((word) =>
      (word.match(/\p{N}+|\P{N}+/gu) ?? [])
        .map((part) => (/\p{N}/u.test(part) ? '' : codeOf(part)) || `=${part}`)
        .join('-'),
    )
    .join(' ');

const pair = 2;

/**
 * By what two spellings are the same value: those with the same key are one cluster. An empty key
 * says nothing about a text. Fingerprint and n-grams are those of OpenRefine ("Clustering In
 * Depth", methods and theory behind the clustering functionality); the phonetic keys are Double
 * Metaphone (Philips 2000) and Kölner Phonetik (Postel 1969), word by word.
 */
export const keys = {
  /** Words in any order, case, accents and punctuation. */
  fingerprint: (text: string): string => sortedOnce(wordsOf(text)).join(' '),
  /** The same for pairs of letters: also spaces and repeated letters may differ. */
  ngram: (text: string): string => {
    const letters = Array.from(wordsOf(text).join(''));
    return sortedOnce(
      letters.length < pair
        ? letters
        : letters.slice(0, 1 - pair).map((letter, i) => letter + (letters[i + 1] ?? '')),
    ).join('');
  },
  /** What sounds alike in English. */
  metaphone: (text: string): string =>
    soundsOf(wordsOf(text), (letters) => doubleMetaphone(letters)[0]),
  /** What sounds alike in German. */
  cologne: (text: string): string => soundsOf(wordsOf(text.replaceAll(/ß/g, 'ss')), cologne),
} as const satisfies Readonly<Record<string, (text: string) => string>>;
