import { formatUsd } from '#shared/money.ts'
import type { BookCard } from '#features/books/contract.ts'

/** FREE, or the price in dollars. */
export function Price({ book, className }: { book: Pick<BookCard, 'isFree' | 'priceCents'>; className?: string }) {
  return <span className={`figures ${className ?? ''}`}>{book.isFree ? 'FREE' : formatUsd(book.priceCents)}</span>
}

/** Where the book is read. */
export function readerAddress(bookId: string): string {
  return `/book/${bookId}/read`
}

/** Where the free book's PDF lies; a paid one answers there only that it is not free. */
export function pdfAddress(bookId: string): string {
  return `/media/books/${bookId}.pdf`
}
