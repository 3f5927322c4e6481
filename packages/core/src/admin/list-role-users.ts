import { mostRoleUsers, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { z } from 'zod';
import { User } from '../users/user.entity.ts';
import { presentUsers } from '../users/user.presenter.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';

type RoleUsers = (typeof operations)['admin']['roleUsers'];

const cursorParts = z.tuple([z.iso.datetime().transform((instant) => new Date(instant)), z.uuid()]);

/** Read at once; between two parts others have their turn. */
const part = 200;

/** Users with their roles, newest first: all of them, unless the caller asks for fewer. */
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
  const wanted = input.limit ?? mostRoleUsers;
  let after = input.cursor === undefined ? null : readCursor(input.cursor, cursorParts);
  const items: OutputOf<RoleUsers>['items'] = [];
  let more = true;
  while (more && items.length < wanted) {
    const size = Math.min(part, wanted - items.length);
    const em = ctx.em.fork();
    const found = await em.find(
      User,
      { $and: [where, after === null ? {} : beyond(after)] },
      { populate: ['roles'], orderBy: { createdAt: 'desc', id: 'desc' }, limit: size + 1 },
    );
    more = found.length > size;
    const page = found.slice(0, size);
    items.push(...(await presentUsers(em, page, ctx.clock)));
    const last = page.at(-1);
    if (last !== undefined) after = [last.createdAt, last.id];
  }
  return {
    items,
    total: await ctx.em.count(User, where),
    next_cursor: more && after !== null ? writeCursor(after[0].toISOString(), after[1]) : null,
  };
}

const beyond = ([createdAt, id]: z.infer<typeof cursorParts>) => ({
  $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }],
});
