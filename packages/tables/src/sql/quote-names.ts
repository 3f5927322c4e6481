import type { Place } from './sql-errors.ts';
import { namesOf } from './sql-tokens.ts';

/** The index at which a statement can be read no further; undefined where it can be read. */
export type ReadTo = (sql: string) => Promise<number | undefined>;

/** Words that PostgreSQL takes as names in double quotes alone. */
const reserved: ReadonlySet<string> = new Set(
  [
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check',
    'collate collation column concurrently constraint create cross default deferrable desc distinct',
    'do else end except false fetch for foreign freeze from full grant group having ilike in',
    'initially inner intersect into is isnull join lateral leading left like limit natural not',
    'notnull null offset on only or order outer overlaps placing primary references returning right',
    'select similar some symmetric table tablesample then to trailing true union unique using',
    'variadic verbose when where window with',
  ].flatMap((words) => words.split(' ')),
);

export interface Quoted {
  readonly sql: string;
  /** The word, in small letters. */
  readonly word: string;
  /** Where the word begins and ends in the statement without quotes. */
  readonly from: number;
  readonly to: number;
}

/**
 * A statement in which the word of SQL at which reading ends, or the one before it, is in double
 * quotes, and which is read further so.
 */
export async function quoteWord(
  sql: string,
  at: number,
  readTo: ReadTo,
): Promise<Quoted | undefined> {
  const words = [...namesOf(sql)].filter(
    ({ qualified, from }) => !qualified && sql.charAt(from) !== '"',
  );
  const here = words.find(({ from }) => from === at);
  // A statement that ends behind `where` lacks a condition.
  const isAtEnd = sql.slice(at).trim() === '';
  const before = words.findLast(({ to }) => to <= at && sql.slice(to, at).trim() === '');
  for (const one of [here, before]) {
    if (one === undefined || (isAtEnd && reserved.has(one.name))) continue;
    const { name: word, from, to } = one;
    const quoted = `${sql.slice(0, from)}"${sql.slice(from, to)}"${sql.slice(to)}`;
    const end = await readTo(quoted);
    // The same place is two quotes further on.
    if (end === undefined || end > at + 2) return { sql: quoted, word, from, to };
  }
  return undefined;
}

/** Words that one statement may have in need of quotes. */
const wordsAtMost = 30;

export interface NamedStatement {
  readonly sql: string;
  /** The index in the statement that was sent of one in this. */
  readonly written: (index: number) => number;
}

/**
 * The statement with double quotes around words of DuckDB that are names in PostgreSQL: `count(*)
 * share`, `order by at`. As it is where it can be read so, or where quotes are not enough.
 */
export async function quoteNames(sql: string, readTo: ReadTo): Promise<NamedStatement> {
  let named = sql;
  let quotes: number[] = [];
  for (let count = 0; count <= wordsAtMost; count++) {
    const at = await readTo(named);
    if (at === undefined)
      return { sql: named, written: (index) => index - quotes.filter((one) => one < index).length };
    const quoted = await quoteWord(named, at, readTo);
    if (quoted === undefined || reserved.has(quoted.word)) break;
    const { from, to } = quoted;
    named = quoted.sql;
    // Those behind move by those that were put in.
    quotes = [...quotes.map((one) => (one >= from ? one + 2 : one)), from, to + 1];
  }
  return { sql, written: (index) => index };
}

/** A place in the statement that was sent. */
export const writtenPlace = ({ from, to }: Place, { written }: NamedStatement): Place => ({
  ...(from === undefined ? {} : { from: written(from - 1) + 1 }),
  ...(to === undefined ? {} : { to: written(to) }),
});
