import { endOfToken, namesOf } from './sql-tokens.ts';

/**
 * What to do about the character, counted from 0, at which a statement can be read no further. It
 * is often at a word of SQL that is meant as a name, or behind one: in double quotes it is a name,
 * and then the statement is read further.
 */
export async function syntaxRemedy(
  sql: string,
  at: number,
  /** The character at which a statement can be read no further; Infinity where it can be read. */
  readTo: (sql: string) => Promise<number>,
): Promise<string> {
  const names = [...namesOf(sql)].filter(({ qualified, from }) => !qualified && sql[from] !== '"');
  const isAtEnd = sql.slice(at).trim() === '';
  const before = isAtEnd
    ? undefined
    : names.findLast(({ to }) => to <= at && sql.slice(to, at).trim() === '');
  if (before?.name === 'top' && /^\d/.test(sql.slice(at)))
    return `Write LIMIT ${sql.slice(at, endOfToken(sql, at))} at the end of the statement.`;
  for (const word of [names.find(({ from }) => from === at), before]) {
    if (word === undefined) continue;
    const quoted = `"${sql.slice(word.from, word.to)}"`;
    const read = await readTo(`${sql.slice(0, word.from)}${quoted}${sql.slice(word.to)}`);
    // The same place is two quotes further on.
    if (read > at + 2)
      return `'${word.name}' is a word of SQL: as a name it stands in double quotes, ${quoted}, or, where it names a result, behind AS.`;
  }
  return 'Write a SELECT as DuckDB or PostgreSQL read it.';
}
