/** A checkout session of the payment provider. */
export type PaymentSession = {
  id: string
  /** Our reference of the payment; empty when the session is not ours. */
  reference: string
  status: 'open' | 'complete' | 'expired'
  /** True if the payment has arrived. A complete session may still be waiting for it. */
  isPaid: boolean
  /**
   * True if the buyer completed the page, but the payment failed. Set only when the session was requested; events
   * report it by their kind.
   */
  hasFailed: boolean
  /** URL of the page; empty once it is closed. */
  url: string
  /** Amount in cents. */
  amountCents: number
  /** Lower-case ISO 4217. */
  currency: string
  /** Email address entered by the buyer; empty when unknown. */
  email: string
  /** Payment id of the provider, used by refunds and disputes. */
  paymentId: string | undefined
  expiresAt: Date
}

/** Request for a checkout session. The same `idempotencyKey` with the same request returns the same session. */
export type SessionRequest = {
  /** Our reference of the payment, at most 200 characters. */
  reference: string
  /** Product name shown to the buyer. */
  title: string
  /** An integer ≥ 1. */
  amountCents: number
  currency: string
  /** May hold `{CHECKOUT_SESSION_ID}`, which the provider replaces. */
  successUrl: string
  cancelUrl: string
  /** 30 minutes to 24 hours ahead. */
  expiresAt: Date
  idempotencyKey: string
  /** Metadata included in every event; strings of at most 500 characters. */
  metadata: Record<string, string>
  email?: string
}

/** Outcome of a checkout session. `failed` means that a pending payment did not arrive. */
export type SessionOutcome = 'completed' | 'arrived' | 'failed' | 'expired'

/**
 * Status of a dispute: `inquiry` takes no money, and `closed` ended it; `open` holds the money until the bank decides
 * for (`won`) or against us (`lost`).
 */
export type DisputeStatus = 'inquiry' | 'closed' | 'open' | 'won' | 'lost'

/** A dispute of a payment at a point in time. */
export type PaymentDispute = {
  id: string
  status: DisputeStatus
  /** Disputed amount in cents; undefined means the whole payment. */
  amountCents: number | undefined
  /** Lower-case ISO 4217; empty when unknown. */
  currency: string
  /** Deadline for evidence, if any. */
  dueAt: Date | undefined
  /** Time of this status. */
  reportedAt: Date
}

/**
 * A signed event of the payment provider. Redelivered events have the same `id`, and events arrive in any order.
 * `reference` is empty when the provider omits it; `refundedCents` is the total refunded amount. An `unreadable` event
 * has `properties` of unknown shape; its type and its ids may be empty.
 */
export type PaymentEvent = { id: string; type: string } & (
  | { kind: 'session'; outcome: SessionOutcome; session: PaymentSession }
  | { kind: 'refund'; paymentId: string; reference: string; isFull: boolean; refundedCents: number }
  | { kind: 'refund-failed'; paymentId: string; reference: string; amountCents: number | undefined }
  | { kind: 'dispute'; paymentId: string; reference: string; dispute: PaymentDispute }
  | { kind: 'other' }
  | { kind: 'unreadable'; properties: string[]; sessionId: string; paymentId: string; reference: string }
)

/** Refunds and disputes of a payment. */
export type PaymentChanges = {
  refundedCents: number
  /** True if the whole payment was refunded. */
  isRefunded: boolean
  /** Disputes with their current status. */
  disputes: PaymentDispute[]
}

/** A payment provider. */
export type PaymentProvider = {
  /** @throws PaymentError */
  createSession(request: SessionRequest): Promise<PaymentSession>
  /** @returns undefined for a session the provider does not know. @throws PaymentError */
  getSession(id: string): Promise<PaymentSession | undefined>
  /**
   * Expires an open session; has no effect on a closed one.
   *
   * @throws PaymentError
   */
  expireSession(id: string): Promise<void>
  /** @returns undefined for a payment the provider does not know. @throws PaymentError */
  getPaymentChanges(paymentId: string): Promise<PaymentChanges | undefined>
  /**
   * Finds our reference of a payment; empty when unknown.
   *
   * @throws PaymentError
   */
  findReference(paymentId: string): Promise<string>
  /**
   * Refunds a payment; has no effect on a refunded one.
   *
   * @param amountCents Amount to refund; by default the remaining amount.
   * @throws PaymentError
   */
  refund(paymentId: string, idempotencyKey: string, amountCents?: number): Promise<void>
  /**
   * Verifies and parses an event.
   *
   * @param rawBody The unparsed body.
   * @returns undefined unless signature and timestamp are valid.
   */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | undefined
}

/**
 * Thrown for a failed provider request. `isFinal` means that the provider rejected it and would reject a repetition;
 * otherwise the outcome is unknown.
 */
export class PaymentError extends Error {
  readonly isFinal: boolean
  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'PaymentError'
    this.isFinal = isFinal
  }
}
