import { formatUsd } from '#shared/money.ts'
import type { BookCard } from '#features/books/contract.ts'

/** FREE, or the price in dollars. */
export function Price({ book, className }: { book: Pick<BookCard, 'isFree' | 'priceCents'>; className?: string }) {
  return <span className={`figures ${className ?? ''}`}>{book.isFree ? 'FREE' : formatUsd(book.priceCents)}</span>
}

/** Returns the path of the reader for a book. */
export function readerAddress(bookId: string): string {
  return `/book/${bookId}/read`
}

/** Returns the path of a free book's PDF; for a paid book this path answers 402. */
export function pdfAddress(bookId: string): string {
  return `/media/books/${bookId}.pdf`
}
