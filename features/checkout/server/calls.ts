import { fingerprint } from '#platform/secrets.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import type { Book, BooksService } from '#features/books/contract.ts'
import type { AccessReply, CashAppClaim, checkoutRequestSchema } from '#features/checkout/contract.ts'
import type { z } from 'zod'
import { paymentStatus } from './cards/payment-status.ts'
import type { CardProviders } from './cards/providers.ts'
import { startPayment } from './cards/start-payment.ts'
import { announceClaim, type CashAppHandle, openClaim } from './claims.ts'
import { changeOrderEmail } from './order-email.ts'
import type { OrderParts } from './orders/order-parts.ts'
import { type Buyer, ownedAlready } from './orders/place-order.ts'
import { readAccess } from './shelves/access-reply.ts'
import { shelfFor } from './shelves/links.ts'
import { findOwnership, findShelf } from './shelves/queries.ts'
import type { ShelfCookie } from './shelves/shelf-cookie.ts'

/** Who calls: the browser's cookie and the address its tries are counted under. */
export type Caller = { cookie: string | undefined; clientAddress: string }

export type CheckoutLimits = Record<
  | 'checkoutPerClient'
  | 'claimPerClient'
  | 'announcePerClient'
  | 'emailPerClient'
  | 'emailPerOrder'
  | 'claimMailPerAddress'
  | 'orderMailPerAddress'
  | 'statusPerClient'
  | 'statusPerSession',
  RateLimit
>

export type CallParts = OrderParts & {
  books: BooksService
  cookie: ShelfCookie
  limits: CheckoutLimits
  providers: CardProviders
  /** Where Cash App money goes, as it is set now; undefined where it is not taken. */
  cashApp: () => CashAppHandle | undefined
  /** Origins a buyer may return to. */
  origins: readonly string[]
}

type CheckoutRequest = z.output<typeof checkoutRequestSchema>

/**
 * What the calls of this room do; `routes.ts` parses and replies. A `keep` gets the cookie before anything can fail, so
 * that a second try finds the first.
 */
export function createCalls(parts: CallParts) {
  const { db, books, cookie, limits, providers, cashApp } = parts
  const methods = (): AccessReply['methods'] => [
    ...(providers.current ? (['stripe'] as const) : []),
    ...(cashApp() ? (['cashapp'] as const) : []),
  ]

  async function buyerOf(
    request: CheckoutRequest,
    caller: Caller,
    keep: (setCookie: string) => void,
  ): Promise<{ book: Book; buyer: Buyer }> {
    if (!parts.origins.includes(request.origin_url))
      throw new AppError('invalid-input', 'origin_url: must be the address of this site.')
    const book = pricedBook(books, request.book_id)
    const tokenHash = cookie.tokenHashOf(caller.cookie)
    // Asked once more where the order is placed, under its lock.
    if (tokenHash && (await findOwnership(db, tokenHash, book.id))) throw ownedAlready()
    const { shelfId, setCookie } = await db.transaction((tx) => shelfFor(tx, cookie, caller.cookie))
    keep(setCookie)
    const { origin_url: origin, consent: hasConsented } = request
    return { book, buyer: { shelfId, origin, hasConsented, clientFingerprint: fingerprint(caller.clientAddress) } }
  }

  async function shelfOf({ cookie: header }: Caller): Promise<string | undefined> {
    const tokenHash = cookie.tokenHashOf(header)
    return tokenHash && findShelf(db, tokenHash)
  }

  return {
    async start(request: CheckoutRequest, caller: Caller, keep: (setCookie: string) => void): Promise<{ url: string }> {
      await count(limits.checkoutPerClient, caller.clientAddress)
      if (!providers.current) throw new AppError('not-found', 'Card payments are not available on this site.')
      const { book, buyer } = await buyerOf(request, caller, keep)
      return startPayment(parts, providers.current, book, buyer)
    },

    async status(sessionId: string, caller: Caller): Promise<{ payment_status: string }> {
      await count(limits.statusPerClient, caller.clientAddress)
      return { payment_status: await paymentStatus(parts, providers, limits.statusPerSession, sessionId) }
    },

    async access(bookId: string, caller: Caller): Promise<AccessReply> {
      const unlisted = books.findUnlisted(bookId)
      const book = unlisted ? { ...unlisted, isFree: false } : knownBook(books, bookId)
      const reply = await readAccess(
        { db, clock: parts.clock, cookie, methods: methods(), isTest: providers.current?.kind === 'test' },
        book,
        caller.cookie,
      )
      // Who bought a book that was taken out of the library keeps it; to others it is not there.
      if (unlisted && reply.access !== 'owned') throw noSuchBook()
      return reply
    },

    async claim(request: CheckoutRequest, caller: Caller, keep: (setCookie: string) => void): Promise<CashAppClaim> {
      await count(limits.claimPerClient, caller.clientAddress)
      const handle = cashApp()
      if (!handle) throw new AppError('not-found', 'Cash App payments are not available on this site.')
      const { book, buyer } = await buyerOf(request, caller, keep)
      return openClaim(parts, handle, book, buyer)
    },

    async announce(code: string, email: string, caller: Caller): Promise<void> {
      await count(limits.announcePerClient, caller.clientAddress)
      await announceClaim(parts, await shelfOf(caller), code, email)
    },

    async changeEmail(code: string, email: string, caller: Caller): Promise<void> {
      await count(limits.emailPerClient, caller.clientAddress)
      const shelfId = await shelfOf(caller)
      if (!shelfId) throw new AppError('not-found', 'Order not found in this browser.')
      await count(limits.emailPerOrder, `${shelfId} ${code}`)
      await changeOrderEmail(parts, shelfId, code, email)
    },
  }
}

function knownBook(books: BooksService, id: string): Book {
  const book = books.find(id)
  if (!book) throw noSuchBook()
  return book
}

const noSuchBook = () => new AppError('not-found', 'Book not found.')

function pricedBook(books: BooksService, id: string): Book {
  const book = knownBook(books, id)
  if (book.isFree) throw new AppError('conflict', `${book.title} is free, so there is nothing to pay.`)
  return book
}

async function count(limit: RateLimit, key: string): Promise<void> {
  const outcome = await limit.consume(key)
  if (!outcome.ok) throw new AppError('too-many-requests', 'Too many attempts. Wait a moment and try again.', outcome)
}
