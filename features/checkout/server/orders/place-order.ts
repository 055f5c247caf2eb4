import { AppError } from '#shared/errors.ts'
import type { Book } from '#features/books/contract.ts'
import type { Locale } from '#shared/locales.ts'
import { findPaymentHold, hasBook, lockLibrary } from '../library/queries.ts'
import { createOrderCode } from './order-code.ts'
import { type Database, insertOrderEvent, insertOrder, lockOpenOrder, type NewOrder, type Order } from './queries.ts'

/** Buyer of a new order; `consentText` is the text as shown in their language, empty without consent. */
export type Buyer = { libraryId: string; origin: string; locale: Locale; consentText: string; clientHash: string }

/**
 * Locks the open order of a library for a book until the transaction ends. No other order of the library can be placed
 * in the meantime, and a delivery in progress completes first.
 *
 * @throws AppError `conflict` when the library already has the book, or may not pay for it again because a payment is
 *   on hold. A pending payment is returned nevertheless, since no other one is started for it.
 */
export async function lockOpenOrderOf(
  tx: Database,
  { libraryId }: Pick<Buyer, 'libraryId'>,
  bookId: string,
  provider: Order['provider'],
): Promise<Order | undefined> {
  await lockLibrary(tx, libraryId)
  const open = await lockOpenOrder(tx, { libraryId, bookId, provider, states: ['created', 'pending'] })
  if (await hasBook(tx, libraryId, bookId)) throw alreadyOwned()
  if (open?.state !== 'pending') await assertNoPaymentHold(tx, libraryId, bookId)
  return open
}

/**
 * Asserts that no payment of a library for a book is on hold.
 *
 * @throws AppError `conflict` when the buyer must not pay again.
 */
export async function assertNoPaymentHold(db: Database, libraryId: string, bookId: string): Promise<void> {
  const hold = await findPaymentHold(db, libraryId, bookId)
  if (hold === 'dispute') throw new AppError('conflict', { key: 'checkout.errors.paymentDisputed' })
  if (hold === 'amount') throw new AppError('conflict', { key: 'checkout.errors.paymentAmountDiffers' })
}

export const alreadyOwned = () => new AppError('conflict', { key: 'checkout.errors.alreadyOwned' })

/** Error about an order that this browser did not place, or that does not exist. */
export const orderNotFound = () => new AppError('not-found', { key: 'checkout.errors.orderNotFound' })

/** Places an order with the title and price of the catalogue and records the first event. */
export async function placeOrder(
  tx: Database,
  book: Book,
  buyer: Buyer,
  order: Pick<NewOrder, 'provider' | 'isSample' | 'nextCheckAt' | 'sessionExpiresAt'>,
  now: Date,
): Promise<Order> {
  for (;;) {
    const placed = await insertOrder(tx, {
      ...order,
      ...consentOf(buyer, now),
      code: createOrderCode(),
      bookId: book.id,
      bookTitle: book.title,
      priceCents: book.priceCents,
      state: 'created',
      libraryId: buyer.libraryId,
      origin: buyer.origin,
      clientHash: buyer.clientHash,
      createdAt: now,
    })
    // If the code is in use, another one is tried.
    if (!placed) continue
    await insertOrderEvent(tx, { orderId: placed.id, to: 'created', actor: 'buyer', at: now })
    return placed
  }
}

/**
 * Returns the consent to store, in the language in which it was given; without consent there is no text and no time.
 */
export function consentOf({ locale, consentText }: Pick<Buyer, 'locale' | 'consentText'>, now: Date) {
  return { locale, consentText, consentedAt: consentText ? now : null }
}
