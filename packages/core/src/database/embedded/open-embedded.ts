import { PGliteDialect, type PGlite, type PGliteQueryResults } from 'kysely';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { reply, type Order } from './messages.ts';

/**
 * The embedded database, PostgreSQL as WebAssembly, on a thread of its own: on the main one each
 * statement would hold up all requests. `folder` is where its files are, or `memory://`.
 */
export const embeddedDialect = (folder: string): PGliteDialect =>
  new PGliteDialect({ pglite: () => new EmbeddedDatabase(folder) });

interface Found {
  readonly rows: readonly unknown[];
  readonly affectedRows?: number | undefined;
}

interface Waiting {
  readonly done: (found: Found) => void;
  readonly fail: (error: Error) => void;
}

/** What Kysely asks of PGlite, handed on to the thread. One statement at a time: Kysely sees to it. */
class EmbeddedDatabase implements PGlite {
  closed = false;
  readonly ready = true;
  readonly waitReady = Promise.resolve();
  readonly #thread: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #ended: Error | null = null;

  constructor(folder: string) {
    this.#thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: folder });
    this.#thread.on('message', (message: unknown) => this.#receive(message));
    this.#thread.once('error', (error) => this.#end(error));
    this.#thread.once('exit', () => this.#end(new Error('The embedded database has ended.')));
    // A process ends where nothing is asked of the database, as with one that it had within.
    this.#thread.unref();
  }

  async query<Row>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<PGliteQueryResults<Row>> {
    const { rows, affectedRows } = await this.#ask({ text, values: [...values] });
    return {
      fields: [],
      rows: z.custom<Row[]>().parse(rows),
      ...(affectedRows === undefined ? {} : { affectedRows }),
    };
  }

  async transaction<Result>(
    work: (transaction: {
      query: PGlite['query'];
      rollback: () => Promise<void>;
    }) => Promise<Result>,
  ): Promise<Result> {
    await this.query('begin');
    try {
      const result = await work({
        query: (text, values) => this.query(text, values),
        rollback: async () => {
          await this.query('rollback');
        },
      });
      await this.query('commit');
      return result;
    } catch (error) {
      // Where not even that can be done, the first error says why.
      await this.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    try {
      await this.#ask(null);
    } finally {
      await this.#thread.terminate();
    }
  }

  #ask(statement: Order['statement']): Promise<Found> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    return new Promise((done, fail) => {
      const number = (this.#last += 1);
      this.#waiting.set(number, { done, fail });
      this.#thread.ref();
      this.#thread.postMessage({ number, statement } satisfies Order);
    });
  }

  #receive(message: unknown): void {
    const { number, found } = reply.parse(message);
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) this.#thread.unref();
    if ('rows' in found) waiting?.done(found);
    else waiting?.fail(Object.assign(new Error(found.message), found.facts));
  }

  /** What still waits is not answered any more. */
  #end(error: Error): void {
    this.closed = true;
    this.#ended ??= error;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}
