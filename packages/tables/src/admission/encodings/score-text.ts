import { scriptOf, symbolOf, type LanguageModel, type Script } from './language-model.ts';

/** How often signs are in text compared with one another; what is missing here is rare. */
const signs = new Map<string, number>(
  Object.entries({
    10: '\u00a0’',
    8: '–°',
    6: '€',
    4: '“”«»',
    3: '„…—',
    2: '‘£•²º№',
    1: '§·³µ×¿¡ª',
    0.5: '™©®±½¥',
    0.3: '¼¾‰´\u00ad\u200f\u200e\u200d',
    0.1: '†‡¢÷‚‹›¹¶',
    0.01: '¤¦¬¨¸¯ˆ˜',
    1.5: '、。「」・（）！？：；，　［］〜～【】《》“”·－／％｡｢｣､･،؟',
  }).flatMap(([weight, characters]) =>
    Array.from(characters).map((character) => [character, Number(weight)] as const),
  ),
);
const allSigns = [...signs.values()].reduce((sum, weight) => sum + weight, 0);
/** The share of signs in text; that of each which is not in the list; and of no character at all. */
const [signShare, rareSign, brokenSign] = [0.005, 1e-7, 1e-13];
/** Those that are within words, and those that are directly before a letter. */
const within = /[’·\u00ad–´]|\u200d/;
const leading = /[\u00a0’“”„‘«»‹›–—…¿¡•·§µ\u00ad№\u200d-\u200f「」・（）［］【】《》、。｢｡､･，：]/;
/** What an odd place of a sign takes, and two letters of different scripts side by side. */
const [oddPlace, otherScript] = [-7, -6];
/** And one quotation mark alone; a word of ASCII letters among those of another script. */
const [unpaired, foreignWord] = [-4, -2];
const quotes = /[“”„‟‘‚«»‹›]/g;
/** Signs beside a number, and how much more frequent they are there. */
const ofNumbers = /[€£¥¢°‰½¼¾²³µ×±№\u00a0§–ºª]/;
const besideNumber = 3;
/** Those of money are beside a number nearly wherever they are. */
const ofMoney = /[€£¥]/;
const moneyBesideNumber = 6;
const besideNumberOf = (character: string): number => {
  if (ofMoney.test(character)) return moneyBesideNumber;
  return ofNumbers.test(character) ? besideNumber : 0;
};

/** A word of two characters that ICU's dictionary of Chinese and Japanese has, and each further one. */
const [dictionaryWord, furtherCharacter] = [-11, -1.5];
/** How many words have several characters, in the languages that are written with them. */
const [several, alone, notAtAll] = [Math.log(0.7), Math.log(0.3), -14];
const writtenWithHan = new Set<Script>(['Han', 'Katakana']);
/** A character of the standards' first level (about 4,000 of each), of the others, of none. */
const [commonHan, rareHan] = [0.35 / 4000, 0.03 / 12_000];
const knownHan = 0.6;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Caseless: written alike in words of capitals. */
const caseless = /[ßªºıſ]/;

/**
 * The logarithm of the probability of a text in a language, but for the pairs of ASCII letters,
 * which are alike in every encoding.
 */
export function scoreText(text: string, model: LanguageModel, common: ReadonlySet<string>): number {
  let score = 0;
  let before = ' ';
  let last = '';
  let beforeLast = '';
  const characters = Array.from(text);
  if (text.match(quotes)?.length === 1) score += unpaired;
  if (model.script !== 'Latin') score += foreignWord * (text.match(/[A-Za-z]{2,}/g)?.length ?? 0);
  let at = 0;
  while (at < characters.length) {
    const character = characters[at] ?? '';
    if (scriptOf(character) === 'Han') {
      const run = hanRun(characters, at);
      score += scoreHan(run, model, common) + (mixes(last, character) ? otherScript : 0);
      at += run.length;
      before = '';
      beforeLast = '';
      last = character;
      continue;
    }
    const symbol = symbolOf(character);
    const isAscii = character < '\x80';
    if (!isAscii && (scriptOf(character) === null || signs.has(character))) {
      score += scoreSign(
        character,
        characters.slice(Math.max(0, at - 2), at + 3).join(''),
        last,
        characters[at + 1] ?? '',
      );
      before = ' ';
    } else {
      if (!isAscii || !(before < '\x80'))
        score += before === '' ? model.occurs(symbol) : model.follows(before, symbol);
      if (!isAscii || (last !== '' && !(last < '\x80')))
        score +=
          scoreCase(beforeLast, last, character) + (mixes(last, character) ? otherScript : 0);
      before = symbol;
    }
    beforeLast = last;
    last = character;
    at += 1;
  }
  return before !== '' && !(before < '\x80') ? score + model.follows(before, ' ') : score;
}

function scoreSign(character: string, around: string, last: string, next: string): number {
  const weight = signs.get(character);
  if (weight === undefined)
    return Math.log(/[\p{C}\ufffd]/u.test(character) ? brokenSign : rareSign);
  const isWithin = scriptOf(last) !== null && scriptOf(next) !== null;
  return (
    Math.log((signShare * weight) / allSigns) +
    (/\d/.test(around) ? besideNumberOf(character) : 0) +
    ((isWithin && !within.test(character)) || (scriptOf(next) !== null && !leading.test(character))
      ? oddPlace
      : 0)
  );
}

const [lower, upper] = [/\p{Ll}/u, /\p{Lu}/u];

/** Words begin with a capital, or are of them alone; a capital within others is rare. */
function scoreCase(beforeLast: string, last: string, character: string): number {
  if (caseless.test(character) || caseless.test(last)) return 0;
  const isUpper = upper.test(character);
  if (!isUpper && !lower.test(character)) return 0;
  if (lower.test(last)) return isUpper ? -6.5 : 0;
  if (upper.test(last)) return isUpper ? -0.7 : upper.test(beforeLast) ? -3 : -0.3;
  return isUpper ? -0.9 : -0.5;
}

const eastAsian = new Set<Script | null>(['Han', 'Katakana', 'Hiragana', 'Hangul']);

/** Two letters side by side that no word has so. */
function mixes(last: string, character: string): boolean {
  const [one, other] = [scriptOf(last), scriptOf(character)];
  return (
    one !== null &&
    other !== null &&
    one !== other &&
    !(eastAsian.has(one) && eastAsian.has(other) && one !== 'Hangul' && other !== 'Hangul')
  );
}

/** Chinese characters from a place on, with kana between and behind them. */
function hanRun(characters: readonly string[], from: number): readonly string[] {
  let end = from;
  while (end < characters.length && /[\p{Script=Han}々]/u.test(characters[end] ?? '')) end += 1;
  return characters.slice(from, end);
}

function scoreHan(
  run: readonly string[],
  model: LanguageModel,
  common: ReadonlySet<string>,
): number {
  if (!writtenWithHan.has(model.script)) return notAtAll * run.length;
  let score = 0;
  for (const { segment } of segmenter.segment(run.join(''))) {
    const { length } = Array.from(segment);
    if (length > 1) score += several + dictionaryWord + furtherCharacter * (length - 2);
    else
      score +=
        alone +
        Math.log(
          knownHan * Math.exp(model.occurs(segment)) + (common.has(segment) ? commonHan : rareHan),
        );
  }
  return score;
}
