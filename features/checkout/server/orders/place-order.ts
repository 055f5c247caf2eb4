import { AppError } from '#shared/errors.ts'
import type { Book } from '#features/books/contract.ts'
import { consentText } from '#features/checkout/constants.ts'
import { hasBook, lockLibrary } from '../library/queries.ts'
import { createOrderCode } from './order-code.ts'
import { type Database, insertOrderEvent, insertOrder, lockOpenOrder, type NewOrder, type Order } from './queries.ts'

/** What the buyer brings to a new order. */
export type Buyer = { libraryId: string; origin: string; hasConsented: boolean; clientHash: string }

/**
 * The order this shelf has open for a book, held until the transaction ends; nobody else orders for the shelf
 * meanwhile, and whoever is just being handed the book is waited for.
 *
 * @throws AppError `conflict` when the shelf holds the book.
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
  return open
}

export const alreadyOwned = () => new AppError('conflict', 'You already own this book.')

/** Writes a new order at the catalogue's title and price, with the first line of its log. */
export async function placeOrder(
  tx: Database,
  book: Book,
  buyer: Buyer,
  order: Pick<NewOrder, 'provider' | 'nextCheckAt' | 'sessionExpiresAt'>,
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
    // A code may be taken; the next one is not.
    if (!placed) continue
    await insertOrderEvent(tx, { orderId: placed.id, to: 'created', actor: 'buyer', at: now })
    return placed
  }
}

/** The words of the box as they are kept, or that it was left alone. */
export function consentOf({ hasConsented }: Pick<Buyer, 'hasConsented'>, now: Date) {
  return hasConsented ? { consentText, consentedAt: now } : { consentText: '', consentedAt: null }
}
