import { literal } from '../database/sql.ts';

/**
 * Words that mean a missing value among numbers, dates, times and answers of yes or no, in lower
 * case; beside them cells of one sign alone, as '-', '..' and '*****'.
 */
const words = [
  'na',
  'n/a',
  'n.a.',
  'n.a',
  '#n/a',
  '#na',
  '<na>',
  'nan',
  '-nan',
  '1.#qnan',
  '1.#ind',
  'nat',
  'null',
  '(null)',
  '[null]',
  '<null>',
  '#null!',
  String.raw`\n`,
  'none',
  'nil',
  'undefined',
  '#value!',
  '#div/0!',
  '#ref!',
  '#num!',
  '#name?',
  '#spill!',
  // The errors of Excel in German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian.
  '#nv',
  '#wert!',
  '#bezug!',
  '#zahl!',
  '#valeur!',
  '#nombre!',
  '#nom?',
  '#n/d',
  '#n/d!',
  '#¡valor!',
  '#¡div/0!',
  '#¡ref!',
  '#¡num!',
  '#¿nombre?',
  '#valor!',
  '#núm!',
  '#nome?',
  '#valore!',
  '#rif!',
  '#n/b',
  '#waarde!',
  '#verw!',
  '#getal!',
  '#naam?',
  '#arg!',
  '#adr!',
  '#liczba!',
  '#nazwa?',
  '#знач!',
  '#дел/0!',
  '#ссылка!',
  '#число!',
  '#имя?',
  '#н/д',
  '#calc!',
  '#field!',
  'missing',
  '(missing)',
  'unknown',
  'not available',
  'not applicable',
  'not reported',
  'no data',
  'no value',
  'blank',
  '(blank)',
  'empty',
  'nd',
  'n.d.',
  'n/d',
  'nr',
  'n/r',
  'n.r.',
  'unbekannt',
  'keine angabe',
  'k.a.',
  'k. a.',
  'k.a',
  'n.v.',
  'n.b.',
  'fehlt',
  'leer',
  'inconnu',
  'manquant',
  'non disponible',
  'n.c.',
  'nc',
  's.o.',
  'desconocido',
  's/d',
  's.d.',
  'sin datos',
  'no disponible',
  'desconhecido',
  'sem dados',
  'sconosciuto',
  'non noto',
  'onbekend',
  'ontbreekt',
  'okänd',
  'saknas',
  'ukjent',
  'ukendt',
  'mangler',
  'i.a.',
  'tuntematon',
  'brak',
  'brak danych',
  'b.d.',
  'nieznany',
  'bilinmiyor',
  'neznámý',
  'нет данных',
  'н/д',
  'н.д.',
  'неизвестно',
  'немає даних',
  '不明',
  '欠損',
  '缺失',
  '无',
  '없음',
];
/** Of Stata: .a to .z; and one sign alone or repeated, hyphens and dashes mixed. */
const form = String.raw`|\.[a-z]|[-_\x{2010}-\x{2015}\x{2212}]+|\.+|\x{2026}|\*+|\?+|:+|/+|#+|=+|~+|\(\)|\[\]|\{\}`;
// One text, since a list or a pattern of the words in a query of hundreds of columns takes seconds
// to plan.
const wordsInLines = `\n${words.join('\n')}\n`;
const listed: ReadonlySet<string> = new Set(words);
const formTest = new RegExp(`^(?:${form.replaceAll('x{', 'u{')})$`, 'u');

/** Whether a cell, without spaces around it, means a missing value among other than text. */
export const isMissingCell = (cell: string): boolean => {
  const lower = cell.toLowerCase();
  return listed.has(lower) || formTest.test(lower);
};

/**
 * SQL of the same. A text that begins with a digit is none, which is seen without a look at the
 * words.
 */
export const isMissing = (text: string): string =>
  `(case when ${text} >= '0' and ${text} < ':' and not starts_with(${text}, '1.#') then false ` +
  `when contains(${text}, '\n') then false ` +
  `when contains(${literal(wordsInLines)}, '\n' || lower(${text}) || '\n') then true ` +
  `else regexp_full_match(lower(${text}), ${literal(form)}) end)`;

/** Missing in text, too: no text says these by itself. */
const never = ['#N/A', String.raw`\N`, '<NA>', '(null)', '[NULL]'];
/** Missing in text, unless the other cells are like them. */
const rather = ['NA', 'N/A', 'n/a', 'n.a.', 'N.A.', 'NULL', 'null'];

/** What is done with the words of a text column that may mean a missing value. */
interface TextWords {
  /** Read as missing. */
  readonly missing: readonly string[];
  /** Kept, since the other cells are like them, as NA among country codes. */
  readonly kept: readonly string[];
}

/** Columns of names of people and places, and of words. */
const namesNames =
  /(?:^|[^a-z])(?:(?:sur|last|first|family|given|middle|full|user|nick)?_?-? ?names?|surname|vorname|nachname|familienname|nom|prénom|prenom|apellidos?|nombres?|cognome|nome|person|author|place|city|town|term|word|keyword|token|lemma)$/i;
const capitals = /^\p{Lu}{1,6}\d?$/u;
const spelling = /^(?:null|n\/a|na)$/i;

/**
 * What the words of a text column mean, by its name and its cells: NA among other capitals is a
 * code (Namibia, Naples, North America), Null among names a name, and a word that is spelled in
 * several ways one of a language.
 */
export function textWordsOf(name: string, cells: readonly string[]): TextWords {
  const found = new Set(cells.map((cell) => cell.trim()));
  const others = [...found].filter((cell) => cell !== '' && ![...rather, ...never].includes(cell));
  const share = (test: (cell: string) => boolean): number =>
    others.length === 0 ? 0 : others.filter(test).length / others.length;
  const areCodes = others.length > 0 && share((cell) => capitals.test(cell)) >= 0.6;
  const areNames = namesNames.test(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_'));
  const isSpelled = others.some((cell) => spelling.test(cell));
  const kept = rather.filter((word) =>
    /^(?:NA|N\.A\.|N\/A)$/.test(word)
      ? areCodes && word === 'NA'
      : /null/i.test(word) && (areNames || isSpelled),
  );
  return {
    missing: [...never, ...rather].filter((word) => !kept.includes(word)),
    kept: kept.filter((word) => found.has(word)),
  };
}
