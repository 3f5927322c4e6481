import { AppError } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../context.ts';

/** After a crash the work may begin again after this; while it goes on the lease is renewed. */
const usualSeconds = 120;

export interface TakenLease {
  readonly release: () => Promise<void>;
}

/**
 * Takes the right to work on a subject, such as `export:` and a user's id, which nobody else has
 * until it is released. Throws conflict with this message.
 */
export async function takeLease(
  ctx: Pick<ServiceContext, 'em' | 'clock' | 'log'>,
  subject: string,
  message: string,
  fix: string,
  seconds = usualSeconds,
): Promise<TakenLease> {
  const holder = uuid();
  const end = (): Date => new Date(ctx.clock.now().getTime() + seconds * 1000);
  const now = ctx.clock.now();
  const taken = await ctx.em.fork().execute<unknown[]>(
    // Later than any lease can last: the clock was set back since.
    `insert into lease (subject, holder, until) values (?, ?, ?)
     on conflict (subject) do update set holder = excluded.holder, until = excluded.until where lease.until <= ? or lease.until > ? returning subject`,
    [subject, holder, end(), now, new Date(now.getTime() + 2 * seconds * 1000)],
  );
  if (taken.length === 0) throw new AppError('conflict', message, { fix, retry_after: 5 });
  const warn = (error: unknown): void =>
    ctx.log.warn(
      { err: error, subject },
      'a lease could not be kept up to date; it ends by itself',
    );
  const renewal = setInterval(
    () =>
      void ctx.em
        .fork()
        .execute('update lease set until = ? where subject = ? and holder = ?', [
          end(),
          subject,
          holder,
        ])
        .catch(warn),
    (seconds / 4) * 1000,
  ).unref();
  return {
    release: async () => {
      clearInterval(renewal);
      await ctx.em
        .fork()
        .execute('delete from lease where subject = ? and holder = ?', [subject, holder])
        .catch(warn);
    },
  };
}

/** Does work under a lease. Throws conflict with this message where others do it. */
export async function underLease<Result>(
  ctx: Pick<ServiceContext, 'em' | 'clock' | 'log'>,
  subject: string,
  message: string,
  fix: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lease = await takeLease(ctx, subject, message, fix);
  try {
    return await work();
  } finally {
    await lease.release();
  }
}
