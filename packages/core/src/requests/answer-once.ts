import { AppError } from '@columnist/contract';
import type { Actor, ServiceContext } from '../context.ts';

const minutesToAnswer = 15;
const hoursKept = 24;

/**
 * Does a request's work at most once for its Idempotency-Key: sent again within a day it gets the same answer. Only what
 * succeeded is kept; after a failure the key may be used again. Throws conflict while the first is still being answered, and
 * invalid_input where the key came with another request. draft-ietf-httpapi-idempotency-key-header-07.
 */
export async function answerOnce(ctx: ServiceContext, actor: Actor, { key, fingerprint: plain }: { readonly key: string; readonly fingerprint: string }, work: () => Promise<unknown>): Promise<{ answer: unknown; replayed: boolean }> {
  const now = ctx.clock.now();
  // A body may hold a password, and an answer a secret: neither stands in the database to be read.
  const fingerprints = ctx.secrets.lookups(plain);
  const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  const em = ctx.em.fork();
  await em.execute('delete from repeated_request where user_id = ? and key = ? and free_at < ?', [actor.user.id, key, now]);
  const taken = await em.execute<unknown[]>(
    'insert into repeated_request (user_id, key, fingerprint, answer, free_at) values (?, ?, ?, null, ?) on conflict (user_id, key) do nothing returning key',
    [actor.user.id, key, fingerprints[0], later(minutesToAnswer * 60_000)],
  );
  if (taken.length === 0) return replay(ctx, actor, key, fingerprints);
  try {
    const answer = await work();
    await ctx.em.fork().execute('update repeated_request set answer = ?, free_at = ? where user_id = ? and key = ?', [ctx.secrets.encrypt(JSON.stringify(answer ?? null), actor.user.id), later(hoursKept * 3_600_000), actor.user.id, key]);
    return { answer, replayed: false };
  } catch (error) {
    await ctx.em.fork().execute('delete from repeated_request where user_id = ? and key = ?', [actor.user.id, key]);
    throw error;
  }
}

async function replay(ctx: ServiceContext, actor: Actor, key: string, fingerprints: readonly string[]): Promise<{ answer: unknown; replayed: boolean }> {
  const [known] = await ctx.em.fork().execute<{ fingerprint: string; answer: string | null }[]>('select fingerprint, answer from repeated_request where user_id = ? and key = ?', [actor.user.id, key]);
  if (known !== undefined && !fingerprints.includes(known.fingerprint)) {
    throw new AppError('invalid_input', 'This Idempotency-Key was used for another request.', { errors: [{ field: 'Idempotency-Key', message: 'Make a new key for each request.' }], fix: 'Make a new key for each request; repeat a request with the same body.' });
  }
  if (known?.answer === null || known === undefined) throw new AppError('conflict', 'A request with this Idempotency-Key is still being answered.', { fix: 'Wait a few seconds, then send it again.' });
  const kept = ctx.secrets.decrypt(known.answer, actor.user.id);
  if (kept === null) throw new Error('The kept answer was changed.');
  const answer: unknown = JSON.parse(kept);
  return { answer: answer ?? undefined, replayed: true };
}
