import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import type { BookCard } from '#features/books/contract.ts'
import { BookCover } from './book-cover.tsx'
import { pdfAddress, Price } from './price.tsx'

/** A book that is given away: large, in front of the shelf, with its download beside it. */
export function FreeBook({ book }: { book: BookCard }) {
  const to = `/book/${book.id}`
  return (
    <article className="border-b border-groove bg-plate-raised">
      <div className="wrap grid gap-x-8 gap-y-8 py-12 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:py-20 lg:grid-cols-12">
        <Link
          to={to}
          prefetch="intent"
          viewTransition
          tabIndex={-1}
          aria-hidden="true"
          className="group w-3/4 max-w-sm sm:w-full lg:col-span-4 lg:col-start-2"
        >
          <BookCover book={book} sizes="(min-width: 64rem) 28vw, (min-width: 40rem) 38vw, 68vw" priority />
        </Link>
        <div className="flex flex-col items-start gap-6 self-end lg:col-span-6 lg:col-start-7">
          <p className="label flex flex-wrap gap-x-4 gap-y-1 text-dust">
            <span>{book.category}</span>
            <span>{book.author}</span>
            <span>{book.pages} pages</span>
          </p>
          <h2 className="heading">
            <Link to={to} prefetch="intent" viewTransition className="inline-block py-1.5 hover:text-live">
              {book.title}
            </Link>
          </h2>
          <p className="measure text-lead text-sand/85">{book.subtitle}</p>
          <Price book={book} className="text-title" />
          <div className="flex flex-wrap gap-3">
            <ButtonAnchor href={pdfAddress(book.id)} download variant="primary" aria-label={`Download Free: ${book.title}, PDF`}>
              <Download size={16} strokeWidth={1.5} aria-hidden="true" />
              Download Free
            </ButtonAnchor>
            <ButtonLink to={to}>View Book</ButtonLink>
          </div>
        </div>
      </div>
    </article>
  )
}
