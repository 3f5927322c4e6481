import { AppError } from '@columnist/contract';
import { StripeEvent } from './stripe-event.entity.ts';
import type { ServiceContext } from '../context.ts';
import { syncSubscription } from './sync-subscription.ts';

type EventContext = Pick<ServiceContext, 'em' | 'ports' | 'clock' | 'log'>;

/**
 * Takes a signed event: notes it, then asks the provider for the current state. Throws malformed_request
 * for a signature that does not hold.
 */
export async function takeEvent(
  ctx: EventContext,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = ctx.ports.payments.readEvent(body, signature);
  if (event === null)
    throw new AppError('malformed_request', 'The signature of this event does not hold.', {
      fix: 'Send the body unchanged, signed within the last five minutes.',
    });
  const em = ctx.em.fork();
  await em.execute(
    'insert into stripe_event (id, type, customer_id, received_at) values (?, ?, ?, ?) on conflict (id) do nothing',
    [event.id, event.type, event.customerId, ctx.clock.now()],
  );
  const noted = await em.findOneOrFail(StripeEvent, { id: event.id });
  if ((noted.appliedAt ?? null) === null) await applyEvent(ctx, event.id, event.customerId);
}

/** Asking for the current state may be repeated; it is marked as done once it was. */
async function applyEvent(ctx: EventContext, id: string, customerId: string | null): Promise<void> {
  if (customerId !== null) await syncSubscription(ctx, customerId);
  await ctx.em
    .fork()
    .nativeUpdate(StripeEvent, { id, appliedAt: null }, { appliedAt: ctx.clock.now() });
}

/** Longer than asking takes; to ask twice changes nothing. */
const abandonedSeconds = 10;
const keptDays = 60;

/**
 * Job: applies events whose process ended between noting and applying, and forgets old ones.
 * Answers how many were applied.
 */
export async function applyAbandonedEvents(ctx: EventContext): Promise<number> {
  const now = ctx.clock.now();
  const left = await ctx.em
    .fork()
    .find(
      StripeEvent,
      { appliedAt: null, receivedAt: { $lt: new Date(now.getTime() - abandonedSeconds * 1000) } },
      { limit: 100 },
    );
  for (const event of left) await applyEvent(ctx, event.id, event.customerId ?? null);
  await ctx.em.fork().nativeDelete(StripeEvent, {
    appliedAt: { $ne: null },
    receivedAt: { $lt: new Date(now.getTime() - keptDays * 86_400_000) },
  });
  return left.length;
}
