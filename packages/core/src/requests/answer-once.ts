import { AppError } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Actor, ServiceContext } from '../context.ts';

const minutesToAnswer = 15;
const hoursKept = 24;
/** Bytes of one answer, and of all answers of a user, that are kept. */
const [mostOfOne, mostOfUser] = [64 * 1024, 4 * 1024 * 1024];

export interface AnsweredOnce {
  readonly answer: unknown;
  readonly replayed: boolean;
  /** In place of an answer that was too large to be kept: the dataset it was about, if it was one. */
  readonly large?: { readonly datasetId: string | null };
}

/** In place of an answer that is not kept. */
const tooLarge = z.strictObject({ too_large: z.object({ dataset_id: z.string().nullable() }) });
const asDataset = z.object({ id: z.string(), sha256: z.string() });

/**
 * Does a request's work at most once for its Idempotency-Key: sent again within a day by the same
 * credential, with what it was
 * narrowed to then, it gets the same answer; keys of other credentials of the user are others. Only
 * what
 * succeeded is kept; after a failure the key may be used again. Of an answer beyond 64 KB, or of
 * more than 4 MB a user, it is
 * kept alone that it was given. Throws conflict while the first is still being answered, and
 * invalid_input where the key came
 * with another request. draft-ietf-httpapi-idempotency-key-header-07.
 */
export async function answerOnce(
  ctx: ServiceContext,
  actor: Actor,
  { key: sent, fingerprint }: { readonly key: string; readonly fingerprint: string },
  work: () => Promise<unknown>,
): Promise<AnsweredOnce> {
  const now = ctx.clock.now();
  // A body may hold a password, and an answer a secret: neither is in the database to be read.
  const fingerprints = ctx.secrets.lookups(JSON.stringify([fingerprint, narrowingOf(actor)]));
  const key = digest([credentialOf(actor), sent]);
  const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  const em = ctx.em.fork();
  await em.execute('delete from repeated_request where user_id = ? and key = ? and free_at < ?', [
    actor.user.id,
    key,
    now,
  ]);
  const taken = await em.execute<unknown[]>(
    'insert into repeated_request (user_id, key, fingerprint, answer, free_at) values (?, ' +
      '?, ?, null, ?) on conflict (user_id, key) do nothing returning key',
    [actor.user.id, key, fingerprints[0], later(minutesToAnswer * 60_000)],
  );
  if (taken.length === 0) return replay(ctx, actor, key, fingerprints);
  try {
    const answer = await work();
    const sealed = (text: string): string => ctx.secrets.encrypt(text, actor.user.id);
    const text = JSON.stringify(answer ?? null);
    const without = sealed(
      JSON.stringify({ too_large: { dataset_id: asDataset.safeParse(answer).data?.id ?? null } }),
    );
    const whole = Buffer.byteLength(text) > mostOfOne ? without : sealed(text);
    await ctx.em
      .fork()
      .execute(
        'update repeated_request set answer = case when (select ' +
          'coalesce(sum(octet_length(answer)), 0) from repeated_request where user_id = ?) + ' +
          'octet_length(?) > ? then ? else ? end, free_at = ? where user_id = ? and key = ?',
        [
          actor.user.id,
          whole,
          mostOfUser,
          without,
          whole,
          later(hoursKept * 3_600_000),
          actor.user.id,
          key,
        ],
      );
    return { answer, replayed: false };
  } catch (error) {
    await ctx.em
      .fork()
      .execute('delete from repeated_request where user_id = ? and key = ?', [actor.user.id, key]);
    throw error;
  }
}

/** What asks: an API key, an agent, or any session of the user, which can all do the same. */
const credentialOf = ({ via, keyId, agent }: Actor): readonly unknown[] => [
  via,
  keyId ?? agent?.id ?? null,
];
/** A credential that was limited since is not handed what it was answered before. */
const narrowingOf = ({ scopes, limits }: Actor): unknown => [
  scopes.toSorted(),
  limits === null ? null : [limits.datasetIds?.toSorted() ?? null, limits.aggregatesOnly],
];
const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

async function replay(
  ctx: ServiceContext,
  actor: Actor,
  key: string,
  fingerprints: readonly string[],
): Promise<AnsweredOnce> {
  const [known] = await ctx.em
    .fork()
    .execute<{ fingerprint: string; answer: string | null }[]>(
      'select fingerprint, answer from repeated_request where user_id = ? and key = ?',
      [actor.user.id, key],
    );
  if (known !== undefined && !fingerprints.includes(known.fingerprint)) {
    throw new AppError('invalid_input', 'This Idempotency-Key was used for another request.', {
      errors: [{ field: 'Idempotency-Key', message: 'Make a new key for each request.' }],
      fix: 'Make a new key for each request; repeat a request with the same body.',
    });
  }
  if (known?.answer === null || known === undefined)
    throw new AppError('conflict', 'A request with this Idempotency-Key is still being answered.', {
      fix: 'Wait a few seconds, then send it again.',
    });
  const kept = ctx.secrets.decrypt(known.answer, actor.user.id);
  if (kept === null) throw new Error('The kept answer was changed.');
  const answer: unknown = JSON.parse(kept);
  const large = tooLarge.safeParse(answer).data?.too_large;
  return large === undefined
    ? { answer: answer ?? undefined, replayed: true }
    : { answer: undefined, replayed: true, large: { datasetId: large.dataset_id } };
}
