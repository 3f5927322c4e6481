import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import type { FilterQuery } from '@mikro-orm/core';
import { z } from 'zod';
import { User } from '../users/user.entity.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';
import { presentAdminUsers } from './admin-user.presenter.ts';

type Users = (typeof operations)['admin']['users'];

const offsetCursor = z.tuple([
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number),
]);

/**
 * Users for administrators. Pages are runs of the sorted list: a table that is sorted by any column
 * is read in places.
 */
export async function listUsers(
  ctx: ServiceContext,
  input: InputOf<Users>,
): Promise<OutputOf<Users>> {
  authorize(ctx, operations.admin.users);
  const offset = input.cursor === undefined ? 0 : readCursor(input.cursor, offsetCursor)[0];
  const where = conditions(ctx, input);
  const direction = input.direction === 'ascending' ? 'asc nulls last' : 'desc nulls last';
  const ids = z
    .array(z.object({ id: z.string() }))
    .parse(
      await ctx.em.execute(
        `select u.id from user_account u where ${where.sql} order by ${sortSql[input.sort]} ` +
          `${direction}, u.id ${direction.slice(0, 4)} limit ? offset ?`,
        [...where.values, input.limit, offset],
      ),
    )
    .map(({ id }) => id);
  const [counted] = z
    .array(z.object({ n: z.coerce.number() }))
    .parse(
      await ctx.em.execute(
        `select count(*) as n from user_account u where ${where.sql}`,
        where.values,
      ),
    );
  const total = counted?.n ?? 0;
  const found: FilterQuery<User> = { id: { $in: ids } };
  const users = await ctx.em.find(User, found, { populate: ['roles'] });
  const inOrder = ids.flatMap((id) => users.filter((user) => user.id === id));
  const next = offset + ids.length;
  return {
    items: await presentAdminUsers(ctx.em, inOrder, ctx.clock),
    total,
    next_cursor: next < total && ids.length > 0 ? writeCursor(String(next)) : null,
  };
}

const sortSql: Readonly<Record<InputOf<Users>['sort'], string>> = {
  created_at: 'u.created_at',
  last_login_at: 'u.last_login_at',
  email: 'u.email_key',
  full_name: 'lower(u.full_name)',
  stored_bytes:
    '(select coalesce(sum(d.stored_bytes), 0) from dataset d where d.owner_id = u.id and d.deleted_at is null)',
};

function conditions(
  ctx: ServiceContext,
  { q, role, tier, status }: InputOf<Users>,
): { sql: string; values: unknown[] } {
  const parts: { sql: string; values: unknown[] }[] = [{ sql: 'true', values: [] }];
  const part = (q ?? '').trim();
  if (part !== '') {
    const like = `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`;
    parts.push({ sql: '(u.email ilike ? or u.full_name ilike ?)', values: [like, like] });
  }
  if (role !== undefined)
    parts.push({
      sql:
        'exists (select 1 from user_role ur join role r on r.id = ur.role_id where ur.user_id ' +
        '= u.id and r.name = ?)',
      values: [role],
    });
  const now = ctx.clock.now();
  if (tier !== undefined)
    parts.push({
      sql:
        `${tier === 'paid' ? '' : 'not '}(coalesce(u.paid_until > ?, false) or ` +
        'coalesce(u.granted_pro_until > ?, false))',
      values: [now, now],
    });
  if (status === 'unverified') parts.push({ sql: 'u.email_verified_at is null', values: [] });
  else if (status !== undefined)
    parts.push({ sql: `${status === 'active' ? '' : 'not '}u.is_active`, values: [] });
  return {
    sql: parts.map(({ sql }) => sql).join(' and '),
    values: parts.flatMap(({ values }) => values),
  };
}
