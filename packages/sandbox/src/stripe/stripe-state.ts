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

  #charge(subscription: MadeSubscription): boolean {
    const invoice = makeInvoice(
      this.now,
      subscription,
      !subscription.cardDeclines,
      this.kept.invoices.length + 1,
    );
    this.kept.invoices.push(invoice);
    this.#tell(
      invoice.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed',
      presentInvoice(invoice, this.#origin),
    );
    return invoice.status === 'paid';
  }

  setCancel(subscription: MadeSubscription, cancel: boolean): void {
    subscription.cancelAtPeriodEnd = cancel;
    subscription.canceledAt = cancel ? this.now : null;
    this.#tell('customer.subscription.updated', presentSubscription(subscription));
  }

  end(subscription: MadeSubscription): void {
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
