import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the table by which encodings are distinguished: how often letters follow one another in the
 * names of countries, languages, currencies, cities, months and units that Node's ICU holds (from
 * the CLDR), in each of the languages below. Run again after an update of Node:
 * `node scripts/write-letter-pairs.ts`.
 *
 * A language is one line: its symbols with their counts, then, for each symbol, those that follow
 * it. Letters are lower case, a digit is 0, whatever else is ASCII is a space. Pairs of two ASCII
 * letters are left out: every encoding has them alike. Counts are logarithms: a character of code
 * 48 + n means 2^(n/3).
 */
const to = join(
  import.meta.dirname,
  '../packages/tables/src/admission/encodings/letter-pairs.json',
);

/** Languages that an encoding of one or two bytes a letter was made for. */
const languages = [
  'en',
  'fr',
  'de',
  'es',
  'pt',
  'it',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'is',
  'fo',
  'ca',
  'eu',
  'et',
  'lv',
  'lt',
  'pl',
  'cs',
  'sk',
  'hu',
  'sl',
  'hr',
  'ro',
  'sq',
  'tr',
  'az',
  'vi',
  'ga',
  'mt',
  'af',
  'br',
  'gd',
  'fil',
  'id',
  'eo',
  'se',
  'uz',
  'ku',
  'ru',
  'uk',
  'be',
  'bg',
  'sr',
  'mk',
  'kk',
  'ky',
  'tg',
  'uz-Cyrl',
  'el',
  'he',
  'ar',
  'fa',
  'ur',
  'th',
  'ja',
  'ko',
  'zh-Hans',
  'zh-Hant',
];

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const pairsOfLetters = Array.from(letters).flatMap((a) => Array.from(letters).map((b) => a + b));
const triples = pairsOfLetters.flatMap((pair) => Array.from(letters).map((c) => pair + c));

/** Those that have a name in English. */
function known(type: Intl.DisplayNamesType, codes: readonly string[]): string[] {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return codes.filter((code) => names.of(code) !== undefined);
}
const codes: readonly (readonly [Intl.DisplayNamesType, readonly string[]])[] = [
  ['region', known('region', pairsOfLetters)],
  [
    'language',
    known(
      'language',
      [...pairsOfLetters, ...triples].map((code) => code.toLowerCase()),
    ),
  ],
  ['currency', known('currency', Intl.supportedValuesOf('currency'))],
  ['calendar', Intl.supportedValuesOf('calendar')],
  [
    'dateTimeField',
    ['era', 'year', 'quarter', 'month', 'weekOfYear', 'weekday', 'day', 'dayPeriod', 'hour'].concat(
      ['minute', 'second', 'timeZoneName'],
    ),
  ],
];
const scripts = known('script', [
  ...new Set(codes[1]?.[1].map((code) => new Intl.Locale(code).maximize().script ?? 'Latn')),
]);

/** Names in a language; ICU answers in English where it has none, which is left out. */
function namesIn(language: string): string[] {
  const names: string[] = [];
  for (const [type, list] of [...codes, ['script', scripts] as const]) {
    const [here, english] = [language, 'en'].map(
      (one) => new Intl.DisplayNames(one, { type, fallback: 'none' }),
    );
    for (const code of list) {
      const name = here?.of(code);
      if (name !== undefined && (language === 'en' || name !== english?.of(code))) names.push(name);
    }
  }
  for (let month = 0; month < 12; month++)
    for (const style of ['long', 'short'] as const)
      for (const options of [
        { month: style },
        { month: style, day: 'numeric', weekday: style },
        { dayPeriod: style, hour: 'numeric' },
      ] as const)
        names.push(
          new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory' }).format(
            new Date(2026, month, 1 + month, 2 * month),
          ),
        );
  for (const unit of Intl.supportedValuesOf('unit'))
    for (const count of [1, 2, 5])
      names.push(
        new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
      );
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const)
    for (const count of [-5, -1, 0, 1, 5]) names.push(relative.format(count, unit));
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const format = (one: string) =>
      new Intl.DateTimeFormat(one, { timeZone, timeZoneName: 'shortGeneric', hour: 'numeric' })
        .formatToParts(0)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const name = format(language);
    if (language === 'en' || name !== format('en')) names.push(name);
  }
  return names;
}

/** Romanian as the encodings without a comma below write it. */
const withCedillas = (text: string): string =>
  text.replaceAll(/[șțȘȚ]/g, (letter) => ({ ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' })[letter] ?? letter);

/** Vietnamese as Windows-1258 writes it: tones are characters of their own. */
const withTones = (text: string): string =>
  [...text.normalize('NFD').matchAll(/(.)(\p{M}*)/gsu)]
    .map(([, base = '', marks = '']) => {
      const tones = marks.replaceAll(/[\u0302\u0306\u031b]/g, '');
      return (base + marks.replaceAll(/[^\u0302\u0306\u031b]/g, '')).normalize('NFC') + tones;
    })
    .join('');

const halfWidths = new Map(
  Array.from({ length: 0xff9f - 0xff61 + 1 }, (_, i) => String.fromCharCode(0xff61 + i)).map(
    (half) => [half.normalize('NFKC'), half],
  ),
);
halfWidths.set('\u3099', 'ﾞ');
halfWidths.set('\u309a', 'ﾟ');
const halfWidth = (text: string): string =>
  Array.from(text.normalize('NFD'))
    .map((character) => halfWidths.get(character) ?? character)
    .join('');

/** As `symbolOf` of language-model.ts. */
function symbolOf(character: string): string {
  if (/\d/.test(character)) return '0';
  if (/[!-@[-`{-~\s]/.test(character)) return ' ';
  const lower = character.toLowerCase();
  return lower.length > character.length ? character : lower;
}

const levelOf = (count: number): string =>
  String.fromCharCode(48 + Math.round(3 * Math.log2(count)));

function lineOf(names: readonly string[]): string {
  const words = new Set(
    names.flatMap((name) => name.normalize('NFC').split(/\s+/)).filter(Boolean),
  );
  const singles = new Map<string, number>();
  const pairs = new Map<string, Map<string, number>>();
  const add = <Key>(counts: Map<Key, number>, key: Key) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const word of words) {
    const symbols = [' ', ...Array.from(word).map(symbolOf), ' '];
    for (const [i, symbol] of symbols.entries()) {
      const next = symbols[i + 1];
      if (next === undefined) break;
      add(singles, symbol);
      if (/^[ -~]$/.test(symbol) && /^[ -~]$/.test(next)) continue;
      const after = pairs.get(symbol) ?? new Map<string, number>();
      add(after, next);
      pairs.set(symbol, after);
    }
  }
  const written = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([symbol, count]) => symbol + levelOf(count))
      .join('');
  return [
    written(singles),
    ...[...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([a, after]) => a + written(after)),
  ].join('\n');
}

const table: Record<string, string> = {};
for (const language of languages) {
  const names = namesIn(language);
  table[language] = lineOf(language === 'vi' ? names.map(withTones) : names);
  if (language === 'ro') table['ro-cedilla'] = lineOf(names.map(withCedillas));
  if (language === 'ja')
    table['ja-half'] = lineOf(
      names.filter((name) => /^[\p{Script=Katakana}ー・]+$/u.test(name)).map(halfWidth),
    );
}
writeFileSync(to, `${JSON.stringify(table)}\n`);
