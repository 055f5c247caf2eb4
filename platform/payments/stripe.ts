import Stripe from 'stripe'
import type { Clock } from '#platform/clock.ts'
import { PaymentError, type PaymentProvider, type SessionRequest } from './provider.ts'
import { disputeOf, readStripeEvent } from './stripe-events.ts'
import { sessionOf } from './stripe-session.ts'

type Options = {
  secretKey: string
  /** Of the webhook endpoint, `whsec_…`. */
  webhookSecret: string
  /** Base URL of the API; for a fake in tests. */
  apiBase: string | undefined
  clock: Clock
  /** Timeout of one answer, in milliseconds. */
  timeoutMs?: number
  /** Delay before the one retry of a failed call, in milliseconds; the SDK chooses it by default. */
  retryDelayMs?: number
}

/**
 * Creates the Stripe payment provider with hosted checkout pages.
 *
 * @see https://docs.stripe.com/api/checkout/sessions
 */
export function createStripe({
  secretKey,
  webhookSecret,
  apiBase,
  clock,
  timeoutMs = 8_000,
  retryDelayMs,
}: Options): PaymentProvider {
  const stripe = createStripeClient(secretKey, apiBase, timeoutMs)
  // The SDK has no option for the retry delay.
  if (retryDelayMs !== undefined) stripe.getInitialNetworkRetryDelay = () => retryDelayMs / 1000
  return {
    async createSession(request) {
      return sessionOf(
        await callStripe(
          stripe.checkout.sessions.create(paramsOf(request), { idempotencyKey: request.idempotencyKey }),
        ),
      )
    },
    async getSession(id) {
      const session = await callStripe(
        unlessMissing(stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })),
      )
      return session && sessionOf(session)
    },
    async expireSession(id) {
      // Stripe rejects this for closed sessions.
      await callStripe(unlessRefused(stripe.checkout.sessions.expire(id)))
    },
    async getPaymentChanges(paymentId) {
      const requestedAt = clock.now()
      const intent = await callStripe(
        unlessMissing(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] })),
      )
      const charge = intent?.latest_charge
      if (!charge || typeof charge === 'string') return undefined
      const { refunded: isRefunded, amount_refunded: refundedCents } = charge
      const { data } = charge.disputed
        ? await callStripe(stripe.disputes.list({ payment_intent: paymentId }))
        : { data: [] }
      return {
        isRefunded,
        refundedCents,
        disputes: data.map((one) => disputeOf(one, requestedAt)),
      }
    },
    async findReference(paymentId) {
      const intent = await callStripe(unlessMissing(stripe.paymentIntents.retrieve(paymentId)))
      return intent?.metadata['order_id'] ?? ''
    },
    async refund(paymentId, idempotencyKey, amount) {
      const refund = await callStripe(
        unlessCode(
          'charge_already_refunded',
          stripe.refunds.create(
            { payment_intent: paymentId, ...(amount !== undefined && { amount }) },
            { idempotencyKey },
          ),
        ),
        500,
      )
      if (refund?.status === 'failed' || refund?.status === 'canceled')
        throw new PaymentError(`the refund ${refund.id} is ${refund.status}`, { isFinal: true })
    },
    readEvent: (rawBody, signature) => readStripeEvent({ stripe, webhookSecret, clock }, rawBody, signature),
  }
}

/**
 * Creates a client of the Stripe API.
 *
 * @param apiBase Base URL of the API; for a fake in tests.
 * @param timeoutMs Timeout of one answer.
 */
export function createStripeClient(secretKey: string, apiBase: string | undefined, timeoutMs: number): Stripe {
  return new Stripe(secretKey, { ...hostOf(apiBase), timeout: timeoutMs, maxNetworkRetries: 1, telemetry: false })
}

function hostOf(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { host: hostname, port: port || (scheme === 'http' ? '80' : '443'), protocol: scheme }
}

function paramsOf(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...request.metadata, order_id: request.reference }
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency,
          unit_amount: request.amountCents,
          product_data: { name: request.title },
        },
      },
    ],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    client_reference_id: request.reference,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    metadata,
    payment_intent_data: { metadata },
    ...(request.email && { customer_email: request.email }),
  }
}

/**
 * Waits for an answer of Stripe; a failure becomes a `PaymentError`.
 *
 * @param finalBelow Status from which an answer is not final. By default a server error is, because Stripe repeats it
 *   for the same idempotency key.
 */
async function callStripe<Result>(call: Promise<Result>, finalBelow = Infinity): Promise<Result> {
  try {
    return await call
  } catch (error) {
    const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined
    const reason =
      error instanceof Stripe.errors.StripeError
        ? `${error.type} ${status ?? ''} ${error.code ?? ''}`.trim()
        : 'no answer'
    // 409: the same request is in progress. 429: the request was not processed.
    throw new PaymentError(`Stripe: ${reason}`, {
      isFinal: status !== undefined && status < finalBelow && status !== 409 && status !== 429,
      cause: error,
    })
  }
}

const unlessMissing = <Result>(call: Promise<Result>) => unlessCode('resource_missing', call)

function unlessCode<Result>(code: string, call: Promise<Result>): Promise<Result | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeError && error.code === code) return undefined
    throw error
  })
}

function unlessRefused<Result>(call: Promise<Result>): Promise<Result | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
    throw error
  })
}
