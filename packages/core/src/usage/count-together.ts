import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { runStatement } from '../database/run-statement.ts';

/** Adds $3 calls to the minute $2 of a subject $1. */
export const countCalls = `insert into rate_window (subject, minute, calls) values ($1, $2, $3::int)
  on conflict (subject, minute) do update set calls = rate_window.calls + $3 returning calls`;

const counted = z.tuple([z.object({ calls: z.int() })]);

interface Waiting {
  readonly done: (calls: number) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Calls waiting for the count of their subject that is under way, by database and subject with its
 * minute.
 */
const queues = new WeakMap<object, Map<string, Waiting[]>>();

/**
 * Counts a call of a subject in a minute; answers how many there are with it. Calls that come while
 * a count of the same
 * subject is under way are counted by the next, in one statement: a flood of one user would else
 * keep every connection
 * to the database waiting for the lock of one row.
 */
export function countTogether(
  em: EntityManager,
  { subject, number }: { readonly subject: string; readonly number: number },
): Promise<number> {
  const database = em.getConnection();
  const known = queues.get(database) ?? new Map<string, Waiting[]>();
  queues.set(database, known);
  const name = `${number} ${subject}`;
  return new Promise((done, fail) => {
    const waiting = known.get(name);
    if (waiting !== undefined) {
      waiting.push({ done, fail });
      return;
    }
    const queue = [{ done, fail }];
    known.set(name, queue);
    void countQueue(em, subject, number, queue, () => known.delete(name));
  });
}

async function countQueue(
  em: EntityManager,
  subject: string,
  number: number,
  queue: Waiting[],
  onEmpty: () => void,
): Promise<void> {
  while (queue.length > 0) {
    const calls = queue.splice(0);
    try {
      const [last] = counted.parse(
        await runStatement(em, countCalls, [subject, number, calls.length]),
      );
      calls.forEach(({ done }, i) => done(last.calls - calls.length + i + 1));
    } catch (error) {
      for (const { fail } of calls) fail(error);
    }
  }
  // Before anything else can be put into it.
  onEmpty();
}
