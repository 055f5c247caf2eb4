import { BookOpen, Download, Headphones } from 'lucide-react'
import { Link } from 'react-router'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import type { Book } from '#features/books/contract.ts'
import { pdfAddress, readerAddress } from './price.tsx'

type BookActionsProps = {
  book: Book
  /** True if this browser may read the whole book. */
  isOwned: boolean
  /** Download path of a purchased book's PDF. */
  downloadHref: string
  /** The last read page on this device, once known. */
  position: number | undefined
}

const previewText = ({ previewPages, pages }: Book) =>
  previewPages >= pages
    ? 'All pages are free to read.'
    : previewPages === 1
      ? 'The first page is free to read.'
      : `The first ${previewPages} pages are free to read.`

/** Actions for the book. One row and one line of fixed height, so late information does not move the layout. */
export function BookActions({ book, isOwned, downloadHref, position }: BookActionsProps) {
  const reader = readerAddress(book.id)
  const canRead = book.isFree || isOwned
  return (
    <div className="flex flex-col gap-2" data-print="hide">
      <div className="flex flex-wrap gap-3">
        {canRead ? (
          <>
            <ButtonLink variant="primary" to={reader}>
              <BookOpen size={16} strokeWidth={1.5} aria-hidden="true" />
              Read
            </ButtonLink>
            <ButtonAnchor href={book.isFree ? pdfAddress(book.id) : downloadHref} download>
              <Download size={16} strokeWidth={1.5} aria-hidden="true" />
              {book.isFree ? 'Download Free' : 'Download'}
            </ButtonAnchor>
          </>
        ) : (
          <>
            <ButtonLink variant="primary" to={`/book/${book.id}#payment`}>
              Buy Now
            </ButtonLink>
            <ButtonLink to={reader}>
              <BookOpen size={16} strokeWidth={1.5} aria-hidden="true" />
              Read Preview
            </ButtonLink>
          </>
        )}
        {canRead && book.audioChapters.length > 0 ? (
          <ButtonLink to={`${reader}#audiobook`}>
            <Headphones size={16} strokeWidth={1.5} aria-hidden="true" />
            Listen
          </ButtonLink>
        ) : null}
      </div>
      <p className="flex min-h-11 items-center text-small text-dust">
        {position ? (
          <Link
            to={`${reader}?page=${position}`}
            className="inline-flex min-h-11 items-center text-sand underline underline-offset-4 hover:text-live"
          >
            Continue reading: page {position}
          </Link>
        ) : isOwned ? (
          'You own this book.'
        ) : book.isFree ? (
          'The full book is free. No sign-up required.'
        ) : (
          previewText(book)
        )}
      </p>
    </div>
  )
}
