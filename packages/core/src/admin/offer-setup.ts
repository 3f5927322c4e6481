import { z } from 'zod';
import type { EntityManager } from '@mikro-orm/sql';
import { hashToken, randomToken } from '../users/secrets.ts';
import type { Clock } from '../context.ts';
import { SetupToken } from './setup-token.entity.ts';

const hoursToUse = 24;

/**
 * A one-time token by which a signed-in, verified user becomes the first administrator, or null
 * where there is one. Every
 * server that starts without an administrator makes one of its own; the first that is used ends the
 * others.
 */
export async function offerSetup(em: EntityManager, clock: Clock): Promise<string | null> {
  if (await hasAdmin(em)) {
    await em.nativeDelete(SetupToken, {});
    return null;
  }
  const token = randomToken();
  await em.insert(SetupToken, {
    tokenHash: hashToken(token),
    expiresAt: new Date(clock.now().getTime() + hoursToUse * 3_600_000),
  });
  return token;
}

const found = z.array(z.object({ there: z.boolean() }));

/** Whether anybody is an administrator, active or not. */
export async function hasAdmin(em: EntityManager): Promise<boolean> {
  return (
    found.parse(
      await em.execute(
        "select exists(select from user_role ur join role r on r.id = ur.role_id where r.name = 'admin') as there",
      ),
    )[0]?.there === true
  );
}
