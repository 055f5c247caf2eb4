import { PaymentError, type PaymentProvider, type PaymentSession } from '#platform/payments/provider.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { countAttempt, type Order, updateSession } from '../orders/queries.ts'

/** When the provider is asked about a new page for the first time. */
export const firstCheckMs = 30_000

/**
 * Makes the payment page of an order, and keeps where it is.
 *
 * @returns undefined when the order went on without it meanwhile; that page is closed again, for nobody would know of a payment there.
 * @throws PaymentError
 */
export async function openPage(parts: OrderParts, provider: PaymentProvider, order: Order): Promise<PaymentSession | undefined> {
  const session = await createPage(parts, provider, order)
  const isKept = await updateSession(parts.db, order, {
    sessionId: session.id,
    sessionUrl: session.url,
    sessionExpiresAt: session.expiresAt,
    nextCheckAt: new Date(parts.clock.now().getTime() + firstCheckMs),
  })
  if (isKept) return session
  // Nobody has its address; where this fails, it closes by itself within the hour.
  await provider.expireSession(session.id).catch(() => undefined)
  return undefined
}

async function createPage(parts: OrderParts, provider: PaymentProvider, order: Order): Promise<PaymentSession> {
  const page = `${order.origin}/book/${order.bookId}`
  try {
    return await provider.createSession({
      reference: order.id,
      title: order.bookTitle,
      amountCents: order.priceCents,
      currency: order.currency,
      // Joined, not built: the braces are the provider's and must arrive as they are.
      successUrl: `${page}?payment=success&session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${page}?payment=cancelled`,
      expiresAt: order.sessionExpiresAt!,
      idempotencyKey: `checkout-${order.id}-${order.attempt}`,
      metadata: { book_id: order.bookId, order_code: order.code },
    })
  } catch (error) {
    // Under this key the provider would only say the same again.
    if (error instanceof PaymentError && error.isFinal) await countAttempt(parts.db, order)
    throw error
  }
}
