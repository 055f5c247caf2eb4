/** A payment page as its provider sees it. */
export type PaymentSession = {
  id: string
  /** The name we gave the payment; empty when the session is not ours. */
  reference: string
  status: 'open' | 'complete' | 'expired'
  /** Whether the money is there. A complete session may still wait for it. */
  isPaid: boolean
  /** The buyer was done with the page, but the money will not come. Only asking tells; messages say so by their kind. */
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

/** What a payment page is made from. The same `idempotencyKey` with the same request gives the same page, however often it is asked. */
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

/** How a dispute stands: it runs, or the bank has decided. */
export type DisputeOutcome = 'opened' | 'won' | 'lost'

/**
 * One signed message of a provider. `id` is the same when a message comes again. Messages come in any order.
 * `reference` is empty where the provider does not repeat it; `dueAt` is until when the bank wants an answer, where it says so.
 */
export type PaymentEvent = { id: string; type: string } & (
  | { kind: 'session'; outcome: SessionOutcome; session: PaymentSession }
  | { kind: 'refund'; paymentId: string; reference: string; isFull: boolean; refundedCents: number }
  | { kind: 'refund-failed'; paymentId: string; reference: string }
  | { kind: 'dispute'; paymentId: string; reference: string; disputeId: string; outcome: DisputeOutcome; dueAt: Date | undefined }
  | { kind: 'other' }
)

/** What became of money that had come. */
export type PaymentAfterwards = {
  refundedCents: number
  /** All of it was given back. */
  isRefunded: boolean
  /** What the buyer's bank asked for, each with how it stands now. */
  disputes: { id: string; outcome: DisputeOutcome; dueAt: Date | undefined }[]
}

/** Whoever takes the money for us. */
export type PaymentProvider = {
  /** @throws PaymentError */
  createSession(request: SessionRequest): Promise<PaymentSession>
  /** @returns undefined for a session the provider does not know. @throws PaymentError */
  getSession(id: string): Promise<PaymentSession | undefined>
  /** Closes an open page, so that nobody can pay there any more; one that is closed already is fine. @throws PaymentError */
  expireSession(id: string): Promise<void>
  /** @returns undefined for a payment the provider does not know. @throws PaymentError */
  getAfterwards(paymentId: string): Promise<PaymentAfterwards | undefined>
  /** Our name for a payment; empty when the provider knows none. @throws PaymentError */
  findReference(paymentId: string): Promise<string>
  /** Gives all of a payment back; one that was given back already is fine. @throws PaymentError */
  refund(paymentId: string, idempotencyKey: string): Promise<void>
  /**
   * Reads one message after checking that the provider wrote it, lately.
   *
   * @param rawBody The bytes as they came.
   * @returns undefined unless signature and time are right.
   */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | undefined
}

/**
 * The provider did not do what was asked. `isFinal` when it said so itself and the same request under the same key would be answered the
 * same; otherwise nobody knows whether it acted.
 */
export class PaymentError extends Error {
  readonly isFinal: boolean
  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'PaymentError'
    this.isFinal = isFinal
  }
}
