import { operations, roleNames, type InputOf, type OutputOf } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { Role } from '../users/user.entity.ts';
import { authorize, type ServiceContext } from '../context.ts';

type Roles = (typeof operations)['admin']['roles'];

/** The roles there are; one that nobody has yet is made here. */
export async function listRoles(
  ctx: ServiceContext,
  input: InputOf<Roles>,
): Promise<OutputOf<Roles>> {
  authorize(ctx, operations.admin.roles);
  for (const name of roleNames)
    await ctx.em.execute(
      'insert into role (id, name) values (?, ?) on conflict (name) do nothing',
      [uuid(), name],
    );
  const roles = await ctx.em.find(Role, {}, { orderBy: { name: 'asc' } });
  return {
    items: roles.slice(0, input.limit).map(({ id, name }) => ({ id, name })),
    total: roles.length,
    next_cursor: null,
  };
}
