import type { EntityManager } from '@mikro-orm/sql';
import { setImmediate } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly done: (result: Result) => void;
  readonly fail: (error: unknown) => void;
}

const atOnce = 100;

/**
 * Puts items of one key, such as a user, into one statement where they come while that of the ones
 * before is under way: many calls at once cost a few commits. What fails, fails for all of its
 * statement, so that a key is never that of several users.
 */
export class StatementQueue<Item, Result> {
  readonly #queues = new WeakMap<object, Map<string, Waiting<Item, Result>[]>>();

  /** `work` gets at most 100 items and answers one result for each, in their order. */
  run(
    em: EntityManager,
    key: string,
    item: Item,
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<Result> {
    const database = em.getConnection();
    const known = this.#queues.get(database) ?? new Map<string, Waiting<Item, Result>[]>();
    this.#queues.set(database, known);
    return new Promise((done, fail) => {
      const waiting = known.get(key);
      if (waiting !== undefined) {
        waiting.push({ item, done, fail });
        return;
      }
      const queue = [{ item, done, fail }];
      known.set(key, queue);
      void empty(queue, work, () => known.delete(key));
    });
  }
}

async function empty<Item, Result>(
  queue: Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  onEmpty: () => void,
): Promise<void> {
  while (queue.length > 0) {
    // Those of one turn of the event loop go together.
    await setImmediate();
    const some = queue.splice(0, atOnce);
    try {
      const results = await work(some.map(({ item }) => item));
      for (const [i, { done, fail }] of some.entries()) {
        const result = results[i];
        if (result === undefined) fail(new Error('Each item has a result.'));
        else done(result);
      }
    } catch (error) {
      for (const { fail } of some) fail(error);
    }
  }
  // Before anything else can be put into it.
  onEmpty();
}
