import QRCode from 'qrcode'
import type { RateLimit } from '#platform/rate-limit.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { decimalUsd } from '#shared/money.ts'
import type { Book } from '#features/books/contract.ts'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import { flag } from '../orders/fulfil.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { withinLimit } from '../within-limit.ts'
import { changeOrderState, addOrderNote } from '../orders/change-order-state.ts'
import {
  alreadyOwned,
  type Buyer,
  consentOf,
  lockOpenOrderOf,
  orderNotFound,
  placeOrder,
} from '../orders/place-order.ts'
import { type Database, lockOrderByCode, type Order, updateOrder } from '../orders/queries.ts'

/** Recipient of Cash App payments. A sample handle belongs to no one and is used outside production only. */
export type CashAppHandle = { tag: string; isSample: boolean }

/** Sample handle for sites without one; pages say that it belongs to no one. */
export const sampleHandle: CashAppHandle = { tag: '$swade-sample', isSample: true }

/** A claim that was never marked as sent expires after this time; the owner can still confirm it. */
const claimLifeMs = 14 * 24 * 60 * 60 * 1000

/**
 * Creates a claim, or returns the one that is open for the book in this browser. Once its buyer was shown a real
 * handle, a claim never becomes a sample again, because money may have been sent.
 */
export async function createClaim(
  deps: OrderDeps,
  handle: CashAppHandle,
  book: Book,
  buyer: Buyer,
): Promise<CashAppClaim> {
  const now = deps.clock.now()
  const order = await deps.db.transaction(async (tx) => {
    const open = await lockOpenOrderOf(tx, buyer, book.id, 'cashapp')
    if (open?.state === 'pending') return open
    if (open)
      return updateOrder(tx, open.id, {
        ...consentOf(buyer, now),
        priceCents: book.priceCents,
        bookTitle: book.title,
        isSample: open.isSample && handle.isSample,
      })
    const nextCheckAt = new Date(now.getTime() + claimLifeMs)
    const { isSample } = handle
    return placeOrder(
      tx,
      book,
      buyer,
      { provider: 'cashapp', isSample, nextCheckAt, sessionExpiresAt: nextCheckAt },
      now,
    )
  })
  const { tag } = order.isSample ? sampleHandle : handle
  return {
    order_code: order.code,
    handle: tag,
    // A payment that was not marked as sent must not go to a sample handle, whatever was shown before.
    is_sample: order.isSample || (handle.isSample && order.state === 'created'),
    amount_cents: order.priceCents,
    note: `${order.bookId} ${order.code}`,
    qr_svg: await drawQr(`https://cash.app/${tag}/${decimalUsd(order.priceCents)}`),
  }
}

/** Draws the payment URL as a QR code on the server, so that no image service learns about the purchase. */
function drawQr(address: string): Promise<string> {
  return QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
}

/**
 * Marks a claim as sent and creates an action item for the owner. Repeating it may add or correct the address.
 *
 * @throws AppError `not-found` for a claim of another browser, `conflict` when the owner has decided already.
 */
export async function markClaimSent(
  deps: OrderDeps & { limits: { claimMailPerAddress: RateLimit } },
  libraryId: string | undefined,
  code: string,
  email: string,
): Promise<void> {
  const markSent = (mayMail: boolean) =>
    deps.db.transaction((tx) => markSentWithin(deps, tx, mayMail, libraryId, code, email))
  // Anyone may enter any address: above the limit, the claim is recorded without a mail.
  if (email) await withinLimit(deps.limits.claimMailPerAddress, email, markSent)
  else await markSent(false)
  deps.outbox.wake()
}

/**
 * @returns Whether a mail is sent.
 */
async function markSentWithin(
  deps: OrderDeps,
  tx: Database,
  mayMail: boolean,
  libraryId: string | undefined,
  code: string,
  email: string,
): Promise<boolean> {
  const order = await lockOrderByCode(tx, code)
  if (!order || order.provider !== 'cashapp' || !libraryId || order.libraryId !== libraryId) throw orderNotFound()
  const at = deps.clock.now()
  let claim: Order
  if (order.state === 'created') {
    claim = await changeOrderState(
      tx,
      order,
      'pending',
      { actor: 'buyer', at },
      { email: email || order.email, nextCheckAt: null },
    )
    await flag(deps, tx, claim, 'claim', 'the buyer marked the payment as sent', 'buyer')
  } else if (order.state === 'pending') {
    if (!email || email === order.email) return false
    claim = await updateOrder(tx, order.id, { email })
    await addOrderNote(tx, claim, { actor: 'buyer', at, detail: 'the buyer changed the email address' })
  } else if (order.state === 'fulfilled') throw alreadyOwned()
  else throw new AppError('conflict', { key: 'checkout.errors.orderClosed' })
  if (!mayMail) return false
  await deps.outbox.enqueue(
    tx,
    `order:${claim.id}:claim:${hashValue(claim.email)}`,
    await deps.emails.claimReceived(claim),
  )
  return true
}
