import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import type { Locale } from '#shared/locales.ts'
import type { ServerTexts } from '#shared/messages.ts'
import type { Book, BooksService } from '#features/books/contract.ts'
import { isWithdrawalGuess } from '#features/checkout/action-item-labels.ts'
import type { AccessReply, CashAppClaim, checkoutRequestSchema } from '#features/checkout/contract.ts'
import type { z } from 'zod'
import { paymentStatus } from '../cards/payment-status.ts'
import type { CardProviders } from '../cards/providers.ts'
import { startPayment } from '../cards/start-payment.ts'
import { markClaimSent, type CashAppHandle, createClaim } from './claims.ts'
import { changeOrderEmail } from './change-order-email.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { type Buyer, alreadyOwned, orderNotFound } from '../orders/place-order.ts'
import { findOpenOrder, listOrderEvents } from '../orders/queries.ts'
import { maskKnownEmail } from '../library/book-access.ts'
import { ensureLibrary } from '../library/access-links.ts'
import { findDeclined, findOwnership, findLibrary, listClosures, listRefunds } from '../library/queries.ts'
import type { LibraryCookie } from '../library/library-cookie.ts'

/**
 * Client of a request: its cookie, the address for rate limits, the language of the page that sends it, and whether it
 * is on this machine.
 */
export type Caller = { cookie: string | undefined; clientAddress: string; locale: Locale; isLocal: boolean }

type CheckoutLimits = Record<
  | 'checkoutPerClient'
  | 'claimPerClient'
  | 'claimSentPerClient'
  | 'emailPerClient'
  | 'emailPerOrder'
  | 'claimMailPerAddress'
  | 'orderMailPerAddress'
  | 'statusPerClient'
  | 'statusPerSession',
  RateLimit
>

type CheckoutApiDeps = OrderDeps & {
  books: BooksService
  cookie: LibraryCookie
  texts: Pick<ServerTexts, 'translator'>
  limits: CheckoutLimits
  providers: CardProviders
  /** True if the test checkout works for callers on this machine only. */
  testCardsAreLocal: boolean
  /** Current Cash App recipient; undefined where Cash App is not available. */
  cashApp: () => CashAppHandle | undefined
  /** Origins a buyer may return to. */
  origins: readonly string[]
}

type CheckoutRequest = z.output<typeof checkoutRequestSchema>

/**
 * Creates the handlers of the checkout API; `routes.ts` parses and replies. `sendCookie` receives the cookie before
 * anything
 * can fail, so that a retry finds the first attempt.
 */
export function createCheckoutApi(deps: CheckoutApiDeps) {
  const { db, books, cookie, limits, providers, cashApp } = deps
  // The test checkout gives books away, so it must be hidden from other visitors.
  const cardsFor = ({ isLocal }: Caller) =>
    providers.current?.kind === 'test' && deps.testCardsAreLocal && !isLocal ? undefined : providers.current
  const methods = (caller: Caller): AccessReply['methods'] => [
    ...(cardsFor(caller) ? (['stripe'] as const) : []),
    ...(cashApp() ? (['cashapp'] as const) : []),
  ]

  async function buyerOf(
    request: CheckoutRequest,
    caller: Caller,
    sendCookie: (setCookie: string) => void,
  ): Promise<{ book: Book; buyer: Buyer }> {
    if (!deps.origins.includes(request.origin_url))
      throw new AppError('invalid-input', { key: 'checkout.errors.origin' })
    const book = pricedBook(books, request.book_id)
    const tokenHash = cookie.tokenHashOf(caller.cookie)
    // Checked again under the lock when the order is placed.
    if (tokenHash && (await findOwnership(db, tokenHash, book.id))) throw alreadyOwned()
    const { libraryId, setCookie } = await db.transaction((tx) => ensureLibrary(tx, cookie, caller.cookie))
    sendCookie(setCookie)
    const { origin_url: origin, locale = caller.locale } = request
    const consentText = request.consent ? deps.texts.translator(locale)('checkout.payment.consent') : ''
    const clientHash = hashValue(caller.clientAddress)
    return { book, buyer: { libraryId, origin, locale, consentText, clientHash } }
  }

  async function libraryOf({ cookie: header }: Caller): Promise<string | undefined> {
    const tokenHash = cookie.tokenHashOf(header)
    return tokenHash && findLibrary(db, tokenHash)
  }

  return {
    async start(
      request: CheckoutRequest,
      caller: Caller,
      sendCookie: (setCookie: string) => void,
    ): Promise<{ url: string }> {
      await count(limits.checkoutPerClient, caller.clientAddress)
      const cards = cardsFor(caller)
      if (!cards) throw new AppError('not-found', { key: 'checkout.errors.noCards' })
      const { book, buyer } = await buyerOf(request, caller, sendCookie)
      return startPayment(deps, cards, book, buyer)
    },

    async status(sessionId: string, caller: Caller): Promise<{ payment_status: string }> {
      await count(limits.statusPerClient, caller.clientAddress)
      return { payment_status: await paymentStatus(deps, providers, limits.statusPerSession, sessionId) }
    },

    async access(bookId: string, caller: Caller): Promise<AccessReply> {
      const unlisted = books.findUnlisted(bookId)
      const book = unlisted ? { ...unlisted, isFree: false } : knownBook(books, bookId)
      const options = {
        methods: methods(caller),
        is_test: cardsFor(caller)?.kind === 'test',
        is_sample_handle: cashApp()?.isSample ?? false,
      }
      const reply = await readAccess({ db, clock: deps.clock, cookie, options }, book, caller.cookie)
      // Buyers keep a book that was removed from the catalogue; others do not see it.
      if (unlisted && reply.access !== 'owned') throw noSuchBook()
      return reply
    },

    async claim(
      request: CheckoutRequest,
      caller: Caller,
      sendCookie: (setCookie: string) => void,
    ): Promise<CashAppClaim> {
      await count(limits.claimPerClient, caller.clientAddress)
      const handle = cashApp()
      if (!handle) throw new AppError('not-found', { key: 'checkout.errors.noCashApp' })
      const { book, buyer } = await buyerOf(request, caller, sendCookie)
      return createClaim(deps, handle, book, buyer)
    },

    async markSent(code: string, email: string, caller: Caller): Promise<void> {
      await count(limits.claimSentPerClient, caller.clientAddress)
      await markClaimSent(deps, await libraryOf(caller), code, email)
    },

    async changeEmail(code: string, email: string, caller: Caller): Promise<{ isChanged: boolean }> {
      await count(limits.emailPerClient, caller.clientAddress)
      const libraryId = await libraryOf(caller)
      if (!libraryId) throw orderNotFound()
      await count(limits.emailPerOrder, `${libraryId} ${code}`)
      return changeOrderEmail(deps, libraryId, code, email)
    },
  }
}

function knownBook(books: BooksService, id: string): Book {
  const book = books.find(id)
  if (!book) throw noSuchBook()
  return book
}

const noSuchBook = () => new AppError('not-found', { key: 'checkout.errors.bookNotFound' })

function pricedBook(books: BooksService, id: string): Book {
  const book = knownBook(books, id)
  if (book.isFree) throw new AppError('conflict', { key: 'checkout.errors.bookFree', values: { title: book.title } })
  return book
}

async function count(limit: RateLimit, key: string): Promise<void> {
  const outcome = await limit.consume(key)
  if (!outcome.ok) throw new AppError('too-many-requests', { key: 'checkout.errors.tooManyAttempts' }, outcome)
}

/** Period in which a declined claim is shown to the buyer. */
const declinedShownMs = 30 * 24 * 3_600_000

type AccessDeps = {
  db: Database['db']
  clock: Clock
  cookie: LibraryCookie
  options: Pick<AccessReply, 'methods' | 'is_test' | 'is_sample_handle'>
}

/** Returns the access of this browser to a book and its options to buy it. */
async function readAccess(
  { db, clock, cookie, options }: AccessDeps,
  book: Book,
  header: string | undefined,
): Promise<AccessReply> {
  if (book.isFree) return { ...options, access: 'free', methods: [] }
  const preview: AccessReply = { ...options, access: 'preview' }
  const tokenHash = cookie.tokenHashOf(header)
  if (!tokenHash) return preview
  const owned = await findOwnership(db, tokenHash, book.id)
  if (owned) {
    const order = {
      code: owned.orderCode,
      masked_email: maskKnownEmail(owned.email),
      can_change_email: mayChangeEmail(owned),
      // Consent to immediate access ends the right with the delivery. Otherwise the period also depends on holidays
      // and the buyer's time zone, so the withdrawal page stays reachable.
      can_withdraw: owned.consentText === '' && !owned.isTest,
      // A withdrawal that may mean another order is only shown to the owner.
      is_withdrawn:
        owned.actionItems.includes('withdrawal') && !isWithdrawalGuess(await listOrderEvents(db, [owned.orderId])),
      is_test: owned.isTest,
    }
    return { ...preview, access: 'owned', order }
  }
  const libraryId = await findLibrary(db, tokenHash)
  const claim =
    libraryId &&
    (await findOpenOrder(db, { libraryId, bookId: book.id, provider: 'cashapp', states: ['created', 'pending'] }))
  const since = new Date(clock.now().getTime() - declinedShownMs)
  const declined = libraryId && !claim ? await findDeclined(db, libraryId, book.id, since) : undefined
  const closures = (await listClosures(db, tokenHash)).filter(({ bookId }) => bookId === book.id)
  // A payment on hold comes first, because another payment is refused then.
  const closed = closures.find(({ closedBy }) => closedBy !== 'owner') ?? closures[0]
  const refund = (await listRefunds(db, tokenHash)).find(({ bookId }) => bookId === book.id)
  return {
    ...preview,
    ...(claim
      ? {
          claim: {
            code: claim.code,
            state: claim.state === 'pending' ? ('pending' as const) : ('created' as const),
            is_sample: claim.isSample,
          },
        }
      : {}),
    ...(declined
      ? {
          declined: {
            code: declined.code,
            reason: declined.reason,
            at: declined.at.toISOString(),
            is_sample: declined.isSample,
          },
        }
      : {}),
    ...(closed ? { closed: { code: closed.orderCode, by: closed.closedBy, is_test: closed.isTest } } : {}),
    ...(refund
      ? {
          refund: {
            code: refund.orderCode,
            at: refund.at.toISOString(),
            is_test: refund.isTest,
            is_sample: refund.isSample,
          },
        }
      : {}),
  }
}

/** Returns whether this browser may change the email address: only the paying one, until a mailed link was redeemed. */
function mayChangeEmail(owned: { payingLibraryId: string | null; libraryId: string; openedAt: Date | null }): boolean {
  return owned.openedAt === null && owned.payingLibraryId === owned.libraryId
}
