import { quoteWord, type ReadTo } from './quote-names.ts';
import { endOfToken, namesOf } from './sql-tokens.ts';

/**
 * What to do about the character, counted from 0, at which a statement can be read no further. It
 * is often at a word of SQL that is meant as a name, or behind one.
 */
export async function syntaxRemedy(sql: string, at: number, readTo: ReadTo): Promise<string> {
  const before = [...namesOf(sql)].findLast(({ to }) => to <= at);
  if (before?.name === 'top' && /^\d/.test(sql.slice(at)))
    return `Write LIMIT ${sql.slice(at, endOfToken(sql, at))} at the end of the statement.`;
  const quoted = await quoteWord(sql, at, readTo);
  if (quoted === undefined) return 'Write a SELECT as DuckDB or PostgreSQL read it.';
  const { word, from, to } = quoted;
  return `'${word}' is a word of SQL: as a name it is written in double quotes, "${sql.slice(from, to)}", or, where it names a result, behind AS.`;
}
