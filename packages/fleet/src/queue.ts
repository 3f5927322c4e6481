import { unverifiedJobs, type AppError } from '@columnist/contract';
import type { JobRights } from '@columnist/workers';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Statements } from './bulletin.ts';
import { channels } from './messages.ts';
import {
  firstPriority,
  perSecond,
  placeJobs,
  rememberedSeconds,
  tierOf,
  turnsSql,
  type AskedPlace,
} from './place-jobs.ts';

const schema = 'columnist_queue';
const name = 'jobs';
const table = `${schema}.job`;

/** How often a job is given to another worker whose worker died. */
const retries = 5;
/** What a job's row says beside its id: what is small enough is in it, the rest in the store. */
const ticket = z.object({
  /** The channel of who waits for the answer. */
  reply: z.string(),
  /** Null where it is in the store. */
  order: z.string().nullable(),
});
export type Ticket = z.output<typeof ticket>;

/** One attempt at a job: it ends the job only while nobody else has begun another. */
export interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

export type Taken = Attempt & { readonly ticket: Ticket };

const ended = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['created', 'retry', 'active']), id: z.uuid() }),
  z.object({ state: z.enum(['failed', 'cancelled']), id: z.uuid() }),
  z.object({
    state: z.literal('completed'),
    id: z.uuid(),
    /** The answer, or null where it is in the store; `attempt` names it there. */
    output: z.object({ answer: z.string().nullable(), attempt: z.string() }),
  }),
]);
export type JobState = z.output<typeof ended>;

/** A job takes longer than the second that it was taken for: its user's next ones come later. */
const chargeSql = `update ${table} as waiting
set priority = greatest(-${firstPriority}, waiting.priority::bigint - round(${perSecond} * floor(extract(epoch from ended.completed_on - ended.started_on)) / split_part(ended.group_tier, 'x', 1)::float8))::int
from ${table} as ended
where ended.name = $1 and ended.id = $2 and waiting.name = $1 and waiting.group_id = ended.group_id
  and waiting.state < 'active' and ended.completed_on - ended.started_on >= interval '1 second'`;

/** Jobs that are said to be worked on and that nobody holds: their workers died. */
const abandonedSql = `select id, retry_count as "retryCount" from ${table}
where name = $1 and state = 'active'
  and not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended(id::text, 0))`;

const depthSql = `select
  count(*) filter (where state < 'active')::int as waiting,
  count(*) filter (where state = 'active')::int as running
from ${table} where name = $1 and state <= 'active'`;

const unverifiedTier = tierOf(unverifiedJobs);

interface Asked extends AskedPlace {
  readonly given: Ticket;
  readonly done: () => void;
  readonly fail: (reason: unknown) => void;
}

/** Jobs of one transaction. */
const placedAtOnce = 200;

/** The jobs of the fleet: rows of PostgreSQL, by pg-boss. */
export class FleetQueue {
  readonly #boss: PgBoss;
  readonly #database: ReturnType<PgBoss['getDb']>;
  readonly #asked: Asked[] = [];
  #isPlacing = false;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
    this.#database = boss.getDb();
  }

  static async open(databaseUrl: string, log: Logger): Promise<FleetQueue> {
    const boss = new PgBoss({
      connectionString: databaseUrl,
      application_name: 'columnist queue',
      schema,
      max: 4,
      schedule: false,
      registerInstance: false,
      openTelemetry: { enabled: false },
    });
    boss.on('error', (error) => log.warn({ err: error }, 'the queue was interrupted'));
    await boss.start();
    await boss.createQueue(name, {
      retryLimit: retries,
      deleteAfterSeconds: 2 * rememberedSeconds,
      retentionSeconds: 3600,
    });
    return new FleetQueue(boss);
  }

  /**
   * A job of a user takes its place in the queue. Jobs that come while others of this server are
   * placed are placed together by the next transaction: many at once cost a few. Throws unavailable
   * where as many wait as may.
   */
  add(id: string, user: string, rights: JobRights, given: Ticket): Promise<void> {
    return new Promise((done, fail) => {
      // What the product itself asks for, such as tables that are made again, is one user's.
      this.#asked.push({ id, user: user === '' ? 'columnist' : user, rights, given, done, fail });
      if (!this.#isPlacing) void this.#placeAll();
    });
  }

  async #placeAll(): Promise<void> {
    this.#isPlacing = true;
    while (this.#asked.length > 0) {
      const some = this.#asked.splice(0, placedAtOnce);
      try {
        const refused = await this.#place(some);
        for (const { id, done, fail } of some) {
          const reason = refused.get(id);
          if (reason === undefined) done();
          else fail(reason);
        }
      } catch (error) {
        for (const { fail } of some) fail(error);
      }
    }
    // Before anything else can be asked for.
    this.#isPlacing = false;
  }

  /** Answers which had no place, and why. */
  async #place(asked: readonly Asked[]): Promise<ReadonlyMap<string, AppError>> {
    const begun = await this.#database.beginTransaction?.();
    if (begun === undefined) throw new Error('The queue needs transactions.');
    try {
      // Of two servers that place jobs at once, one comes after the other.
      await begun.db.executeSql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `${schema} places`,
      ]);
      const users = [...new Set(asked.map(({ user }) => user))];
      const { rows } = await begun.db.executeSql(turnsSql(table), [name, users]);
      const { placed, refused } = placeJobs(asked, rows);
      if (placed.length > 0)
        await this.#boss.insert(
          name,
          placed.map(({ id, user, rights, given, priority }) => ({
            id,
            data: given,
            priority,
            group: { id: user, tier: tierOf(rights) },
            // A worker ends a job that takes too long; this is for one that cannot.
            expireInSeconds: Math.ceil(rights.seconds) + 60,
          })),
          { db: begun.db },
        );
      await begun.db.executeSql('select pg_notify($1, $2)', [
        channels.jobs,
        JSON.stringify({ waiting: true }),
      ]);
      await begun.commit();
      return refused;
    } catch (error) {
      // Where the connection is gone, so is the transaction: the first error is the one that tells why.
      await begun.rollback().catch(() => {});
      throw error;
    }
  }

  /** The job that is next, of a user who does not have that many of the fleet already. */
  async take(mostOfUser: number, db: Statements): Promise<Taken | null> {
    const [job] = await this.#boss.fetch(name, {
      db,
      includeMetadata: true,
      groupConcurrency: {
        default: mostOfUser,
        tiers: { [unverifiedTier]: unverifiedJobs.running },
      },
    });
    if (job === undefined) return null;
    return { id: job.id, retryCount: job.retryCount, ticket: ticket.parse(job.data) };
  }

  /** False where another attempt was begun meanwhile, or the job is no longer wanted. */
  async complete(
    { id, retryCount }: Attempt,
    output: { readonly answer: string | null; readonly attempt: string },
  ): Promise<boolean> {
    const { affected } = affectedRows.parse(
      await this.#boss.complete(name, { id, retryCount }, output),
    );
    if (affected === 0) return false;
    await this.#database.executeSql(chargeSql, [name, id]);
    return true;
  }

  /** Gives a job to another worker. */
  async giveBack({ id, retryCount }: Attempt): Promise<void> {
    await this.#boss.fail(name, { id, retryCount }, { reason: 'interrupted' });
  }

  async cancel(id: string): Promise<void> {
    await this.#boss.cancel(name, id);
  }

  /** Gives back what workers had that died; answers how many jobs. */
  async recover(): Promise<number> {
    const { rows } = await this.#database.executeSql(abandonedSql, [name]);
    const abandoned = z.array(z.object({ id: z.uuid(), retryCount: z.int() })).parse(rows);
    for (const attempt of abandoned) await this.giveBack(attempt);
    return abandoned.length;
  }

  async statesOf(ids: readonly string[]): Promise<readonly JobState[]> {
    const { rows } = await this.#database.executeSql(
      `select id, state, output from ${table} where name = $1 and id = any($2::uuid[])`,
      [name, ids],
    );
    return z.array(ended).parse(rows);
  }

  async depth(): Promise<{ readonly waiting: number; readonly running: number }> {
    const { rows } = await this.#database.executeSql(depthSql, [name]);
    const [found] = z.tuple([z.object({ waiting: z.int(), running: z.int() })]).parse(rows);
    return found;
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

const affectedRows = z.object({ affected: z.int() });
