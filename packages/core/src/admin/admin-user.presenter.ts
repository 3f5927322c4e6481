import type { AdminUser } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { tierOf } from '../users/user.presenter.ts';
import type { User } from '../users/user.entity.ts';
import type { Clock } from '../context.ts';
import { monthOf } from '../months.ts';

const figures = z.array(
  z.object({
    id: z.string(),
    datasets: z.coerce.number(),
    stored: z.coerce.number(),
    calls: z.coerce.number(),
  }),
);

/**
 * Users for administrators, with what they own, in one statement for all of them. Roles must be
 * populated.
 */
export async function presentAdminUsers(
  em: EntityManager,
  users: readonly User[],
  clock: Clock,
): Promise<AdminUser[]> {
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const rows = figures.parse(
    await em.execute(
      `select u.id, (select count(*) from dataset d where d.owner_id = u.id and d.status = 'ready' and d.deleted_at is null) as datasets,
         (select coalesce(sum(d.stored_bytes), 0) from dataset d where d.owner_id = u.id and d.deleted_at is null) as stored,
         coalesce((select used from usage_month m where m.user_id = u.id and m.month = ?), 0) as calls
       from user_account u where u.id in (${ids.map(() => '?').join(', ')})`,
      [monthOf(clock.now()), ...ids],
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return users.map((user) => {
    const owned = byId.get(user.id);
    return {
      id: user.id,
      email: user.email,
      full_name: user.fullName,
      email_verified: (user.emailVerifiedAt ?? null) !== null,
      subscription_tier: tierOf(user, clock),
      api_calls: owned?.calls ?? 0,
      is_active: user.isActive,
      created_at: user.createdAt.toISOString(),
      roles: user.roles.getItems().map(({ id, name }) => ({ id, name })),
      last_login_at: user.lastLoginAt?.toISOString() ?? null,
      datasets: owned?.datasets ?? 0,
      stored_bytes: owned?.stored ?? 0,
      granted_pro_until: user.grantedProUntil?.toISOString() ?? null,
      raised_file_mb: user.raisedFileMb ?? null,
    };
  });
}
