import { PaymentError, type PaymentProvider, type PaymentSession } from '#platform/payments/provider.ts'
import { AppError } from '#shared/errors.ts'
import { localePath } from '#shared/locales.ts'
import type { Book } from '#features/books/contract.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import {
  alreadyOwned,
  assertNoPaymentHold,
  type Buyer,
  consentOf,
  lockOpenOrderOf,
  placeOrder,
} from '../orders/place-order.ts'
import { hasBook } from '../library/queries.ts'
import { type Order, updateOrder, countAttempt, updateSession } from '../orders/queries.ts'
import { applySession } from './apply-session.ts'
import type { CardProviders } from './providers.ts'

/** Delay before the first check of a new payment page. */
const firstCheckMs = 30_000

/**
 * Creates the payment page of an order and stores it.
 *
 * @returns undefined when the order changed in the meantime; the page is closed again, because a payment there would
 *   not be noticed.
 * @throws PaymentError
 */
async function createStoredPage(
  deps: OrderDeps,
  provider: PaymentProvider,
  order: Order,
): Promise<PaymentSession | undefined> {
  const session = await createPage(deps, provider, order)
  const isStored = await updateSession(deps.db, order, {
    sessionId: session.id,
    sessionUrl: session.url,
    sessionExpiresAt: session.expiresAt,
    nextCheckAt: new Date(deps.clock.now().getTime() + firstCheckMs),
  })
  if (isStored) return session
  // The URL of this page was not given to anyone; if this fails, it expires within the hour.
  await provider.expireSession(session.id).catch(() => undefined)
  return undefined
}

async function createPage(deps: OrderDeps, provider: PaymentProvider, order: Order): Promise<PaymentSession> {
  const page = order.origin + localePath(order.locale, `/book/${order.bookId}`)
  try {
    return await provider.createSession({
      reference: order.id,
      title: order.bookTitle,
      amountCents: order.priceCents,
      currency: order.currency,
      // The URL is concatenated because the braces must reach the provider unescaped.
      successUrl: `${page}?payment=success&session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${page}?payment=cancelled`,
      expiresAt: order.sessionExpiresAt!,
      idempotencyKey: `checkout-${order.id}-${order.attempt}`,
      metadata: { book_id: order.bookId, order_code: order.code },
    })
  } catch (error) {
    // The provider would repeat its refusal for this key.
    if (error instanceof PaymentError && error.isFinal) await countAttempt(deps.db, order)
    throw error
  }
}

/** Lifetime of a payment page. Providers require at least half an hour. */
const pageLifeMs = 60 * 60 * 1000

/** Minimum time a page must stay open to be offered again; a new page must stay open for half an hour. */
const minRemainingMs = { known: 5 * 60 * 1000, unknown: 31 * 60 * 1000 }

type Current = NonNullable<CardProviders['current']>

/**
 * Returns the payment page of a buyer: the one that is open for the book in this browser, or a new one. Double clicks,
 * several tabs and retries get the same page.
 *
 * @throws AppError `unavailable` with the specified text when there is no page, `conflict` when the last one was paid
 * in the meantime.
 */
export async function startPayment(
  deps: OrderDeps,
  { kind, provider }: Current,
  book: Book,
  buyer: Buyer,
): Promise<{ url: string }> {
  for (let tries = 0; tries < 3; tries += 1) {
    const order = await findOrPlaceOrder(deps, { kind, provider }, book, buyer)
    if (order.state === 'pending') {
      await checkPendingPayment(deps, provider, order)
      continue
    }
    if (!order.sessionId) {
      const page = await orUnavailable(createStoredPage(deps, provider, order))
      if (page?.url) return { url: page.url }
      continue
    }
    const session = await orUnavailable(provider.getSession(order.sessionId))
    if (session?.status === 'open' && session.url) return { url: session.url }
    if (session) await apply(deps, order, session)
    else await discardSession(deps, order)
  }
  throw new AppError('unavailable', failed)
}

const failed = { key: 'checkout.errors.checkoutFailed' }

async function findOrPlaceOrder(
  deps: OrderDeps,
  { kind, provider }: Current,
  book: Book,
  buyer: Buyer,
): Promise<Order> {
  const now = deps.clock.now()
  const sessionExpiresAt = new Date(now.getTime() + pageLifeMs)
  let replacedSessionId: string | null = null
  const order = await deps.db.transaction(async (tx) => {
    const open = await lockOpenOrderOf(tx, buyer, book.id, kind)
    if (open?.state === 'pending') return open
    if (open && isUsable(open, book, buyer, now)) return updateOrder(tx, open.id, consentOf(buyer, now))
    replacedSessionId = open?.sessionId ?? null
    const nextCheckAt = new Date(now.getTime() + firstCheckMs)
    return placeOrder(tx, book, buyer, { provider: kind, nextCheckAt, sessionExpiresAt }, now)
  })
  // Only one page may be paid. If this fails, the old one expires within the hour.
  if (replacedSessionId) await provider.expireSession(replacedSessionId).catch(() => undefined)
  return order
}

// Title, price and return URL, with its language, must still match; otherwise it is a different request for the same
// key.
function isUsable(order: Order, book: Book, { origin, locale }: Buyer, now: Date): boolean {
  const minRemaining = order.sessionId ? minRemainingMs.known : minRemainingMs.unknown
  const leftMs = (order.sessionExpiresAt?.getTime() ?? 0) - now.getTime()
  return (
    order.origin === origin &&
    order.locale === locale &&
    order.priceCents === book.priceCents &&
    order.bookTitle === book.title &&
    leftMs > minRemaining
  )
}

/**
 * @throws AppError `conflict` unless the pending payment turned out to have failed.
 */
async function checkPendingPayment(deps: OrderDeps, provider: PaymentProvider, order: Order): Promise<void> {
  const session = order.sessionId ? await provider.getSession(order.sessionId).catch(unlessSilent) : undefined
  if (session) await apply(deps, order, session)
  if (session?.hasFailed || session?.status === 'expired') return
  throw new AppError('conflict', { key: 'checkout.errors.paymentPending' })
}

/** @throws AppError `conflict` when the page was paid. */
async function apply(deps: OrderDeps, order: Order, session: PaymentSession): Promise<void> {
  await deps.db.transaction((tx) => applySession(deps, tx, order.id, session, 'return'))
  deps.outbox.wake()
  if (!session.isPaid) return
  // A payment of a wrong amount does not open the book.
  if (order.libraryId && !(await hasBook(deps.db, order.libraryId, order.bookId)))
    await assertNoPaymentHold(deps.db, order.libraryId, order.bookId)
  throw alreadyOwned()
}

function unlessSilent(error: unknown): undefined {
  if (!(error instanceof PaymentError)) throw error
}

async function orUnavailable<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    throw new AppError('unavailable', failed, { cause: error })
  }
}

/** Expires a session that the provider no longer has, so that it is not offered again. */
async function discardSession(deps: OrderDeps, order: Order): Promise<void> {
  await updateOrder(deps.db, order.id, { sessionExpiresAt: deps.clock.now(), nextCheckAt: deps.clock.now() })
}
