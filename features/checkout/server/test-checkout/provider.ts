import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { PaymentError, type PaymentProvider, type PaymentSession } from '#platform/payments/provider.ts'
import { createSecret } from '#platform/secrets.ts'
import { localePath, splitLocale } from '#shared/locales.ts'
import { refundPayment, readRefundsAndDisputes } from './refunds-and-disputes.ts'
import {
  findTestSession,
  findTestSessionByKey,
  findTestSessionByPayment,
  insertTestSession,
  lockTestSession,
  type TestSession,
  updateTestSession,
} from './queries.ts'

/**
 * Creates the test checkout as a card provider that takes no money. Its payment pages are rows, its hosted page is part
 * of this site, and its unsigned events come from `deliveries.ts`, so there are none to read.
 */
export function createTestProvider(deps: { db: Database['db']; clock: Clock }): PaymentProvider {
  const { db, clock } = deps
  return {
    async createSession({ reference: orderId, title, amountCents, successUrl, cancelUrl, expiresAt, idempotencyKey }) {
      const request = { orderId, title, amountCents, successUrl, cancelUrl, idempotencyKey }
      await insertTestSession(db, { id: `cs_test_${createSecret()}`, request, idempotencyKey, expiresAt })
      const session = await findTestSessionByKey(db, idempotencyKey)
      const isSame =
        session &&
        Object.entries(request).every(([name, value]) => session.request[name as keyof typeof request] === value)
      if (!isSame)
        throw new PaymentError('test checkout: idempotency key reused with a different request', { isFinal: true })
      return asPaymentSession(session, clock.now())
    },
    async getSession(id) {
      const session = await findTestSession(db, id)
      return session && asPaymentSession(session, clock.now())
    },
    async expireSession(id) {
      await db.transaction(async (tx) => {
        const session = await lockTestSession(tx, id)
        if (session?.status === 'open') await updateTestSession(tx, id, { status: 'expired' })
      })
    },
    async getPaymentChanges(paymentId) {
      const session = await findTestSessionByPayment(db, paymentId)
      return session && readRefundsAndDisputes(deps, session)
    },
    async findReference(paymentId) {
      return (await findTestSessionByPayment(db, paymentId))?.request.orderId ?? ''
    },
    async refund(paymentId) {
      const session = await findTestSessionByPayment(db, paymentId)
      if (!session) throw new PaymentError('test checkout: payment not found', { isFinal: true })
      // Like a card provider, which refuses to refund a payment while the bank holds it.
      if (session.paymentStatus === 'disputed')
        throw new PaymentError('test checkout: the payment is disputed', { isFinal: true })
      await refundPayment(deps, session.id)
    },
    readEvent: () => undefined,
  }
}

/** Converts a row to a payment session. Refunds and disputes do not make it unpaid. */
export function asPaymentSession(session: TestSession, now: Date): PaymentSession {
  const { id, request, email, expiresAt } = session
  const status = statusOf(session, now)
  return {
    id,
    reference: request.orderId,
    status,
    isPaid: session.paymentStatus !== 'unpaid',
    hasFailed: false,
    url: status === 'open' ? pageUrl(request.cancelUrl, id) : '',
    amountCents: request.amountCents,
    currency: 'usd',
    email,
    paymentId: session.paymentId ?? undefined,
    expiresAt,
  }
}

/** Returns the URL of a payment page, in the language of the page it returns to. */
function pageUrl(cancelUrl: string, id: string): string {
  const { origin, pathname } = new URL(cancelUrl)
  return origin + localePath(splitLocale(pathname).locale, `/test-checkout/${id}`)
}

/** Returns the status of a page; open pages expire. */
export function statusOf({ status, expiresAt }: TestSession, now: Date): PaymentSession['status'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' || expiresAt <= now ? 'expired' : 'open'
}
