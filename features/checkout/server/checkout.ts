import { orRefusal } from '#platform/database/unavailable.ts'
import type { CheckoutService } from '#features/checkout/contract.ts'
import { findMyBooks, type FindLimits } from './mailed/find-my-books.ts'
import { withdraw, type WithdrawLimits } from './mailed/withdraw.ts'
import type { OrderParts } from './orders/order-parts.ts'
import { masked } from './shelves/access.ts'
import { openLink, readLink } from './shelves/links.ts'
import { listOwnerships, listRefunds } from './shelves/queries.ts'
import type { ShelfCookie } from './shelves/shelf-cookie.ts'

type Parts = OrderParts & { cookie: ShelfCookie; limits: FindLimits & WithdrawLimits }

/** The room as its pages see it. */
export function createCheckout(parts: Parts): CheckoutService {
  const { db, cookie, limits } = parts
  return {
    async listOwned(header) {
      const tokenHash = cookie.tokenHashOf(header)
      if (!tokenHash) return []
      const owned = await orRefusal(listOwnerships(db, tokenHash))
      return owned.map(({ bookId, bookTitle, orderCode, email, since }) => ({
        bookId,
        title: bookTitle,
        orderCode,
        maskedEmail: masked(email),
        boughtAt: since.toISOString(),
      }))
    },
    async listRefunded(header) {
      const tokenHash = cookie.tokenHashOf(header)
      const refunds = tokenHash ? await orRefusal(listRefunds(db, tokenHash)) : []
      return refunds.map(({ bookId, bookTitle, orderCode, at }) => ({ bookId, title: bookTitle, orderCode, refundedAt: at.toISOString() }))
    },
    findLink: (token) => orRefusal(readLink(parts, token)),
    openLink: (token, header) => orRefusal(openLink(parts, token, header)),
    findMyBooks: (email, clientAddress) => orRefusal(findMyBooks(parts, limits, email, clientAddress)),
    withdraw: (withdrawal, clientAddress) => orRefusal(withdraw(parts, limits, withdrawal, clientAddress)),
  }
}
