import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const retryMs = 500;

/** Where a channel's messages go; JSON that was parsed, and not yet checked. */
export type Readers = Readonly<Record<string, (message: unknown) => void>>;

/** Runs statements on the connection of a bulletin, as pg-boss asks for. */
export interface Statements {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/**
 * One connection to PostgreSQL that listens, and that holds what this process works on: when the
 * process dies, its connection ends, and the database lets go of both. It connects again by itself.
 */
export class Bulletin {
  readonly #databaseUrl: string;
  readonly #readers: Readers;
  readonly #log: Logger;
  readonly #held = new Set<string>();
  #client: pg.Client | null = null;
  #closed = false;

  private constructor(databaseUrl: string, readers: Readers, log: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#readers = readers;
    this.#log = log;
  }

  static async open(databaseUrl: string, readers: Readers, log: Logger): Promise<Bulletin> {
    const bulletin = new Bulletin(databaseUrl, readers, log);
    await bulletin.#connect();
    return bulletin;
  }

  /** Whether it listens now. */
  isOpen(): boolean {
    return this.#client !== null;
  }

  /** Messages are hints: one that cannot be sent is left out, and the readers look by themselves. */
  async notify(channel: string, message: object): Promise<void> {
    await this.#client
      ?.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)])
      .catch((error: unknown) => this.#log.warn({ err: error }, 'a message was not sent'));
  }

  /**
   * Takes a job and holds it until it is released or this process ends, in one transaction: nobody
   * sees a job that is taken and not held. Null where there is none, or nothing is listened to now.
   */
  async hold<Job extends { readonly id: string }>(
    take: (db: Statements) => Promise<Job | null>,
  ): Promise<Job | null> {
    const client = this.#client;
    if (client === null) return null;
    let id: string | undefined;
    await client.query('begin');
    try {
      const job = await take({ executeSql: (text, values) => client.query(text, values) });
      if (job !== null) {
        id = job.id;
        this.#held.add(id);
        await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [id]);
      }
      await client.query('commit');
      return job;
    } catch (error) {
      if (id !== undefined) this.#held.delete(id);
      await client.query('rollback').catch(() => {});
      throw error;
    }
  }

  async release(id: string): Promise<void> {
    if (!this.#held.delete(id)) return;
    await this.#client
      ?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id])
      .catch(() => {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      keepAlive: true,
      application_name: 'columnist bulletin',
      // A machine that is gone says nothing: the database finds out within twenty seconds.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2',
    });
    client.on('error', (error) => this.#log.warn({ err: error }, 'the bulletin was interrupted'));
    await client.connect();
    client.on('notification', ({ channel, payload }) => this.#read(channel, payload ?? ''));
    for (const channel of Object.keys(this.#readers))
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    for (const id of this.#held)
      await client.query('select pg_try_advisory_lock(hashtextextended($1, 0))', [id]);
    this.#client = client;
    void once(client, 'end').then(() => this.#again(client));
  }

  async #again(ended: pg.Client): Promise<void> {
    if (this.#client === ended) this.#client = null;
    while (!this.#closed) {
      await wait(retryMs);
      const connected = await this.#connect().then(
        () => true,
        () => false,
      );
      if (connected) return;
    }
  }

  #read(channel: string, payload: string): void {
    try {
      this.#readers[channel]?.(JSON.parse(payload));
    } catch (error) {
      this.#log.warn({ err: error, channel }, 'a message could not be read');
    }
  }
}
