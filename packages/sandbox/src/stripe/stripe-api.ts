import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import {
  makeCheckout,
  makeCustomer,
  presentCheckout,
  presentInvoice,
  presentSubscription,
} from './objects.ts';
import { pageOf } from './page-of.ts';
import type { StripeState } from './stripe-state.ts';

const text = z.string().min(1);
const checkoutForm = z.object({
  mode: z.literal('subscription'),
  customer: text,
  success_url: z.url(),
  cancel_url: z.url(),
  line_items: z
    .array(z.object({ price: text }))
    .or(z.record(z.string(), z.object({ price: text }))),
});
const customerForm = z.object({
  email: text.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
class Refusal extends Error {
  readonly status: number;
  readonly details: object;
  constructor(status: number, details: object) {
    super('refused');
    this.status = status;
    this.details = details;
  }
}
const noSuch = (what: string, id: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${what}: '${id}'`,
  });

/**
 * The endpoints of Stripe's API that the product uses, with its form encoding, errors and
 * idempotency.
 */
export function stripeApi(state: StripeState, secretKey: string, origin: string): Router {
  const router = express.Router();
  const { kept } = state;
  const find = <Item extends { id: string }>(
    what: string,
    items: readonly Item[],
    id: string,
  ): Item => items.find((item) => item.id === id) ?? fail(noSuch(what, id));
  const parse = <Out>(schema: z.ZodType<Out>, req: Request): Out => {
    const read = schema.safeParse(req.body ?? {});
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new Refusal(400, {
      type: 'invalid_request_error',
      code: 'parameter_missing',
      param: issue?.path.join('.') ?? '',
      message: issue?.message ?? 'Invalid request',
    });
  };

  router.use(express.urlencoded({ extended: true }), (req, res, next) => {
    if (req.headers.authorization === `Bearer ${secretKey}`) return next();
    res
      .status(401)
      .json({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
  });
  const serve = (work: (req: Request) => unknown) => (req: Request, res: Response) => {
    const key = req.method === 'POST' ? req.get('idempotency-key') : undefined;
    const fingerprint = JSON.stringify([req.path, req.body]);
    const before = key === undefined ? undefined : kept.answers[key];
    if (before !== undefined && before.fingerprint !== fingerprint) {
      return void res.status(400).json({
        error: {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        },
      });
    }
    if (before !== undefined)
      return void res
        .setHeader('Idempotent-Replayed', 'true')
        .status(before.status)
        .json(before.body);
    const { status, body } = answer(() => work(req));
    if (key !== undefined && status < 500) kept.answers[key] = { fingerprint, status, body };
    state.save();
    return void res.status(status).json(body);
  };

  router.post(
    '/v1/customers',
    serve((req) => {
      const { email = null, metadata = {} } = parse(customerForm, req);
      const customer = makeCustomer(state.now, email, metadata);
      kept.customers.push(customer);
      return customer;
    }),
  );
  router.get(
    '/v1/customers/:id',
    serve((req) => find('customer', kept.customers, String(req.params['id']))),
  );
  router.post(
    '/v1/checkout/sessions',
    serve((req) => {
      const form = parse(checkoutForm, req);
      find('customer', kept.customers, form.customer);
      const [line] = Object.values(form.line_items);
      const checkout = makeCheckout(state.now, {
        customer: form.customer,
        success_url: form.success_url,
        cancel_url: form.cancel_url,
        price: line?.price ?? '',
      });
      kept.checkouts.push(checkout);
      return presentCheckout(checkout, state.checkoutUrl(checkout));
    }),
  );
  router.get(
    '/v1/checkout/sessions/:id',
    serve((req) => {
      const checkout = find('checkout.session', kept.checkouts, String(req.params['id']));
      return presentCheckout(checkout, state.checkoutUrl(checkout));
    }),
  );
  router.get(
    '/v1/checkout/sessions',
    serve((req) => {
      const { customer, status } = req.query;
      const found = kept.checkouts.filter(
        (made) => made.customer === customer && (status === undefined || made.status === status),
      );
      return pageOf('/v1/checkout/sessions', found.toReversed(), req.query, (made) =>
        presentCheckout(made, state.checkoutUrl(made)),
      );
    }),
  );
  router.post(
    '/v1/checkout/sessions/:id/expire',
    serve((req) => {
      const checkout = find('checkout.session', kept.checkouts, String(req.params['id']));
      if (checkout.status !== 'open' || checkout.processing === true)
        throw new Refusal(400, {
          type: 'invalid_request_error',
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${checkout.status}.`,
        });
      state.expire(checkout);
      return presentCheckout(checkout, state.checkoutUrl(checkout));
    }),
  );
  router.get(
    '/v1/subscriptions',
    serve((req) => {
      const { customer, status } = req.query;
      const found = kept.subscriptions.filter(
        (made) =>
          made.customer === customer &&
          // Without a word, all that have not ended.
          (status === 'all' ||
            (status === undefined ? made.status !== 'canceled' : made.status === status)),
      );
      return pageOf('/v1/subscriptions', found.toReversed(), req.query, presentSubscription);
    }),
  );
  router.get(
    '/v1/subscriptions/:id',
    serve((req) =>
      presentSubscription(find('subscription', kept.subscriptions, String(req.params['id']))),
    ),
  );
  router.post(
    '/v1/subscriptions/:id',
    serve((req) => {
      const subscription = find('subscription', kept.subscriptions, String(req.params['id']));
      const { cancel_at_period_end: cancel } = parse(
        z.object({ cancel_at_period_end: z.enum(['true', 'false']).optional() }),
        req,
      );
      if (subscription.status === 'canceled')
        throw new Refusal(400, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: 'A canceled subscription can only update its cancellation_details and metadata.',
        });
      if (cancel !== undefined) state.setCancel(subscription, cancel === 'true');
      return presentSubscription(subscription);
    }),
  );
  router.delete(
    '/v1/subscriptions/:id',
    serve((req) => {
      const subscription = find('subscription', kept.subscriptions, String(req.params['id']));
      if (subscription.status === 'canceled') throw noSuch('subscription', subscription.id);
      const { prorate, invoice_now: invoiced } = req.query;
      state.end(subscription, { credit: prorate === 'true' && invoiced === 'true' });
      return presentSubscription(subscription);
    }),
  );
  router.get(
    '/v1/invoices',
    serve((req) =>
      pageOf(
        '/v1/invoices',
        kept.invoices.filter(({ customer }) => customer === req.query['customer']).toReversed(),
        req.query,
        (invoice) => presentInvoice(invoice, origin),
      ),
    ),
  );
  router.post(
    '/v1/billing_portal/sessions',
    serve((req) => {
      const { customer, return_url } = parse(
        z.object({ customer: text, return_url: z.url() }),
        req,
      );
      find('customer', kept.customers, customer);
      return {
        id: `bps_test_${crypto.randomUUID()}`,
        object: 'billing_portal.session',
        customer,
        return_url,
        livemode: false,
        created: state.now,
        url: `${origin}/sandbox/billing/${customer}?return_url=${encodeURIComponent(return_url)}`,
      };
    }),
  );
  router.use(
    (req, res) =>
      void res.status(404).json({
        error: {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${req.method}: ${req.path}).`,
        },
      }),
  );
  return router;
}

function fail(error: Error): never {
  throw error;
}

function answer(work: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: { error: error.details } };
    throw error;
  }
}
