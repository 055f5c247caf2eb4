import { formatUsd } from '#shared/money.ts'
import type { BookCard } from '#features/books/contract.ts'

/**
 * Returns a sentence that states the price of the paid books.
 *
 * @returns undefined when no book is paid.
 */
export function priceStatement(books: readonly Pick<BookCard, 'isFree' | 'priceCents'>[]): string | undefined {
  const prices = books.filter((book) => !book.isFree).map((book) => book.priceCents)
  if (prices.length === 0) return undefined
  const lowest = Math.min(...prices)
  const highest = Math.max(...prices)
  return lowest === highest
    ? `Each paid book is priced at ${formatUsd(lowest)}.`
    : `Paid books are priced from ${formatUsd(lowest)} to ${formatUsd(highest)}.`
}
