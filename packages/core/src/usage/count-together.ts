import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { runStatement } from '../database/run-statement.ts';
import { StatementQueue } from '../database/statement-queue.ts';

/** Adds $3 calls to the minute $2 of a subject $1. */
export const countCalls = `insert into rate_window (subject, minute, calls) values ($1, $2, $3::int)
  on conflict (subject, minute) do update set calls = rate_window.calls + $3 returning calls`;

const counted = z.tuple([z.object({ calls: z.int() })]);

const queue = new StatementQueue<null, number>();

/**
 * Counts a call of a subject in a minute; answers how many there are with it. Calls that come while
 * a count of the same subject is under way are counted by the next, in one statement: a flood of
 * one user would else keep every connection to the database waiting for the lock of one row.
 */
export const countTogether = (
  em: EntityManager,
  { subject, number }: { readonly subject: string; readonly number: number },
): Promise<number> =>
  queue.run(em, `${number} ${subject}`, null, async (calls) => {
    const [last] = counted.parse(
      await runStatement(em, countCalls, [subject, number, calls.length]),
    );
    return calls.map((_, i) => last.calls - calls.length + i + 1);
  });
