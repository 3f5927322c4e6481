import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { z } from 'zod';
import { User } from '../users/user.entity.ts';
import { presentUser } from '../users/user.presenter.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';

type RoleUsers = (typeof operations)['admin']['roleUsers'];

const cursorParts = z.tuple([z.iso.datetime().transform((instant) => new Date(instant)), z.uuid()]);

/** Users with their roles, newest first. */
export async function listRoleUsers(
  ctx: ServiceContext,
  input: InputOf<RoleUsers>,
): Promise<OutputOf<RoleUsers>> {
  authorize(ctx, operations.admin.roleUsers);
  const like = `%${(input.q ?? '').trim().replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const where =
    input.q === undefined
      ? {}
      : { $or: [{ email: { $ilike: like } }, { fullName: { $ilike: like } }] };
  const [createdAt, id] = input.cursor === undefined ? [] : readCursor(input.cursor, cursorParts);
  const beyond =
    createdAt === undefined || id === undefined
      ? {}
      : { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] };
  const found = await ctx.em.find(
    User,
    { $and: [where, beyond] },
    { populate: ['roles'], orderBy: { createdAt: 'desc', id: 'desc' }, limit: input.limit + 1 },
  );
  const page = found.slice(0, input.limit);
  const last = page.at(-1);
  const items = [];
  for (const user of page) items.push(await presentUser(ctx.em, user, ctx.clock));
  return {
    items,
    total: await ctx.em.count(User, where),
    next_cursor:
      found.length > page.length && last !== undefined
        ? writeCursor(last.createdAt.toISOString(), last.id)
        : null,
  };
}
