import { BookOpen, Download } from 'lucide-react'
import { Link } from 'react-router'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import type { OwnedBook } from '#features/checkout/contract.ts'

/** The books this browser holds, as a shelf of rows: what it is, when it came, and the ways into it. */
export function OwnedList({ books }: { books: (OwnedBook & { downloadHref: string })[] }) {
  return (
    <ul className="flex flex-col divide-y divide-groove border-y border-groove">
      {books.map((book) => (
        <li key={book.orderCode} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 gap-y-5 py-6 md:grid-cols-[6rem_minmax(0,1fr)]">
          <Figure
            slug={book.bookId}
            variant="square"
            sizes="6rem"
            className="aspect-[148/210] w-full border border-groove bg-plate object-cover"
          />
          <div className="flex flex-col gap-4">
            <div className="flex flex-col gap-2">
              <h3 className="title">
                <Link to={`/book/${book.bookId}`} className="hover:text-live">
                  {book.title}
                </Link>
              </h3>
              <p className="label text-dust">
                {book.orderCode} · <time dateTime={book.boughtAt}>{book.boughtAt.slice(0, 10)}</time>
              </p>
              {book.maskedEmail ? <p className="text-small text-dust">Receipt and link went to {book.maskedEmail}</p> : null}
            </div>
            <div className="flex flex-wrap gap-3">
              <ButtonLink variant="primary" to={`/book/${book.bookId}/read`}>
                <BookOpen size={16} strokeWidth={1.5} aria-hidden="true" />
                Read<span className="sr-only"> {book.title}</span>
              </ButtonLink>
              <ButtonAnchor href={book.downloadHref} download>
                <Download size={16} strokeWidth={1.5} aria-hidden="true" />
                Download<span className="sr-only"> {book.title}, PDF</span>
              </ButtonAnchor>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
