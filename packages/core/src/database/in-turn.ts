import type { EntityManager } from '@mikro-orm/sql';

/** The work that comes last of each key, by database; it never fails. */
const turns = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Does work of one key, such as a user, one after the other on this server. For transactions that
 * begin by locking a row of that key: those that wait here hold no connection, so that many calls of
 * one user leave the others some. The work may not ask for a turn of the same key.
 */
export async function inTurn<Result>(
  em: EntityManager,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const database = em.getConnection();
  const known = turns.get(database) ?? new Map<string, Promise<void>>();
  turns.set(database, known);
  const result = (known.get(key) ?? Promise.resolve()).then(work);
  const ended = result.then(
    () => {},
    () => {},
  );
  known.set(key, ended);
  try {
    return await result;
  } finally {
    if (known.get(key) === ended) known.delete(key);
  }
}
