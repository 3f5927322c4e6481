import { z } from 'zod';
import { anyone, defineOperation, sessionOnly } from '../operation.ts';
import { plan } from '../plan.ts';

export const usage = z
  .object({
    user_id: z.uuid(),
    api_queries: z.int().describe('API queries used since last_reset.'),
    datasets_uploaded: z.int().describe('Datasets now owned.'),
    max_datasets: z.int().describe('0 means unlimited.'),
    max_api_queries: z.int().describe('0 means unlimited.'),
    max_file_size_mb: z.int().describe('Of one file, in megabytes.'),
    last_reset: z.iso.datetime().describe('First instant of this month, UTC.'),
    daily_api_queries: z
      .array(z.int())
      .describe('API queries per day of this month, first day first, today last.'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usage>;

/** The caller's plan, and the state of their subscription. */
export const subscription = plan
  .extend({
    status: z
      .string()
      .nullable()
      .describe('As the payment provider says: active, past_due …; null without a subscription.'),
    period_ends_at: z.iso.datetime().nullable(),
    cancel_at_period_end: z.boolean(),
    granted_until: z.iso
      .datetime()
      .nullable()
      .describe('Pro given by an administrator, until then.'),
    billed: z.boolean().describe('Whether there is anything in the billing portal.'),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.infer<typeof subscription>;

const siteAddress = z.url({ protocol: /^https?$/, error: 'Give a whole address.' }).max(2000);
const invoice = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    created_at: z.iso.datetime(),
    amount: z.number(),
    currency: z.string(),
    status: z.string().nullable(),
    url: z.string().nullable(),
  })
  .meta({ id: 'Invoice' });
const nothing = z.strictObject({});

export const usageOperations = {
  get: defineOperation({
    path: 'usage.get',
    kind: 'query',
    input: nothing,
    output: usage,
    access: anyone('read'),
    cost: 0,
    summary: 'Datasets and API queries used, and the limits.',
    rest: { method: 'get', path: '/api/freemium/usage' },
    mcp: {
      name: 'get_usage',
      toolset: 'data',
      about: 'one',
      title: 'Get usage',
      brief: true,
      description:
        'API queries and datasets used this month, and the limits of the plan. Costs nothing.',
    },
  }),
  plans: defineOperation({
    path: 'usage.plans',
    kind: 'query',
    input: nothing,
    output: z.array(plan),
    access: 'public',
    cost: 0,
    summary: 'The plans and their limits.',
    rest: { method: 'get', path: '/api/freemium/subscription/plans' },
  }),
  subscription: defineOperation({
    path: 'usage.subscription',
    kind: 'query',
    input: nothing,
    output: subscription,
    access: sessionOnly,
    cost: 0,
    summary: 'Your plan, and the state of your subscription.',
    rest: { method: 'get', path: '/api/freemium/subscription/current' },
  }),
  createCheckoutSession: defineOperation({
    path: 'usage.createCheckoutSession',
    kind: 'mutation',
    input: z.strictObject({ success_url: siteAddress, cancel_url: siteAddress }),
    output: z.object({
      public_key: z.string(),
      checkout_session_id: z.string(),
      checkout_url: z.string(),
    }),
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'plan', said: 'Checkout begun' },
    summary: 'Begin the upgrade to Pro on the payment provider’s own page.',
    rest: { method: 'post', path: '/api/payments/create-checkout-session' },
  }),
  cancelSubscription: defineOperation({
    path: 'usage.cancelSubscription',
    kind: 'mutation',
    input: nothing,
    output: subscription,
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'plan', said: 'Subscription canceled' },
    summary: 'End the subscription with its paid period.',
    rest: { method: 'post', path: '/api/payments/cancel-subscription' },
  }),
  resumeSubscription: defineOperation({
    path: 'usage.resumeSubscription',
    kind: 'mutation',
    input: nothing,
    output: subscription,
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'plan', said: 'Cancellation taken back' },
    summary: 'Take a cancellation back.',
    rest: { method: 'post', path: '/api/payments/resume-subscription' },
  }),
  billingPortal: defineOperation({
    path: 'usage.billingPortal',
    kind: 'mutation',
    input: nothing,
    output: z.object({ url: z.string() }),
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'plan', said: 'Billing portal opened' },
    summary: 'The payment provider’s page for card and invoices.',
    rest: { method: 'post', path: '/api/payments/billing-portal' },
  }),
  invoices: defineOperation({
    path: 'usage.invoices',
    kind: 'query',
    input: nothing,
    output: z.object({ items: z.array(invoice), total: z.int(), next_cursor: z.null() }),
    access: sessionOnly,
    cost: 0,
    summary: 'Your invoices, newest first.',
    rest: { method: 'get', path: '/api/payments/invoices' },
  }),
};
