import { AppError, operations, type InputOf } from '@columnist/contract';
import { authorize, requireAsked, type ServiceContext } from '../context.ts';
import { endPayments } from '../billing/end-payments.ts';
import { GoneCustomer } from '../billing/gone-customer.entity.ts';
import { holdPayments } from '../billing/hold-payments.ts';
import { AgentCall } from '../agents/agent-call.entity.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { folderOf } from '../datasets/records/object-keys.ts';
import { PartialUpload } from '../datasets/lifecycle/partial-upload.entity.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { refuseLastAdmin } from './refuse-last-admin.ts';
import { verifyPassword } from '../users/password.ts';
import { throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';

/**
 * Deletes the caller with everything that is theirs; the password is sent along, or was asked for. Rows first, in one transaction; then the
 * files.
 */
export async function deleteAccount(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['auth']['deleteAccount']>,
): Promise<void> {
  const actor = authorize(ctx, operations.auth.deleteAccount);
  const user = await ctx.em.findOne(User, { id: actor.user.id });
  if (user === null) throw gone();
  if (input.email.trim().toLowerCase() !== user.emailKey)
    throw new AppError('invalid_input', 'This is not the email address of your account.', {
      errors: [{ field: 'email', message: 'Type the address of your account.' }],
    });
  if (input.password === undefined) requireAsked(ctx, actor);
  else await checkPassword(ctx, user, input.password);
  const { datasets, uploads } = await holdPayments(ctx, user.id, () => deleteRows(ctx, user.id));
  ctx.cookie?.take();
  // What is left where this is interrupted belongs to no row, and the jobs remove it.
  for (const id of datasets)
    for await (const { key } of ctx.ports.objects.list(folderOf(id)))
      await ctx.ports.objects.delete(key);
  for (const id of uploads) await ctx.ports.partials.remove(id);
}

/** Another call deleted it since this one began. */
const gone = () => new AppError('unauthenticated', 'This account was deleted.');

/** Answers whose files are left. */
async function deleteRows(
  ctx: ServiceContext,
  id: string,
): Promise<{ readonly datasets: readonly string[]; readonly uploads: readonly string[] }> {
  const user = await ctx.em.fork().findOne(User, { id });
  if (user === null) throw gone();
  const customer = user.stripeCustomerId ?? null;
  // Before anything is ended that would then go on.
  await ctx.em.fork().transactional((em) => refuseLastAdmin(em, id));
  // Nobody pays for what is gone: where the provider cannot be reached, nothing is deleted either.
  if (customer !== null) await endPayments(ctx, customer);
  return ctx.em.transactional(async (em) => {
    await refuseLastAdmin(em, user.id);
    const owned = await em.find(Dataset, { owner: user.id }, { fields: ['id'] });
    const begun = await em.find(PartialUpload, { user: user.id }, { fields: ['id'] });
    await queueMail(
      em,
      ctx,
      'account_deleted',
      user.email,
      user.emailVerifiedAt ? { full_name: user.fullName } : {},
    );
    // Sessions, tokens, key, roles, usage and datasets go with the row.
    await em.nativeDelete(User, { id: user.id });
    if (customer !== null)
      await em.insert(GoneCustomer, { id: customer, goneAt: ctx.clock.now(), readAt: null });
    await em.nativeDelete(AgentCall, { user: user.id });
    await recordAudit(
      ctx,
      { action: 'auth.deleteAccount', target: user.email, outcome: 'done' },
      em,
    );
    return {
      datasets: owned.map((dataset) => dataset.id),
      uploads: begun.map((upload) => upload.id),
    };
  });
}

async function checkPassword(
  ctx: ServiceContext,
  { id, passwordHash }: User,
  password: string,
): Promise<void> {
  await throttle(ctx, { subject: `confirm:${id}`, attempts: 10, seconds: 900 });
  if (!(await verifyPassword(passwordHash, password)))
    throw new AppError('forbidden', 'Current password is incorrect', {
      fix: 'Type the password you log in with.',
    });
}
