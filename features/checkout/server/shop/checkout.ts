import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import { guessedWithdrawalEvent, withdrawalEvent } from '#features/checkout/action-item-labels.ts'
import type { CheckoutService, Withdrawal } from '#features/checkout/contract.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { maskKnownEmail } from '../library/book-access.ts'
import { redeemLink, readLink, issueLink } from '../library/access-links.ts'
import { listOwnerships, listClosures, listRefunds } from '../library/queries.ts'
import type { LibraryCookie } from '../library/library-cookie.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '#platform/rate-limit.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { defaultLocale, type Locale } from '#shared/locales.ts'
import {
  listEntitlementsByEmail,
  addActionItem,
  type Database,
  findEntitlement,
  insertWithdrawal,
  listPaidOrdersOf,
  lockOrder,
  type Order,
} from '../orders/queries.ts'
import { withinLimit } from '../within-limit.ts'
import { addOrderNote } from '../orders/change-order-state.ts'
import { findOrderCode } from '../orders/order-code.ts'
import { withdrawalRightOf } from '../orders/withdrawal-right-of.ts'

type FindLimits = { findPerClient: RateLimit; findPerAddress: RateLimit }

/** Response time of a search, with or without mail, so that timing reveals nothing. */
const answerAfterMs = 250

/**
 * Mails new links to all books bought with an address; earlier links still work. Without books, the response and its
 * timing are the same.
 *
 * @throws AppError `too-many-requests` past the limit of the client. The limit of an address, one mail an hour, is
 * applied silently.
 */
async function findMyBooks(
  deps: OrderDeps,
  limits: FindLimits,
  { email, locale }: { email: string; locale: Locale },
  clientAddress: string,
): Promise<void> {
  const limit = await limits.findPerClient.consume(clientAddress)
  if (!limit.ok) throw new AppError('too-many-requests', { key: 'checkout.errors.tooManySearches' }, limit)
  let fault: unknown
  void withinLimit(limits.findPerAddress, email, async (isAllowed) => isAllowed && mailLinks(deps, email, locale))
    .catch((error: unknown) => {
      fault = error
      deps.log.error({ err: error }, 'emailing book links failed')
    })
    .finally(() => deps.outbox.wake())
  await sleep(answerAfterMs)
  if (fault) throw fault
}

/**
 * @returns Whether there were books to mail.
 */
async function mailLinks(deps: OrderDeps, email: string, locale: Locale): Promise<boolean> {
  const at = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const entitlements = await listEntitlementsByEmail(tx, email)
    if (entitlements.length === 0) return false
    const books: { title: string; code: string; token: string; isTest: boolean }[] = []
    for (const { entitlementId, order } of entitlements)
      books.push({
        title: order.bookTitle,
        code: order.code,
        token: await issueLink(tx, entitlementId, at),
        isTest: order.provider === 'test',
      })
    await deps.outbox.enqueue(
      tx,
      `find-my-books:${hashValue(email)}:${at.getTime()}`,
      await deps.emails.myBooks(email, books, locale),
    )
    return true
  })
}

/** @property supportEmail Returns the address for withdrawals above the limit, which the owner can change. */
type Deps = OrderDeps & { cookie: LibraryCookie; limits: FindLimits & WithdrawLimits; supportEmail(): string }

/** Creates the service behind the pages of checkout. */
export function createCheckout(deps: Deps): CheckoutService {
  const { db, cookie, limits } = deps
  return {
    async listOwned(header) {
      const tokenHash = cookie.tokenHashOf(header)
      if (!tokenHash) return []
      const owned = await withUnavailableError(listOwnerships(db, tokenHash))
      return owned.map(({ bookId, bookTitle, orderCode, email, since, isTest }) => ({
        bookId,
        title: bookTitle,
        orderCode,
        maskedEmail: maskKnownEmail(email),
        boughtAt: since.toISOString(),
        isTest,
      }))
    },
    async listRefunded(header) {
      const tokenHash = cookie.tokenHashOf(header)
      const refunds = tokenHash ? await withUnavailableError(listRefunds(db, tokenHash)) : []
      return refunds.map(({ bookId, bookTitle, orderCode, at, isTest, isSample }) => ({
        bookId,
        title: bookTitle,
        orderCode,
        refundedAt: at.toISOString(),
        isTest,
        isSample,
      }))
    },
    async listClosed(header) {
      const tokenHash = cookie.tokenHashOf(header)
      const closures = tokenHash ? await withUnavailableError(listClosures(db, tokenHash)) : []
      return closures.map(({ bookTitle: title, ...order }) => ({ ...order, title }))
    },
    findLink: (token) => withUnavailableError(readLink(deps, token)),
    redeemLink: (token, header) => withUnavailableError(redeemLink(deps, token, header)),
    findMyBooks: (email, clientAddress, locale = defaultLocale) =>
      withUnavailableError(findMyBooks(deps, limits, { email, locale }, clientAddress)),
    withdraw: (withdrawal, clientAddress, locale = defaultLocale) =>
      withUnavailableError(withdraw(deps, limits, { ...withdrawal, locale }, clientAddress)),
  }
}

/** A withdrawal in the language it was declared in. */
type Declaration = Withdrawal & { locale: Locale }

type WithdrawLimits = { withdrawPerClient: RateLimit; withdrawMailPerAddress: RateLimit }

/**
 * Records a withdrawal. It always takes effect: it is stored word for word, confirmed by email with date and time,
 * and shown to the owner.
 *
 * @see https://eur-lex.europa.eu/eli/dir/2023/2673 article 11a
 * @throws AppError `too-many-requests`.
 */
async function withdraw(
  deps: Pick<Deps, 'supportEmail'> & OrderDeps,
  { withdrawPerClient, withdrawMailPerAddress }: WithdrawLimits,
  withdrawal: Declaration,
  clientAddress: string,
): Promise<{ declaredAt: string; isMailed: boolean }> {
  const limit = await withdrawPerClient.consume(clientAddress)
  if (!limit.ok)
    throw new AppError(
      'too-many-requests',
      { key: 'checkout.errors.tooManyWithdrawals', values: { supportEmail: deps.supportEmail() } },
      limit,
    )
  const declaredAt = deps.clock.now()
  let isMailed = false
  // Anyone may enter any address: above the limit, the withdrawal is recorded without another mail.
  await withinLimit(withdrawMailPerAddress, withdrawal.email, async (mayMail) => {
    await deps.db.transaction((tx) => declare(deps, tx, withdrawal, declaredAt, mayMail))
    isMailed = mayMail
    return true
  })
  deps.outbox.wake()
  return { declaredAt: declaredAt.toISOString(), isMailed }
}

async function declare(
  deps: OrderDeps,
  tx: Database,
  withdrawal: Declaration,
  declaredAt: Date,
  mayMail: boolean,
): Promise<void> {
  const meant = await findMeant(tx, withdrawal)
  const order = meant?.order
  const isGuess = meant?.isGuess ?? false
  const id = await insertWithdrawal(tx, { ...withdrawal, orderId: order?.id ?? null, declaredAt })
  const entitlement = order && (await findEntitlement(tx, order.id))
  if (mayMail)
    await deps.outbox.enqueue(
      tx,
      `withdrawal:${id}`,
      await deps.emails.withdrawalReceived(withdrawal, order && { ...order, isGuess }, declaredAt),
    )
  await deps.outbox.enqueue(
    tx,
    `withdrawal:${id}:owner`,
    await deps.emails.withdrawalNotice(
      withdrawal,
      order && {
        ...order,
        withdrawalRight: withdrawalRightOf(order, entitlement),
        hasAccess: entitlement?.isOpen ?? false,
        isGuess,
      },
      declaredAt,
    ),
  )
  if (!order) return
  const detail = isGuess ? guessedWithdrawalEvent : withdrawalEvent
  await addOrderNote(tx, order, { actor: 'buyer', at: declaredAt, detail })
  await addActionItem(tx, order.id, 'withdrawal')
}

/**
 * Finds the order of a withdrawal by its code, by its title, or as the only order of that address. The address must
 * always match.
 *
 * @returns `isGuess` is true for an only order that is named neither by its code nor by its title.
 */
async function findMeant(
  tx: Database,
  { email, contract }: Withdrawal,
): Promise<{ order: Order; isGuess: boolean } | undefined> {
  const orders = await listPaidOrdersOf(tx, email, 50)
  const code = findOrderCode(contract)
  const named = orders.filter((order) => order.code === code)
  const titled = orders.filter((order) => contract.toLowerCase().includes(order.bookTitle.toLowerCase()))
  const meant = [named, titled, orders].find((found) => found.length === 1)?.[0]
  const order = meant && (await lockOrder(tx, meant.id))
  return order && { order, isGuess: named.length === 0 && titled.length === 0 }
}
