import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { BackLink } from '#ui/back-link.tsx'
import { Prose } from '#ui/prose.tsx'
import type { Book } from '#features/books/contract.ts'
import { BookCover } from './book-cover.tsx'
import { Price } from './price.tsx'

/**
 * Header of the book page: cover, title, description and price.
 *
 * @param children Actions below the price.
 */
export function BookHero({ book, children }: { book: Book; children: ReactNode }) {
  const t = useTranslations('books.book')
  const shared = useTranslations('books.shared')
  return (
    <header className="wrap grid gap-x-8 gap-y-8 print:py-0 pt-20 pb-16 md:pt-24 md:pb-24 lg:grid-cols-12">
      <div className="lg:col-span-12">
        <BackLink to="/books">{t('back')}</BackLink>
      </div>
      <div className="w-3/5 max-w-96 lg:col-span-4 lg:w-full lg:max-w-none">
        <BookCover book={book} sizes="(min-width: 64rem) 30vw, 60vw" priority />
      </div>
      <div className="flex flex-col items-start gap-8 lg:col-span-7 lg:col-start-6">
        <div className="flex flex-col items-start gap-6">
          <p className="label flex flex-wrap gap-x-4 gap-y-1 text-dust">
            <span>{shared(`categories.${book.category}`)}</span>
            {/* A draft may have no author yet. */}
            {book.author ? <span>{t('by', { author: book.author })}</span> : null}
          </p>
          <h1 className="display lg:text-[clamp(3.5rem,6vw,6rem)]">{book.title}</h1>
          <p className="measure text-lead text-sand/85">{book.subtitle}</p>
        </div>
        <PriceBlock book={book}>{children}</PriceBlock>
        <Prose text={book.description} />
      </div>
    </header>
  )
}

function PriceBlock({ book, children }: { book: Book; children: ReactNode }) {
  const t = useTranslations('books.book')
  return (
    <div className="flex w-full flex-col gap-5 border-y border-groove py-6">
      <dl className="flex flex-wrap items-end gap-x-12 gap-y-5">
        <div className="flex flex-col gap-2">
          <dt className="label text-dust">{t('price')}</dt>
          <dd>
            <Price book={book} className="text-heading tracking-[-0.05em]" />
          </dd>
        </div>
        {book.pages > 0 ? (
          <div className="flex flex-col gap-2">
            <dt className="label text-dust">{t('pages')}</dt>
            <dd className="figures text-title">{book.pages}</dd>
          </div>
        ) : null}
        <div className="flex flex-col gap-2">
          <dt className="label text-dust">{t('format')}</dt>
          <dd className="figures text-title">{t('pdf')}</dd>
        </div>
      </dl>
      {children}
    </div>
  )
}
