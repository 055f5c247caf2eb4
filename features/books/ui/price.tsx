import { useLocale, useTranslations } from 'use-intl/react'
import { formatUsd } from '#shared/money.ts'
import type { BookCard } from '#features/books/contract.ts'

/** FREE, or the price in dollars. */
export function Price({ book, className }: { book: Pick<BookCard, 'isFree' | 'priceCents'>; className?: string }) {
  const t = useTranslations('books.shared')
  const locale = useLocale()
  return (
    <span className={`figures ${className ?? ''}`}>{book.isFree ? t('free') : formatUsd(book.priceCents, locale)}</span>
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
