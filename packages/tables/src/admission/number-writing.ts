import { groupSigns, numberForms, numberLike } from '@columnist/contract';
import { literal } from '../database/sql.ts';
import { isCurrency, isCurrencyCode, isUnit } from './units-and-currencies.ts';

/** How the numbers of a column are written, beside their marks. */
export interface NumberColumn {
  readonly field: string;
  readonly name: string;
  /** What is beside every number of the column: a currency, a unit or %. */
  readonly beside: string | null;
  /**
   * Whether signs are looked for that are no hyphen before the digits: a Unicode minus, one behind
   * the number, parentheses, and no-break spaces around it.
   */
  readonly loose: boolean;
}

/** Hyphens and dashes that are typed as a minus. */
const minus = '\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d';
const anyMinus = new RegExp(`[${minus}]`, 'g');
/**
 * A dash in place of decimals, as in 12.- and 12.–; without it the mark and two zeros. In India it is behind a slash:
 * 500/-.
 */
const dashes = String.raw`^([+-]?[0-9][^-]*[.,]) ?--?$`;
const dashesTest = new RegExp(dashes);
const dashBehind = /(?:[.,] ?--?|\/-)$/;
/** SQL conditions on a cell without what is beside it: such a dash, and a minus behind a number. */
export const hasDash = (text: string): string =>
  `regexp_matches(${text}, ${literal(`[.,] ?[-${minus}]{1,2}$`)})`;
export const hasMinusBehind = (text: string): string =>
  `regexp_matches(${text}, ${literal(`[0-9] *[-${minus}]$`)})`;
const sides = '\u00a0\u202f\u2007\u2009';

/** SQL of a cell without what is beside its number. */
export const withoutBeside = ({ field, beside }: NumberColumn): string =>
  beside === null ? `trim(${field})` : `trim(replace(${field}, ${literal(beside)}, ''))`;

/** SQL of a cell without what is beside its number, its minus a hyphen before it. */
export function bareNumber(column: NumberColumn): string {
  const text = withoutBeside(column);
  if (!column.loose) return column.beside === null ? text : `replace(${text}, ' ', '')`;
  const plain = `trim(translate(${text}, ${literal(minus)}, '${'-'.repeat(minus.length)}'), ${literal(` ${sides}`)})`;
  const unslashed = `regexp_replace(regexp_replace(${plain}, '/-$', ''), '^([+-]) +', '\\1')`;
  const whole = `regexp_replace(${unslashed}, ${literal(dashes)}, '\\100')`;
  return (
    `regexp_replace(regexp_replace(regexp_replace(${whole}, '^\\(([^()]*)\\)$', '-\\1'), ` +
    `'^([+]?[0-9.,][^-]*?) *-$', '-\\1'), ` +
    `'^([^dD]*[0-9.])[dD]([+-][0-9]+)$', '\\1e\\2')`
  );
}

/** The same of a text. */
export function bareText(cell: string, beside: string | null): string {
  const text = (beside === null ? cell : cell.replace(beside, '')).replaceAll(anyMinus, '-').trim();
  return text
    .replace(/\/-$/, '')
    .replace(dashesTest, '$100')
    .replace(/^\(([^()]*)\)$/, '-$1')
    .replace(/^([+]?[0-9.,][^-]*?) *-$/, '-$1')
    .replace(/^([^dD]*[0-9.])[dD]([+-]\d+)$/, '$1e$2')
    .replace(/^([+-]) +/, '$1');
}

/**
 * SQL of a cell as a plain number, given its decimal mark; a plus sign before it says nothing and
 * is left out.
 */
export const plainNumber = (column: NumberColumn, mark: ',' | '.'): string => {
  const number = `ltrim(${bareNumber(column)}, '+')`;
  return mark === ','
    ? `replace(regexp_replace(${number}, ${literal(numberForms.comma.group)}, '', 'g'), ',', '.')`
    : `regexp_replace(${number}, ${literal(numberForms.point.group)}, '', 'g')`;
};

/** SQL condition that a cell is a number with that decimal mark, and what belongs beside it. */
export const isNumber = (column: NumberColumn, mark: ',' | '.'): string => {
  const form = numberForms[mark === ',' ? 'comma' : 'point'].form;
  const { field, beside } = column;
  const whole = `regexp_full_match(${bareNumber(column)}, ${literal(form)})`;
  return beside === null ? whole : `(${whole} and contains(${field}, ${literal(beside)}))`;
};

/**
 * SQL of the number that a cell says with that mark, as text, NULL where it says none: without
 * leading zeros, and with a sign in its exponent, since it is a number for certain.
 */
export const statedNumber = (column: NumberColumn, mark: ',' | '.'): string =>
  `(case ${column.beside === null ? digitsAlone(column.field) : ''}when ${isNumber(column, mark)} ` +
  `then regexp_replace(regexp_replace(${plainNumber(column, mark)}, ` +
  `'^(-?)0+([0-9])', '\\1\\2'), '[eE]([0-9])', 'e+\\1') end)`;

/** Most cells are digits and nothing else, which takes one look instead of ten. */
const digitsAlone = (field: string): string =>
  `when regexp_full_match(trim(${field}), '[0-9]+') ` +
  `then coalesce(nullif(ltrim(trim(${field}), '0'), ''), '0') `;

/** A day with points that begins with its year, as 2024.01.05. and 2024. 1. 5: no number is written so. */
export const pointedDay = /^\d{4}\. ?\d{1,2}\. ?\d{1,2}\.?$/;

const percentage = /^[+-]?[0-9]+(?:[.,][0-9]+)?\s?%$/;
const withBeside = new RegExp(
  String.raw`^[+-]?\s?(?<before>(?:\p{Lu}{2,3} \p{Sc}|[^\s\d+.,'’()-]{1,12}\.?))?\s?[+-]?\s?\d[\d.,${groupSigns}]*?` +
    String.raw`\s?(?<after>['’]|[^\s\d.,'’+()-][^\s\d()+]{0,11})?$`,
  'u',
);

/** What is beside the number of a cell, without its sign; null where it is no such cell. */
export function besideOf(cell: string): string | null {
  const whole = bareText(cell, null).replace(dashBehind, '');
  const { before, after } = withBeside.exec(whole)?.groups ?? {};
  if (before !== undefined && after !== undefined) return null;
  return before ?? after ?? null;
}

/** Amounts of South Africa, beside the codes R1 and R 12. */
const isRand = (beside: string, cells: readonly string[]): boolean =>
  beside === 'R' && cells.every((cell) => /^-?R.*[.,]\d{2}$/.test(cell));

/** Units of one letter are codes as well (12A, 1990s): a space or decimals show a measure. */
const isMeasure = (cells: readonly string[], beside: string): boolean =>
  !/^\p{L}$/u.test(beside) || cells.some((cell) => /\d\s|\d[.,]\d/.test(cell));

/** 1st, 21st, 31st, which are no stones and no Swedish pieces. */
const ordinal = /^(?:\d*[^\D1])?1st$/;

/**
 * Whether cells are codes: letters before digits, of a unit or of a currency by its code alone, with
 * a hyphen in all or in none: SHP-104000 is no debt in pounds of Saint Helena.
 */
const areCodes = (cells: readonly string[], beside: string): boolean =>
  cells.some(isCode) ||
  (isCurrencyCode(beside) &&
    [/^\p{L}+\d+$/u, /^\p{L}+-\d+$/u].some((form) => cells.every((cell) => form.test(cell))));

/** South and west of a place are the sign of its number: 33.86S. */
const isDirection = (name: string, beside: string): boolean =>
  /^[NSEWO]$/.test(beside) &&
  /^(?:lat|lon|lng|long|breite|länge|coord|koord|geo)/i.test(name.trim());

/** Debit and credit of German accounts (Soll, Haben), which are no siemens and henries. */
const isSide = (name: string, beside: string): boolean =>
  /^[SH]$/.test(beside) &&
  /(?:betrag|saldo|salden|umsatz|umsätze|soll|haben|buchung|konto|wert|summe|amount|balance)/i.test(
    name,
  );

/** Houses, flats, classes and seats with a letter: 12 A, 14 A. */
export const isPlace = (name: string, beside: string): boolean =>
  beside.length === 1 && places.test(name);
const places = new RegExp(
  'house|haus|flat|apartment|apt|wohnung|room|raum|zimmer|class|klass|grade|section|seat|platz|sitz|' +
    String.raw`row|reihe|gate|addres|adres|street|stra(?:ß|ss)e|numm?er|\bnr\b|\bno\b`,
  'i',
);

/** The column as numbers, by the present cells of a sample; null where it holds something else. */
export function numberColumnOf(
  field: string,
  name: string,
  present: readonly string[],
  late = false,
): NumberColumn | null {
  if (present.length === 0) return null;
  const [most, some] = [0.9 * present.length, 0.5 * present.length];
  const count = (test: (cell: string) => boolean): number => present.filter(test).length;
  const like = count((cell) => numberLike.test(cell));
  if (like >= most)
    return count((cell) => pointedDay.test(cell)) >= most
      ? null
      : { field, name, beside: null, loose: late };
  if (count((cell) => percentage.test(cell)) >= most)
    return { field, name, beside: '%', loose: false };
  // Signs of all cells would be marks of a list or part of codes: some have none.
  if (like > 0 && count((cell) => /\d/.test(cell) && numberLike.test(bareText(cell, null))) >= most)
    return { field, name, beside: null, loose: true };
  if (count((cell) => besideOf(cell) !== null) < Math.max(some, most)) return null;
  const beside = commonBeside(present);
  if (beside === null || [isDirection, isSide, isPlace].some((is) => is(name, beside))) return null;
  const all = present.every(
    (cell) => cell.includes(beside) && numberLike.test(bareText(cell, beside)),
  );
  const isKnown =
    isCurrency(beside) || isRand(beside, present) || (isUnit(beside) && isMeasure(present, beside));
  return all &&
    isKnown &&
    !areCodes(present, beside) &&
    !present.every((cell) => ordinal.test(cell))
    ? { field, name, beside, loose: true }
    : null;
}

/** Numbers of a column that may hold others: what is beside most of them is left out. */
export function looseNumber(field: string, name: string, present: readonly string[]): NumberColumn {
  const found = numberColumnOf(field, name, present);
  const common = commonBeside(present);
  const count = (test: (cell: string) => boolean): number => present.filter(test).length;
  // What is beside a few alone says something of these.
  const isUsual =
    count((cell) => besideOf(cell) === common) >=
    count((cell) => numberLike.test(bareText(cell, null)));
  const beside = found === null ? (isUsual ? common : null) : found.beside;
  return {
    field,
    name,
    beside:
      beside !== null &&
      (beside === '%' || isQuantity(beside)) &&
      ![isDirection, isSide, isPlace].some((is) => is(name, beside))
        ? beside
        : null,
    loose: true,
  };
}

/** Whether a cell is a code, as s1, kg12 or A-1: units stand behind their number, or apart from it. */
export const isCode = (cell: string): boolean => {
  const [, letters] = /^(\p{L}+)-?[0-9]+$/u.exec(cell) ?? [];
  return letters !== undefined && !isCurrency(letters);
};

const about = /^(?:[~≈<>≤≥]=?|ca\.?|approx\.?|c\.)$/;
/** Thousands and millions of a currency, and a number with the letter of its footnote: $1.2M, 12.9 p. */
const scaled =
  /^[+-]?(?:(?:\p{Sc}|\p{Lu}{3}) ?\d[\d.,]*\s?(?:[kKMBT]|bn|mn|mio|Mrd|\p{Lu}{3})|\d[\d.,]*\s?(?:[万萬億亿천만억]|lakhs?|crores?|cr|mio|mrd|tsd|bn|mn|million|billion))\.?$/iu;
/** A number and its error, and one times a power of ten: 12.3±0.2, 1.5×10^3. */
const ofTwo = /^[+-]?\d[\d.,]*\s?(?:±|\+\/-|[x×·*]\s?10\^)\s?[+-]?\d[\d.,]*$/;
const flagged = /^[+-]?\d+[.,]\d+ ?[a-z]{1,2}$/;
/** Whether numbers with this beside them are amounts of something, and no codes. */
const isQuantity = (beside: string): boolean => isCurrency(beside) || isUnit(beside);
/** Cells that hold a number and something beside it that changes what it means. */
export const isAmount = (name: string, cell: string): boolean => {
  const beside = besideOf(cell);
  if (scaled.test(cell) || ofTwo.test(cell)) return true;
  return (
    beside !== null &&
    !isPlace(name, beside) &&
    (flagged.test(cell) ||
      about.test(beside) ||
      (!isCode(cell) && (isQuantity(beside) || /^(?:[kKMB%]|[eEdD][+-]\d+)$/.test(beside))))
  );
};

/** What is beside most of the cells that have something beside their number. */
export function commonBeside(present: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const cell of present) {
    const beside = besideOf(cell);
    if (beside !== null) counts.set(beside, (counts.get(beside) ?? 0) + 1);
  }
  return [...counts].reduce<[string | null, number]>(
    (best, [beside, n]) => (n > best[1] ? [beside, n] : best),
    [null, 0],
  )[0];
}
