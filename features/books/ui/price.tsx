import { useLocale, useTranslations } from 'use-intl/react'
import { formatUsd } from '#shared/money.ts'
import type { BookCard } from '#features/books/contract.ts'

/** Returns whether a paid book has no price yet, as only drafts can. */
export const isUnpriced = ({ isFree, priceCents }: Pick<BookCard, 'isFree' | 'priceCents'>): boolean =>
  !isFree && priceCents === 0

/** FREE, the price in dollars, or that a draft has no price yet. */
export function Price({ book, className }: { book: Pick<BookCard, 'isFree' | 'priceCents'>; className?: string }) {
  const t = useTranslations('books.shared')
  const locale = useLocale()
  return (
    <span className={`figures ${className ?? ''}`}>
      {book.isFree ? t('free') : isUnpriced(book) ? t('noPrice') : formatUsd(book.priceCents, locale)}
    </span>
  )
}

/** Returns the path of the reader for a book. */
export function readerAddress(bookId: string): string {
  return `/book/${bookId}/read`
}

/** Returns the path of a free book's PDF; for a paid book this path answers 402. */
export function pdfAddress(bookId: string): string {
  return `/media/books/${bookId}.pdf`
}
