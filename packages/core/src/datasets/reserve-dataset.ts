import { AppError, allowances, plans } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Actor, ServiceContext } from '../context.ts';

/** A pending dataset is given up after this: longer than any admission may take. */
const reservationMinutes = 15;
const counts = z.array(z.object({ datasets: z.coerce.number(), bytes: z.coerce.number() }));

/**
 * Takes a place for a new dataset before the work, so that uploads at the same time cannot pass the limit together.
 * Throws dataset_limit_reached. The user's row is the lock; the place is a dataset that is still `pending`.
 */
export async function reserveDataset(ctx: ServiceContext, { user }: Actor, name: string, bytes: number): Promise<string> {
  const id = uuid();
  const now = ctx.clock.now();
  const limit = plans[user.tier].max_datasets;
  const allowed = allowances[user.tier].storageBytes;
  await ctx.em.fork().transactional(async (em) => {
    await em.execute('select id from user_account where id = ? for update', [user.id]);
    await em.execute("delete from dataset where owner_id = ? and status = 'pending' and reserved_until <= ?", [user.id, now]);
    const [held] = counts.parse(await em.execute('select count(*) as datasets, coalesce(sum(stored_bytes), 0) as bytes from dataset where owner_id = ? and deleted_at is null', [user.id]));
    if (limit > 0 && (held?.datasets ?? 0) >= limit) {
      const remedy = user.tier === 'free' ? 'Delete one or upgrade to Pro.' : 'Delete one first.';
      throw new AppError('dataset_limit_reached', `You have ${held?.datasets} of ${limit} datasets. ${remedy}`, { used: held?.datasets ?? limit, limit, fix: remedy });
    }
    if ((held?.bytes ?? 0) + bytes > allowed) {
      throw new AppError('dataset_limit_reached', `Your datasets may take ${allowed / 1024 / 1024} MB in all; this file does not fit.`, { fix: 'Delete datasets you no longer need.' });
    }
    await em.execute(
      "insert into dataset (id, owner_id, name, status, created_at, reserved_until, stored_bytes, current_version) values (?, ?, ?, 'pending', ?, ?, ?, 1)",
      [id, user.id, name, now, new Date(now.getTime() + reservationMinutes * 60_000), bytes],
    );
  });
  return id;
}
