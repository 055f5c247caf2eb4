/** A payment page as its provider sees it. */
export type PaymentSession = {
  id: string
  /** The name we gave the payment; empty when the session is not ours. */
  reference: string
  status: 'open' | 'complete' | 'expired'
  /** Whether the money is there. A complete session may still wait for it. */
  isPaid: boolean
  /**
   * The buyer was done with the page, but the money will not come. Only asking tells; messages say so by their kind.
   */
  hasFailed: boolean
  /** Empty once the page is closed. */
  url: string
  /** What was or will be charged, in hundredths. */
  amountCents: number
  /** Lower-case ISO 4217. */
  currency: string
  /** What the buyer typed at the provider; empty when unknown. */
  email: string
  /** The provider's name for the payment itself; refunds and disputes come under it. */
  paymentId: string | undefined
  expiresAt: Date
}

/**
 * What a payment page is made from. The same `idempotencyKey` with the same request gives the same page, however often
 * it is asked.
 */
export type SessionRequest = {
  /** Our name for the payment, at most 200 characters. */
  reference: string
  /** What is bought, as the buyer reads it. */
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
  /** Facts that come back with every event; strings of at most 500 characters. */
  metadata: Record<string, string>
  email?: string
}

/** What became of a payment page. `failed` means that a payment made earlier did not arrive after all. */
export type SessionOutcome = 'completed' | 'arrived' | 'failed' | 'expired'

/**
 * How a dispute stands: the bank inquires and takes no money, or has closed that; it holds the money until it decides,
 * or has decided for or against us. `lost` takes the money for good.
 */
export type DisputeStatus = 'inquiry' | 'closed' | 'open' | 'won' | 'lost'

/** What the buyer's bank wants of a payment, as it stood at a moment. */
export type PaymentDispute = {
  id: string
  standing: DisputeStatus
  /** How much of the payment it is about, in hundredths; undefined where nobody says, which means all of it. */
  amountCents: number | undefined
  /** Lower-case ISO 4217; empty where nobody says. */
  currency: string
  /** Until when the bank wants an answer, where it says so. */
  dueAt: Date | undefined
  /** When it stood so. */
  reportedAt: Date
}

/**
 * One signed message of a provider. `id` is the same when a message comes again. Messages come in any order.
 * `reference` is empty where the provider does not repeat it; `refundedCents` is what was given back in all.
 */
export type PaymentEvent = { id: string; type: string } & (
  | { kind: 'session'; outcome: SessionOutcome; session: PaymentSession }
  | { kind: 'refund'; paymentId: string; reference: string; isFull: boolean; refundedCents: number }
  | { kind: 'refund-failed'; paymentId: string; reference: string; amountCents: number | undefined }
  | { kind: 'dispute'; paymentId: string; reference: string; dispute: PaymentDispute }
  | { kind: 'other' }
)

/** What became of money that had come. */
export type PaymentChanges = {
  refundedCents: number
  /** All of it was given back. */
  isRefunded: boolean
  /** What the buyer's bank asked for, each with how it stands now. */
  disputes: PaymentDispute[]
}

/** Whoever takes the money for us. */
export type PaymentProvider = {
  /** @throws PaymentError */
  createSession(request: SessionRequest): Promise<PaymentSession>
  /** @returns undefined for a session the provider does not know. @throws PaymentError */
  getSession(id: string): Promise<PaymentSession | undefined>
  /**
   * Closes an open page, so that nobody can pay there any more; one that is closed already is fine.
   * @throws
   * PaymentError
   */
  expireSession(id: string): Promise<void>
  /** @returns undefined for a payment the provider does not know. @throws PaymentError */
  getPaymentChanges(paymentId: string): Promise<PaymentChanges | undefined>
  /** Our name for a payment; empty when the provider knows none. @throws PaymentError */
  findReference(paymentId: string): Promise<string>
  /**
   * Gives a payment back; one that was given back already is fine.
   *
   * @param amountCents How much of it; left out, all that was not given back yet.
   * @throws PaymentError
   */
  refund(paymentId: string, idempotencyKey: string, amountCents?: number): Promise<void>
  /**
   * Reads one message after checking that the provider wrote it, lately.
   *
   * @param rawBody The bytes as they came.
   * @returns undefined unless signature and time are right.
   */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | undefined
}

/**
 * The provider did not do what was asked. `isFinal` when it said so itself and the same request under the same key
 * would be answered the same; otherwise nobody knows whether it acted.
 */
export class PaymentError extends Error {
  readonly isFinal: boolean
  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'PaymentError'
    this.isFinal = isFinal
  }
}
