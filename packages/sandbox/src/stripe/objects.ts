import type Stripe from 'stripe';

/** Seconds since 1970. */
export type Seconds = number;

const id = (prefix: string): string =>
  `${prefix}_test_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;

export interface MadeCheckout {
  readonly id: string;
  readonly customer: string;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly price: string;
  status: 'open' | 'complete' | 'expired';
  /** Its payment is on its way: it is still open, and cannot expire. */
  processing?: boolean;
  subscription: string | null;
}

export const makeCustomer = (now: Seconds, email: string | null, metadata: Stripe.Metadata) =>
  ({
    id: id('cus'),
    object: 'customer',
    balance: 0,
    created: now,
    default_source: null,
    description: null,
    email,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    shipping: null,
  }) satisfies Stripe.Customer;

export const makeCheckout = (
  now: Seconds,
  given: Pick<MadeCheckout, 'customer' | 'success_url' | 'cancel_url' | 'price'>,
): MadeCheckout => ({ id: id('cs'), ...given, status: 'open', subscription: null });

/** A checkout as the API answers it: the fields that an integration reads. */
export const presentCheckout = (checkout: MadeCheckout, url: string) =>
  ({
    id: checkout.id,
    object: 'checkout.session',
    mode: 'subscription',
    livemode: false,
    customer: checkout.customer,
    subscription: checkout.subscription,
    status: checkout.status,
    payment_status: checkout.status === 'complete' ? 'paid' : 'unpaid',
    success_url: checkout.success_url,
    cancel_url: checkout.cancel_url,
    url: checkout.status === 'open' ? url : null,
    currency: 'usd',
    metadata: {},
  }) satisfies Partial<Stripe.Checkout.Session>;

const makePrice = (now: Seconds, price: string, cents: number) =>
  ({
    id: price,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: 'prod_test_pro',
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      usage_type: 'licensed',
      trial_period_days: null,
    },
    tax_behavior: null,
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: cents,
    unit_amount_decimal: null,
  }) satisfies Partial<Stripe.Price>;

/** The calendar month that begins now. */
export function monthFrom(now: Seconds): Seconds {
  const start = new Date(now * 1000);
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  // The 31st of a month without one is its last day.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return Math.floor(end.getTime() / 1000);
}

export interface MadeSubscription {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  readonly created: Seconds;
  status: 'active' | 'past_due' | 'canceled';
  periodStart: Seconds;
  periodEnd: Seconds;
  cancelAtPeriodEnd: boolean;
  canceledAt: Seconds | null;
  endedAt: Seconds | null;
  /** The next payments fail. */
  cardDeclines: boolean;
}

export const makeSubscription = (
  now: Seconds,
  customer: string,
  price: string,
): MadeSubscription => ({
  id: id('sub'),
  customer,
  price,
  created: now,
  status: 'active',
  periodStart: now,
  periodEnd: monthFrom(now),
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endedAt: null,
  cardDeclines: false,
});

export const proCents = 2900;

/** A subscription as the API answers it; the period is with its items. */
export const presentSubscription = (made: MadeSubscription) =>
  ({
    id: made.id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    billing_cycle_anchor: made.created,
    billing_cycle_anchor_config: null,
    billing_thresholds: null,
    cancel_at: made.cancelAtPeriodEnd ? made.periodEnd : null,
    cancel_at_period_end: made.cancelAtPeriodEnd,
    canceled_at: made.canceledAt,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: made.canceledAt === null ? null : 'cancellation_requested',
    },
    collection_method: 'charge_automatically',
    created: made.created,
    currency: 'usd',
    customer: made.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: made.endedAt,
    livemode: false,
    metadata: {},
    start_date: made.created,
    status: made.status,
    latest_invoice: null,
    schedule: null,
    test_clock: null,
    trial_end: null,
    trial_start: null,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${made.id}`,
      data: [
        {
          id: `si_${made.id.slice(4)}`,
          object: 'subscription_item',
          billing_thresholds: null,
          created: made.created,
          current_period_start: made.periodStart,
          current_period_end: made.periodEnd,
          discounts: [],
          metadata: {},
          price: makePrice(made.created, made.price, proCents),
          quantity: 1,
          subscription: made.id,
          tax_rates: [],
        },
      ],
    },
  }) satisfies Partial<Omit<Stripe.Subscription, 'items'>> & { items: unknown };

export interface MadeInvoice {
  readonly id: string;
  readonly number: string;
  readonly customer: string;
  readonly subscription: string;
  readonly created: Seconds;
  /** Below zero where it gives back. */
  readonly total: number;
  /** Of the total, what no credit of the customer paid. */
  readonly due: number;
  status: 'paid' | 'open';
}

export const makeInvoice = (
  now: Seconds,
  { customer, id: subscription }: MadeSubscription,
  paid: boolean,
  count: number,
  cents: { readonly total: number; readonly due: number },
): MadeInvoice => ({
  id: id('in'),
  number: `TEST-${String(count).padStart(4, '0')}`,
  customer,
  subscription,
  created: now,
  ...cents,
  status: paid ? 'paid' : 'open',
});

export const presentInvoice = (invoice: MadeInvoice, origin: string) =>
  ({
    id: invoice.id,
    object: 'invoice',
    number: invoice.number,
    customer: invoice.customer,
    created: invoice.created,
    currency: 'usd',
    status: invoice.status,
    amount_due: invoice.due,
    amount_paid: invoice.status === 'paid' ? invoice.due : 0,
    total: invoice.total,
    livemode: false,
    hosted_invoice_url: `${origin}/sandbox/invoices/${invoice.id}`,
    invoice_pdf: null,
    attempt_count: 1,
    metadata: {},
  }) satisfies Partial<Stripe.Invoice>;

export const makeEvent = (now: Seconds, type: string, object: unknown) => ({
  id: id('evt'),
  object: 'event',
  api_version: '2026-01-01',
  created: now,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type,
});
export type MadeEvent = ReturnType<typeof makeEvent>;
