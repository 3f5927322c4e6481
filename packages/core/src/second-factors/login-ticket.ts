import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { hashToken, randomToken } from '../users/secrets.ts';
import type { ServiceContext } from '../context.ts';
import { LoginTicket } from '../users/second-factor.entity.ts';

const ticketMinutes = 10;
const attemptsOfTicket = 5;

/**
 * For a log-in whose password was right; in the caller's transaction. The token is handed out this
 * once.
 */
export async function openTicket(
  { clock }: Pick<ServiceContext, 'clock'>,
  em: EntityManager,
  userId: string,
): Promise<string> {
  const token = randomToken();
  await em.insert(LoginTicket, {
    id: uuid(),
    user: userId,
    tokenHash: hashToken(token),
    expiresAt: new Date(clock.now().getTime() + ticketMinutes * 60_000),
    attempts: 0,
  });
  return token;
}

/** The ticket of this token, of somebody who may sign in; null where there is none any more. */
export function findTicket(
  { em, clock }: Pick<ServiceContext, 'em' | 'clock'>,
  token: string,
): Promise<LoginTicket | null> {
  return em.findOne(LoginTicket, {
    tokenHash: hashToken(token),
    expiresAt: { $gt: clock.now() },
    user: { isActive: true },
  });
}

/** Counts an attempt, on every replica alike; false where it has had as many as there are. */
export async function countAttempt(
  em: EntityManager,
  { id }: Pick<LoginTicket, 'id'>,
): Promise<boolean> {
  const counted = await em.execute<unknown[]>(
    'update login_ticket set attempts = attempts + 1 where id = ? and attempts < ? returning id',
    [id, attemptsOfTicket],
  );
  return counted.length === 1;
}

/**
 * Uses a ticket up, in the caller's transaction; false where it ended meanwhile, as with a change
 * of the password.
 */
export async function spendTicket(
  em: EntityManager,
  { id }: Pick<LoginTicket, 'id'>,
): Promise<boolean> {
  return (await em.nativeDelete(LoginTicket, { id })) === 1;
}
