import express, { type RequestHandler, type Router } from 'express';
import { loopbackOnly } from '../loopback-only.ts';
import { proCents, type MadeInvoice } from './objects.ts';
import type { StripeState } from './stripe-state.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const inDollars = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
const dollars = inDollars(proCents);
/** What the card pays, or what is credited. */
const amountOf = ({ total, due }: MadeInvoice): string => inDollars(total < 0 ? total : due);

const styles = `body{margin:0;font:15px/22px system-ui,sans-serif;color:#111c1d;background:#f5f7f7}main{max-width:440px;margin:8vh auto;background:#fff;border:1px solid #dbe1e1;border-radius:6px;padding:28px}
.mode{display:inline-block;background:#fef5e3;border:1px solid #edc889;color:#975a08;border-radius:3px;padding:0 8px;font-size:12px;font-weight:600}h1{font-size:20px;margin:12px 0 4px}p{margin:8px 0}
button{font:inherit;font-weight:600;padding:8px 16px;border-radius:4px;border:1px solid #818b8c;background:#fff;cursor:pointer}button.pri{background:#111c1d;border-color:#111c1d;color:#fff;width:100%}form{margin-top:12px}a{color:#026e75}`;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${styles}</style></head><body><main><span class="mode">Test mode</span>${body}</main></body></html>`;

const headers: RequestHandler = (_req, res, next) => {
  res.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http: https:; frame-ancestors 'none'",
  );
  res.setHeader('Cache-Control', 'no-store');
  next();
};

/** What a person sees of the stand-in: the hosted checkout, the billing portal and a test clock. */
export function stripePages(state: StripeState): Router {
  const router = express.Router().use(loopbackOnly, headers);
  const button = (action: string, label: string, primary = false): string =>
    `<form method="post" action="${escape(action)}"><button${primary ? ' class="pri"' : ''}>${escape(label)}</button></form>`;

  router.get('/checkout/:id', (req, res) => {
    const checkout = state.kept.checkouts.find(({ id }) => id === req.params.id);
    if (checkout?.status !== 'open')
      return void res.status(404).send(page('Checkout', '<h1>This checkout is over.</h1>'));
    return void res.send(
      page(
        'Checkout',
        `<h1>Subscribe to Pro</h1><p><b>${dollars}</b> a month. No card is asked for and nothing is charged: this page takes the place of the payment provider.</p>${button(`/sandbox/checkout/${checkout.id}/pay`, `Pay ${dollars}`, true)}<p><a href="${escape(checkout.cancel_url)}">Cancel and go back</a></p>`,
      ),
    );
  });
  router.post('/checkout/:id/pay', (req, res) => {
    const checkout = state.kept.checkouts.find(({ id }) => id === req.params.id);
    if (checkout === undefined) {
      res.status(404).send(page('Checkout', '<h1>This checkout is over.</h1>'));
      return;
    }
    state.pay(checkout);
    res.redirect(303, checkout.success_url);
  });
  router.get('/billing/:customer', (req, res) => {
    const { return_url: asked } = req.query;
    const back = typeof asked === 'string' ? asked : '/app/subscription';
    const subscriptions = state.kept.subscriptions.filter(
      ({ customer, status }) => customer === req.params.customer && status !== 'canceled',
    );
    const invoices = state.kept.invoices.filter(({ customer }) => customer === req.params.customer);
    const body = subscriptions
      .map(
        (made) =>
          `<p>Pro, ${escape(made.status)}${made.cancelAtPeriodEnd ? `, ends on ${day(made.periodEnd)}` : `, renews on ${day(made.periodEnd)}`}</p>${button(`/sandbox/billing/subscriptions/${made.id}/card`, made.cardDeclines ? 'Use a card that pays' : 'Use a card that declines')}`,
      )
      .join('');
    res.send(
      page(
        'Billing',
        `<h1>Billing and invoices</h1><p>Test clock: ${day(state.now)}</p>${body}${button(`/sandbox/billing/${encodeURIComponent(req.params.customer)}/advance`, 'Move the clock 31 days ahead')}<p>${invoices.map((invoice) => `${escape(invoice.number)} · ${day(invoice.created)} · ${amountOf(invoice)} · ${invoice.status}`).join('<br>')}</p><p><a href="${escape(back.startsWith('http') || back.startsWith('/') ? back : '/app/subscription')}">Back to Columnist</a></p>`,
      ),
    );
  });
  router.get('/invoices/:id', (req, res) => {
    const invoice = state.kept.invoices.find(({ id }) => id === req.params.id);
    if (invoice === undefined) {
      res.status(404).send(page('Invoice', '<h1>There is no such invoice.</h1>'));
      return;
    }
    res.send(
      page(
        'Invoice',
        `<h1>Invoice ${escape(invoice.number)}</h1><p>${day(invoice.created)}</p><p>Columnist Pro, one month: <b>${amountOf(invoice)}</b></p><p>${invoice.status === 'paid' ? 'Paid' : 'Open'}</p>`,
      ),
    );
  });
  router.post('/billing/subscriptions/:id/card', (req, res) => {
    const subscription = state.kept.subscriptions.find(({ id }) => id === req.params.id);
    if (subscription !== undefined) state.setCard(subscription, !subscription.cardDeclines);
    res.redirect(
      303,
      subscription === undefined
        ? '/app/subscription'
        : `/sandbox/billing/${subscription.customer}`,
    );
  });
  router.post('/billing/:customer/advance', (req, res) => {
    // The address of the page is the secret of its customer.
    if (!state.kept.customers.some(({ id }) => id === req.params.customer)) {
      res.status(404).send(page('Billing', '<h1>There is no such customer.</h1>'));
      return;
    }
    state.advance(31 * 86_400);
    res.redirect(303, `/sandbox/billing/${encodeURIComponent(req.params.customer)}`);
  });
  return router;
}
