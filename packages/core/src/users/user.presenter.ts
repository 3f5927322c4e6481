import { type Tier, type User as WireUser } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import type { Clock } from '../context.ts';
import { countApiCalls, countApiCallsOf } from './count-api-calls.ts';
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

/** A user as the wire knows them. */
export async function presentUser(em: EntityManager, user: User, clock: Clock): Promise<WireUser> {
  const key = await em.findOne(ApiKey, { user });
  await em.populate(user, ['roles']);
  return present(user, key?.lastFour, await countApiCalls(em, user.id, clock), clock);
}

/** The same of many, in two statements for all of them. Roles must be populated. */
export async function presentUsers(
  em: EntityManager,
  users: readonly User[],
  clock: Clock,
): Promise<WireUser[]> {
  const ids = users.map(({ id }) => id);
  const keys = await em.find(ApiKey, { user: { $in: ids } });
  const lastFour = new Map(keys.map((key) => [key.user.id, key.lastFour]));
  const calls = await countApiCallsOf(em, ids, clock);
  return users.map((user) => present(user, lastFour.get(user.id), calls.get(user.id) ?? 0, clock));
}

function present(
  user: User,
  lastFour: string | undefined,
  apiCalls: number,
  clock: Clock,
): WireUser {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    email_verified: user.emailVerifiedAt !== null && user.emailVerifiedAt !== undefined,
    api_key: lastFour === undefined ? null : maskKey(lastFour),
    subscription_tier: tierOf(user, clock),
    api_calls: apiCalls,
    is_active: user.isActive,
    created_at: user.createdAt.toISOString(),
    roles: user.roles.getItems().map(({ id, name }) => ({ id, name })),
  };
}
