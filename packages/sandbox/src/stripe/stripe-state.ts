import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type Stripe from 'stripe';
import {
  makeEvent,
  makeInvoice,
  makeSubscription,
  monthFrom,
  presentCheckout,
  presentInvoice,
  presentSubscription,
  proCents,
  type MadeCheckout,
  type MadeEvent,
  type MadeInvoice,
  type MadeSubscription,
  type Seconds,
} from './objects.ts';

interface Kept {
  /** Seconds by which the test clock is ahead. */
  ahead: number;
  customers: Stripe.Customer[];
  checkouts: MadeCheckout[];
  subscriptions: MadeSubscription[];
  invoices: MadeInvoice[];
  /** Answers by idempotency key. */
  answers: Record<string, { fingerprint: string; status: number; body: unknown }>;
}

/** What the stand-in remembers, kept in a file so that a restart of the server changes nothing. */
export class StripeState {
  readonly kept: Kept;
  readonly #file: string | null;
  readonly #origin: string;
  readonly #emit: (event: MadeEvent) => void;

  readonly #clock: () => Seconds;

  constructor(
    file: string | null,
    origin: string,
    emit: (event: MadeEvent) => void,
    clock: () => Seconds,
  ) {
    this.#file = file;
    this.#origin = origin;
    this.#emit = emit;
    this.#clock = clock;
    this.kept =
      file !== null && existsSync(file)
        ? JSON.parse(readFileSync(file, 'utf8'))
        : { ahead: 0, customers: [], checkouts: [], subscriptions: [], invoices: [], answers: {} };
    // Kept by an earlier version, which knew no credits.
    this.kept.invoices = this.kept.invoices.map((made) => ({
      ...made,
      total: made.total ?? proCents,
      due: made.due ?? proCents,
    }));
  }

  get now(): Seconds {
    return this.#clock() + this.kept.ahead;
  }

  save(): void {
    if (this.#file === null) return;
    writeFileSync(`${this.#file}.part`, JSON.stringify(this.kept), { mode: 0o600 });
    renameSync(`${this.#file}.part`, this.#file);
  }

  checkoutUrl = (checkout: MadeCheckout): string =>
    `${this.#origin}/sandbox/checkout/${checkout.id}`;

  #tell(type: string, object: unknown): void {
    this.save();
    this.#emit(makeEvent(this.now, type, object));
  }

  /** The person paid on the checkout page: a subscription begins. */
  pay(checkout: MadeCheckout): void {
    if (checkout.status !== 'open') return;
    const subscription = makeSubscription(this.now, checkout.customer, checkout.price);
    checkout.status = 'complete';
    checkout.subscription = subscription.id;
    this.kept.subscriptions.push(subscription);
    this.#tell('customer.subscription.created', presentSubscription(subscription));
    this.#charge(subscription);
    this.#tell('checkout.session.completed', presentCheckout(checkout, this.checkoutUrl(checkout)));
  }

  /** Nobody can pay there any more. */
  expire(checkout: MadeCheckout): void {
    checkout.status = 'expired';
    this.#tell('checkout.session.expired', presentCheckout(checkout, this.checkoutUrl(checkout)));
  }

  /** A credit of the customer pays before the card does. */
  #charge(subscription: MadeSubscription): boolean {
    const customer = this.kept.customers.find(({ id }) => id === subscription.customer);
    const credited = Math.min(proCents, Math.max(0, -(customer?.balance ?? 0)));
    if (customer !== undefined) customer.balance += credited;
    const due = proCents - credited;
    const invoice = this.#invoice(subscription, due === 0 || !subscription.cardDeclines, {
      total: proCents,
      due,
    });
    this.#tell(
      invoice.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed',
      presentInvoice(invoice, this.#origin),
    );
    return invoice.status === 'paid';
  }

  #invoice(
    subscription: MadeSubscription,
    paid: boolean,
    cents: { readonly total: number; readonly due: number },
  ): MadeInvoice {
    const invoice = makeInvoice(this.now, subscription, paid, this.kept.invoices.length + 1, cents);
    this.kept.invoices.push(invoice);
    return invoice;
  }

  setCancel(subscription: MadeSubscription, cancel: boolean): void {
    subscription.cancelAtPeriodEnd = cancel;
    subscription.canceledAt = cancel ? this.now : null;
    this.#tell('customer.subscription.updated', presentSubscription(subscription));
  }

  /** With `credit` an invoice gives what is left of a paid period back, to the balance. */
  end(subscription: MadeSubscription, { credit } = { credit: false }): void {
    const { periodStart, periodEnd, status, customer: payer } = subscription;
    const customer = this.kept.customers.find(({ id }) => id === payer);
    if (credit && status === 'active' && customer !== undefined) {
      const left = Math.max(0, periodEnd - this.now) / (periodEnd - periodStart);
      const cents = Math.round(proCents * Math.min(1, left));
      customer.balance -= cents;
      const invoice = this.#invoice(subscription, true, { total: -cents, due: 0 });
      this.#tell('invoice.paid', presentInvoice(invoice, this.#origin));
    }
    subscription.status = 'canceled';
    subscription.endedAt = this.now;
    subscription.canceledAt ??= this.now;
    this.#tell('customer.subscription.deleted', presentSubscription(subscription));
  }

  setCard(subscription: MadeSubscription, declines: boolean): void {
    subscription.cardDeclines = declines;
    if (!declines && subscription.status === 'past_due') {
      subscription.status = 'active';
      for (const invoice of this.kept.invoices)
        if (invoice.subscription === subscription.id) invoice.status = 'paid';
    }
    this.#tell('customer.subscription.updated', presentSubscription(subscription));
  }

  /** Moves the test clock, and does what Stripe would do meanwhile: renewals, failures, ends. */
  advance(seconds: number): void {
    const until = this.now + seconds;
    for (const subscription of this.kept.subscriptions) {
      while (subscription.status !== 'canceled' && subscription.periodEnd <= until) {
        this.kept.ahead += Math.max(0, subscription.periodEnd - this.now);
        if (subscription.cancelAtPeriodEnd) {
          this.end(subscription);
          break;
        }
        subscription.periodStart = subscription.periodEnd;
        subscription.periodEnd = monthFrom(subscription.periodStart);
        subscription.status = this.#charge(subscription) ? 'active' : 'past_due';
        this.#tell('customer.subscription.updated', presentSubscription(subscription));
      }
    }
    this.kept.ahead += Math.max(0, until - this.now);
    this.save();
  }
}
