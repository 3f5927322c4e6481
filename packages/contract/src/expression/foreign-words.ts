import { namesMeaning } from '../synonyms.ts';
import { functions, isFunction } from './functions.ts';
import type { Token } from './tokens.ts';

const joins =
  "Join conditions with 'and' or 'or', put texts in quotes, and column names with spaces in `backticks`.";

/** What is between two sides in other languages, with how the same is written here. */
const words: Readonly<Record<string, string>> = {
  as: 'A name is given beside an expression: {"name": "x", "expression": "…"}, of an aggregate {"statistic": "sum", "of": "…", "name": "x"}.',
  over: "Functions over rows take their groups as 'by:', such as rank(x, by: g) or mean(x, by: [g, h]); rows go in the order of sort.",
  if: "Write if(x > 1, 'a', 'b').",
  else: "Write if(x > 1, 'a', 'b').",
  '[': "Write part(text, ',', 1) for one part of a text, substr(text, 1, 3) for its characters, x in ('a', 'b') for several values. Columns are written by their names alone.",
};

/** What a word before a text in quotes makes of it in SQL. */
const typed: Readonly<Record<string, (text: string) => string>> = {
  interval: () =>
    "There are no spans of time here: days_between(start, date) counts days, seconds_between seconds; run_sql adds INTERVAL '3' DAY.",
  ...Object.fromEntries(
    ['date', 'timestamp', 'timestamptz', 'datetime', 'time'].map((word) => [
      word,
      (text: string) => `A date or a time is its text alone, as '${text.slice(0, 40)}'.`,
    ]),
  ),
};

/** What to write where a word of another language is between two sides, as `like` in SQL. */
export function sayForeignWord({ kind, text }: Token, before: Token | undefined): string {
  if (kind === 'text' && before?.kind === 'name') {
    const said = typed[before.text.toLowerCase()];
    if (said !== undefined) return said(text);
  }
  if (kind !== 'name') return (kind === 'symbol' ? words[text] : undefined) ?? joins;
  const known = words[text.toLowerCase()];
  if (known !== undefined) return known;
  const meant = namesMeaning(text).filter(isFunction);
  return meant.length > 0
    ? `Write a function, for example ${meant.map((name) => functions[name].example).join(' or ')}.`
    : joins;
}

/** What a sign means that is written twice in other languages. */
const signs: Readonly<Record<string, string>> = {
  '/': 'Write floor(x / 10) for a division without rest.',
  '%': 'Write x % 10 for the rest of a division.',
  '%in%': "Write x in ('a', 'b') for several values. A column of this name is written `in`.",
};

/** The fix of a sign that no value can begin with. */
export const signInstead = (sign: string): { fix?: string } => {
  const fix = Object.hasOwn(signs, sign) ? signs[sign] : undefined;
  return fix === undefined ? {} : { fix };
};
