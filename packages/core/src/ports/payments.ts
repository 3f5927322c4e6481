/** A subscription as the payment provider has it now. */
export interface ProviderSubscription {
  readonly id: string;
  readonly status: string;
  readonly created: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
}

export interface ProviderInvoice {
  readonly id: string;
  readonly number: string | null;
  readonly created: Date;
  readonly amountDue: number;
  readonly currency: string;
  readonly status: string | null;
  readonly url: string | null;
}

/**
 * What an event says that we believe: that something happened, and to which customer. The rest is
 * asked for.
 */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
}

export interface PaymentsPort {
  /** For the browser. */
  readonly publicKey: string;
  createCustomer(user: { readonly id: string; readonly email: string }): Promise<string>;
  createCheckout(input: {
    readonly customerId: string;
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<{ readonly id: string; readonly url: string }>;
  /** Newest first; empty for a customer the provider does not know. */
  subscriptionsOf(customerId: string): Promise<readonly ProviderSubscription[]>;
  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void>;
  /**
   * Ends every checkout of the customer that is still open. Throws conflict where one is being paid
   * at this moment.
   */
  expireCheckouts(customerId: string): Promise<void>;
  /**
   * At once, without refund; with `credit` what is left of the period counts towards the next
   * invoices of the customer. False where it had ended.
   */
  cancelNow(subscriptionId: string, how?: { readonly credit: boolean }): Promise<boolean>;
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  invoicesOf(customerId: string): Promise<readonly ProviderInvoice[]>;
  /**
   * The event of a signed request; null where the signature is missing, does not hold or is dated
   * more than five minutes from now.
   */
  readEvent(body: Buffer, signature: string | undefined): ProviderEvent | null;
}
