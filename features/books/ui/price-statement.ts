import type { useTranslations } from 'use-intl/react'
import type { Locale } from '#shared/locales.ts'
import { formatUsd } from '#shared/money.ts'
import type { BookCard } from '#features/books/contract.ts'

/**
 * Returns a sentence that states the price of the paid books.
 *
 * @returns undefined when no book is paid.
 */
export function priceStatement(
  books: readonly Pick<BookCard, 'isFree' | 'priceCents'>[],
  t: ReturnType<typeof useTranslations<'books.page'>>,
  locale: Locale,
): string | undefined {
  const prices = books.filter((book) => !book.isFree).map((book) => book.priceCents)
  if (prices.length === 0) return undefined
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return lowest === highest
    ? t('onePrice', { price: formatUsd(lowest, locale) })
    : t('prices', { lowest: formatUsd(lowest, locale), highest: formatUsd(highest, locale) })
}
