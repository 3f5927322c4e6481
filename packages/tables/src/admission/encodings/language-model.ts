import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How likely letters follow one another in a language. Probabilities are natural logarithms. */
export interface LanguageModel {
  readonly language: string;
  /** The script of most of its letters beyond ASCII. */
  readonly script: Script;
  /** That `next` follows `before`, both as `symbolOf` gives them. */
  follows(before: string, next: string): number;
  /** That it occurs at all. */
  occurs(symbol: string): number;
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Hebrew',
  'Arabic',
  'Thai',
  'Katakana',
  'Hiragana',
  'Hangul',
  'Han',
] as const;
export type Script = (typeof scripts)[number];
const ofScript = scripts.map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const,
);
const scriptsFound = new Map<string, Script | null>();

/** Null for what is no letter of these scripts. */
export function scriptOf(character: string): Script | null {
  const known = scriptsFound.get(character);
  if (known !== undefined) return known;
  const found =
    ofScript.find(([, test]) => test.test(character))?.[0] ??
    (/[\u0300-\u0323]/.test(character) ? 'Latin' : null) ??
    (/[\uff70\uff9e\uff9f\u30fc]/.test(character) ? 'Katakana' : null);
  scriptsFound.set(character, found);
  return found;
}

/** The letter in lower case, 0 for a digit, a space for anything else of ASCII. */
export const symbolOf = (character: string): string => {
  const code = character.charCodeAt(0);
  if (code >= 0x80) {
    const one = character.toLowerCase();
    return one.length > character.length ? character : one;
  }
  if (code >= 0x30 && code <= 0x39) return '0';
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? String.fromCharCode(lower) : ' ';
};

/** Pairs seen count as much as this many of what the letter alone makes likely. */
const trust = 10;
/** Names are not the text of files: what is frequent in them counts less, by this power. */
const flat = 0.7;
/** What names leave out: a letter of the script that no name has. */
const unseen = { few: 0.03, many: 0.3 } as const;

class PairModel implements LanguageModel {
  readonly language: string;
  readonly script: Script;
  readonly #counts = new Map<string, number>();
  readonly #pairs = new Map<string, number>();
  #total = 0;
  readonly #floor: number;
  readonly #mass: number;

  constructor(language: string, table: string) {
    this.language = language;
    const [singles = '', ...rows] = table.split('\n');
    const share = new Map<Script, number>();
    for (const [symbol, count] of countsOf(singles)) {
      this.#counts.set(symbol, count);
      this.#total += count;
      const script = symbol < '\x80' ? null : scriptOf(symbol);
      if (script !== null) share.set(script, (share.get(script) ?? 0) + count);
    }
    for (const row of rows) {
      const [before = '', ...rest] = row;
      for (const [next, count] of countsOf(rest.join(''))) this.#pairs.set(before + next, count);
    }
    this.script = [...share].reduce<[Script, number]>(
      (best, one) => (one[1] > best[1] ? one : best),
      ['Latin', 0],
    )[0];
    const isLarge = this.#counts.size > 200;
    this.#mass = isLarge ? unseen.many : unseen.few;
    this.#floor = isLarge ? 1 / 2500 : 1 / 100;
  }

  follows(before: string, next: string): number {
    const one = this.#probability(next);
    const pair = this.#pairs.get(before + next) ?? 0;
    return Math.log((pair + trust * one) / ((this.#counts.get(before) ?? 0) + trust));
  }

  occurs(symbol: string): number {
    return Math.log(this.#probability(symbol));
  }

  #probability(symbol: string): number {
    const count = this.#counts.get(symbol) ?? 0;
    const script = scriptOf(symbol);
    const floor =
      script === null
        ? symbol < '\x80'
          ? this.#floor
          : 1e-7
        : script === 'Han'
          ? 0
          : script === this.script || script === 'Latin'
            ? this.#floor
            : 1e-4;
    return (1 - this.#mass) * (count / this.#total) + this.#mass * floor;
  }
}

/** Symbols in turn with a character whose code is 48 and three times the logarithm of a count. */
function countsOf(written: string): [string, number][] {
  const counts: [string, number][] = [];
  for (let i = 0; i + 1 < written.length; i += 2)
    counts.push([written.charAt(i), 2 ** ((flat * (written.charCodeAt(i + 1) - 48)) / 3)]);
  return counts;
}

let loaded: Promise<readonly LanguageModel[]> | undefined;

/** The languages of scripts/write-letter-pairs.ts, read when a file first needs them. */
export function languageModels(): Promise<readonly LanguageModel[]> {
  loaded ??= readFile(join(import.meta.dirname, 'letter-pairs.json'), 'utf8').then((text) =>
    Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text))).map(
      ([language, table]) => new PairModel(language, table),
    ),
  );
  return loaded;
}
