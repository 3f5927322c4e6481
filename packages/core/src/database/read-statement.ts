import type { EntityManager } from '@mikro-orm/sql';
import { setImmediate } from 'node:timers/promises';
import { runStatement } from './run-statement.ts';

interface Turn {
  readonly running: Promise<unknown[]>;
  hasBegun: boolean;
  next: Promise<unknown[]> | null;
}

/** What runs now, by database and question. */
const turns = new WeakMap<object, Map<string, Turn>>();

/**
 * Rows of a reading statement, shared by those who ask the same at the same time: it runs at the end
 * of the turn of the event loop, for all who asked in it, and anyone who comes while it runs gets
 * the rows of the next run, which starts after they asked. So nobody is answered from before their
 * question.
 */
export function readStatement(
  em: EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<unknown[]> {
  if (em.isInTransaction()) return runStatement(em, text, values);
  const database = em.getConnection();
  const known = turns.get(database) ?? new Map<string, Turn>();
  turns.set(database, known);
  const question = text + JSON.stringify(values);
  const start = (): Promise<unknown[]> => {
    const turn: Turn = {
      running: setImmediate().then(() => {
        turn.hasBegun = true;
        return runStatement(em, text, values);
      }),
      hasBegun: false,
      next: null,
    };
    known.set(question, turn);
    const end = (): void => {
      if (turn.next === null) known.delete(question);
    };
    turn.running.then(end, end);
    return turn.running;
  };
  const turn = known.get(question);
  if (turn === undefined) return start();
  if (!turn.hasBegun) return turn.running;
  return (turn.next ??= turn.running.then(start, start));
}
