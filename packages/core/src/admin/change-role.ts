import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { requireVerified } from '../users/require-verified.ts';
import { refuseLastAdmin } from '../accounts/refuse-last-admin.ts';
import { Role, User } from '../users/user.entity.ts';
import { presentUser } from '../users/user.presenter.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';

type Assign = (typeof operations)['admin']['assignRole'];
type Remove = (typeof operations)['admin']['removeRole'];

/** Gives a user a role; it holds from their next request on. */
export async function assignRole(
  ctx: ServiceContext,
  input: InputOf<Assign>,
): Promise<OutputOf<Assign>> {
  authorize(ctx, operations.admin.assignRole);
  return change(ctx, input, 'admin.assignRole', (user, role) => {
    requireVerified(user);
    user.roles.add(role);
  });
}

/** Takes a role from a user. Throws conflict where it would leave no administrator. */
export async function removeRole(
  ctx: ServiceContext,
  input: InputOf<Remove>,
): Promise<OutputOf<Remove>> {
  authorize(ctx, operations.admin.removeRole);
  return change(ctx, input, 'admin.removeRole', (user, role) => user.roles.remove(role));
}

async function change(
  ctx: ServiceContext,
  { user_id, role_id }: InputOf<Assign>,
  action: 'admin.assignRole' | 'admin.removeRole',
  apply: (user: User, role: Role) => void,
): Promise<OutputOf<Assign>> {
  const changed = await ctx.em.transactional(async (em) => {
    const user = await em.findOne(User, { id: user_id }, { populate: ['roles'] });
    const role = await em.findOne(Role, { id: role_id });
    if (user === null) throw new AppError('not_found', 'User not found.');
    if (role === null) throw new AppError('not_found', 'Role not found.');
    if (action === 'admin.removeRole' && role.name === 'admin' && user.roles.contains(role))
      await refuseLastAdmin(em, user.id);
    const had = user.roles.contains(role);
    apply(user, role);
    await em.flush();
    const isChanged = had !== user.roles.contains(role);
    return { isChanged, role: role.name, answer: await presentUser(em, user, ctx.clock) };
  });
  // Of what was so before no line says that it was done.
  if (!changed.isChanged) ctx.audit.written = 'nothing';
  else
    await recordAudit(ctx, {
      action,
      target: changed.answer.email,
      subject: changed.answer,
      outcome: 'done',
      details: { role: changed.role },
    });
  return changed.answer;
}
