import { AppError } from '@columnist/contract';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { Actor } from '../context.ts';
import { Session } from './session.entity.ts';

/**
 * Keeps the caller's session from being ended until the transaction is over, for what outlives a
 * session: an API key, an agent.
 * Throws unauthenticated where it was ended since the request began.
 */
export async function holdSession(
  em: EntityManager,
  { sessionId }: Pick<Actor, 'sessionId'>,
): Promise<void> {
  const held =
    sessionId === null
      ? null
      : await em.findOne(
          Session,
          { id: sessionId, revokedAt: null },
          { lockMode: LockMode.PESSIMISTIC_READ, fields: ['id'] },
        );
  if (held === null) throw new AppError('unauthenticated', 'The session has ended. Log in again.');
}
