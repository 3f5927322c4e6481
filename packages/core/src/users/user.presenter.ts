import { type Tier, type User as WireUser } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import type { Clock } from '../context.ts';
import { countApiCalls } from './count-api-calls.ts';
import { maskKey } from './mask-key.ts';
import { ApiKey } from './session.entity.ts';
import type { User } from './user.entity.ts';

/** Paid while a payment or an administrator's grant lasts. */
export function tierOf(
  user: { paidUntil?: Date | null | undefined; grantedProUntil?: Date | null | undefined },
  clock: Clock,
): Tier {
  const now = clock.now();
  return [user.paidUntil, user.grantedProUntil].some(
    (until) => until !== null && until !== undefined && until > now,
  )
    ? 'paid'
    : 'free';
}

/** A user as the wire knows them; the only way from the entity to it. */
export async function presentUser(em: EntityManager, user: User, clock: Clock): Promise<WireUser> {
  const key = await em.findOne(ApiKey, { user });
  await em.populate(user, ['roles']);
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    email_verified: user.emailVerifiedAt !== null && user.emailVerifiedAt !== undefined,
    api_key: key === null ? null : maskKey(key.lastFour),
    subscription_tier: tierOf(user, clock),
    api_calls: await countApiCalls(em, user.id, clock),
    is_active: user.isActive,
    created_at: user.createdAt.toISOString(),
    roles: user.roles.getItems().map(({ id, name }) => ({ id, name })),
  };
}
