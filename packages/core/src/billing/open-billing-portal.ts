import { AppError, operations, type OutputOf } from '@columnist/contract';
import { User } from '../users/user.entity.ts';
import { authorize, type ServiceContext } from '../context.ts';

type Portal = (typeof operations)['usage']['billingPortal'];
type Invoices = (typeof operations)['usage']['invoices'];

const customerOf = async (ctx: ServiceContext, id: string): Promise<string | null> =>
  (await ctx.em.fork().findOneOrFail(User, { id })).stripeCustomerId ?? null;

/** The provider's own pages for card and invoices. */
export async function openBillingPortal(ctx: ServiceContext): Promise<OutputOf<Portal>> {
  const actor = authorize(ctx, operations.usage.billingPortal);
  const customerId = await customerOf(ctx, actor.user.id);
  if (customerId === null)
    throw new AppError('conflict', 'There is nothing billed yet.', {
      fix: 'Upgrade to Pro first.',
    });
  return {
    url: await ctx.ports.payments.createPortal(
      customerId,
      `${ctx.settings.publicUrl}/app/subscription`,
    ),
  };
}

/** The caller's invoices, newest first. */
export async function listInvoices(ctx: ServiceContext): Promise<OutputOf<Invoices>> {
  const actor = authorize(ctx, operations.usage.invoices);
  const customerId = await customerOf(ctx, actor.user.id);
  const invoices = customerId === null ? [] : await ctx.ports.payments.invoicesOf(customerId);
  const items = invoices.map(({ id, number, created, amountDue, currency, status, url }) => ({
    id,
    number,
    created_at: created.toISOString(),
    amount: amountDue / 100,
    currency,
    status,
    url,
  }));
  return { items, total: items.length, next_cursor: null };
}
