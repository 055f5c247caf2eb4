import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import type { BookCard } from '#features/books/contract.ts'
import { BookCover } from './book-cover.tsx'
import { Price } from './price.tsx'
import { priceStatement } from './price-statement.ts'

/** The paid books as a grid of covers; the first cell states the price. */
export function PaidBooks({ books }: { books: BookCard[] }) {
  const t = useTranslations('books.page')
  const locale = useLocale()
  if (books.length === 0) return null
  return (
    <div className="wrap py-16 md:py-24">
      <ul className="grid grid-cols-2 gap-x-5 gap-y-12 md:grid-cols-3 md:gap-x-8 md:gap-y-16">
        <li className="col-span-2 flex flex-col justify-end gap-4 md:col-span-1 md:pb-2">
          <h2 className="heading">{t('paid')}</h2>
          <p className="measure text-lead text-dust">
            {priceStatement(books, t, locale)} {t('paidHint')}
          </p>
        </li>
        {books.map((book, index) => {
          const isAlone = index === books.length - 1 && index % 2 === 0
          return (
            <li key={book.id} className={isAlone ? 'max-md:col-span-2' : undefined}>
              <PaidBook book={book} isAlone={isAlone} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

// On phones the last of an odd number of books shows its text beside the cover, so that the grid has no gap.
function PaidBook({ book, isAlone }: { book: BookCard; isAlone: boolean }) {
  const t = useTranslations('books.page')
  const shared = useTranslations('books.shared')
  return (
    <article
      className={classNames(
        'group relative flex flex-col gap-4',
        isAlone && 'max-md:grid max-md:grid-cols-2 max-md:items-end max-md:gap-5',
      )}
    >
      <BookCover
        book={book}
        sizes="(min-width: 48rem) 28vw, 45vw"
        className="transition-colors group-focus-within:border-sand group-hover:border-sand"
      />
      <div className="flex flex-col gap-2">
        <p className="label text-dust">{shared(`categories.${book.category}`)}</p>
        <h3 className="title">
          <Link
            to={`/book/${book.id}`}
            prefetch="intent"
            viewTransition
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-live"
          >
            {book.title}
            <span className="sr-only"> {t('view')}</span>
          </Link>
        </h3>
        <p className="text-small text-dust">{book.subtitle}</p>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-groove pt-3">
          <Price book={book} />
          {/* Positioned above the link that covers the card. */}
          <Link
            to={`/book/${book.id}#payment`}
            prefetch="intent"
            aria-label={t('buyOf', { title: book.title })}
            className="label relative z-10 inline-flex min-h-11 items-center gap-2 text-live hover:text-sand"
          >
            {shared('buy')}
            <ArrowRight size={14} />
          </Link>
        </p>
      </div>
    </article>
  )
}
