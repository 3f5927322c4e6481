import type { DuckDBConnection } from '@duckdb/node-api';
import { columnsShown } from './refused.ts';

/**
 * Bare words that DuckDB answers from the server or the clock where no column in sight has their
 * name, in quotes too, with the function that it then calls. They are plain names in the tree of a
 * statement: only the database, when it binds them, knows which of them are columns.
 */
export const serverWords: Readonly<Record<string, string>> = {
  user: 'user',
  current_user: 'current_user',
  current_role: 'current_role',
  session_user: 'session_user',
  current_schema: 'current_schema',
  current_catalog: 'current_catalog',
  current_date: 'current_date',
  current_time: 'get_current_time',
  current_timestamp: 'get_current_timestamp',
  localtime: 'current_localtime',
  localtimestamp: 'current_localtimestamp',
};

const ofTheClock = /date|time/;

/**
 * Puts a macro that takes an argument over each of these functions: a word without its column then
 * fails where it is bound, even if no row is read, and a column of its name stays one.
 */
export async function hideServerWords(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    Object.values(serverWords)
      .map((name) => `create or replace temp macro "${name}"(value) as value`)
      .join('; '),
  );
}

/** The word that a message of the database is about, where it is one of these, and what to do. */
export function hiddenWord(
  message: string,
): { readonly word: string; readonly fix: string } | undefined {
  const [, called] = /^Macro (\w+)\(\) does not support the supplied arguments/.exec(message) ?? [];
  const word = Object.keys(serverWords).find((one) => serverWords[one] === called);
  if (word === undefined) return undefined;
  return {
    word,
    fix: ofTheClock.test(word)
      ? "The clock is not read here. Write the moment: date '2024-05-31', timestamp '2024-05-31 12:00'."
      : `Nothing of the server is answered here; ${columnsShown}`,
  };
}
