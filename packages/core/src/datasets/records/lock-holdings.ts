import { AppError, maxStoredBytes, plans, type PlanHolder } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { inTurn } from '../../database/in-turn.ts';

/** What a user has: datasets, and the bytes of all that is stored of them. */
export interface Holdings {
  readonly datasets: number;
  readonly bytes: number;
}

const counts = z.tuple([z.object({ datasets: z.coerce.number(), bytes: z.coerce.number() })]);

/**
 * Counts what a user has, uploads under way included. Until the transaction ends nobody else counts
 * for this user, so
 * that two who each see the last place free cannot both take it.
 */
export async function lockHoldings(
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<Holdings> {
  await em.execute('select 1 from user_account where id = ? for no key update', [userId]);
  const [holdings] = counts.parse(
    await em.execute(
      `select count(*) as datasets, coalesce(sum(stored_bytes), 0) as bytes from dataset
       where owner_id = ? and deleted_at is null and (status = 'ready' or reserved_until > ?)`,
      [userId, now],
    ),
  );
  return holdings;
}

/**
 * A transaction that begins with `lockHoldings`. Those of one user come one after the other: waiting
 * for the row they would hold all connections of this server.
 */
export const withHoldings = <Result>(
  em: EntityManager,
  userId: string,
  now: Date,
  work: (em: EntityManager, holdings: Holdings) => Promise<Result>,
): Promise<Result> =>
  inTurn(em, `holdings of ${userId}`, () =>
    em.transactional(async (within) => work(within, await lockHoldings(within, userId, now))),
  );

/** What is kept of one kind, such as the saved views of a dataset, or how much of it may be. */
export interface Kept {
  readonly count: number;
  /** Of those whose sizes are counted. */
  readonly bytes?: number;
}

/**
 * Throws conflict where one more of a kind would be too many. Counted within `withHoldings`, so that
 * calls at the same time cannot pass it.
 */
export function requireRoom(
  { count, bytes = 0 }: Kept,
  most: Kept & { readonly kind: string; readonly fix: string },
): void {
  const { kind, fix } = most;
  const size = most.bytes === undefined ? '' : `, of ${sizeOf(most.bytes)} in all`;
  const message = `A dataset has at most ${most.count.toLocaleString('en')} ${kind}${size}.`;
  if (count >= most.count)
    throw new AppError('conflict', message, { used: count, limit: most.count, fix });
  if (most.bytes !== undefined && bytes > most.bytes)
    throw new AppError('conflict', message, { used: bytes, limit: most.bytes, fix });
}

/** Throws the given code where one more dataset of this many bytes does not fit the plan. */
export function requirePlace(
  holdings: Holdings,
  bytes: number,
  holder: PlanHolder,
  code: 'dataset_limit_reached' | 'conflict',
): void {
  const { max_datasets: limit } = plans[holder.tier];
  if (limit > 0 && holdings.datasets >= limit) {
    const fix = holder.tier === 'free' ? 'Delete one or upgrade to Pro.' : 'Delete one first.';
    throw new AppError(code, `You have ${holdings.datasets} of ${limit} datasets. ${fix}`, {
      used: holdings.datasets,
      limit,
      fix,
    });
  }
  requireStorage(holdings, bytes, holder, code);
}

/** Throws the given code where this many bytes more do not fit the plan. */
export function requireStorage(
  holdings: Holdings,
  bytes: number,
  holder: PlanHolder,
  code: 'dataset_limit_reached' | 'conflict',
): void {
  const storageBytes = maxStoredBytes(holder);
  if (holdings.bytes + bytes > storageBytes) {
    const fix = 'Delete datasets you no longer need.';
    throw new AppError(
      code,
      `Your files may take ${sizeOf(storageBytes)} in all; this one does not fit. ${fix}`,
      { used: holdings.bytes, limit: storageBytes, fix },
    );
  }
}

const MB = 1024 * 1024;
const sizeOf = (bytes: number): string =>
  bytes < 1024 * MB ? `${bytes / MB} MB` : `${bytes / 1024 / MB} GB`;
