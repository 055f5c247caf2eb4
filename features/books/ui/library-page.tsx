import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/library-page.ts'
import { priceStatement } from './price-statement.ts'
import { PaidBooks } from './paid-books.tsx'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import type { BookCard } from '#features/books/contract.ts'
import { BookCover } from './book-cover.tsx'
import { pdfAddress, Price } from './price.tsx'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'Books', in: ['header', 'footer'] },
  sitemap({ books }) {
    const all = books.list()
    return {
      title: 'Books Library',
      summary: `${all.length} books, ${all.filter(({ isFree }) => isFree).length} of them free.`,
    }
  },
  shareImages: { books: { title: 'Books Library', kicker: 'Books' } },
}

export function loader({ context }: Route.LoaderArgs) {
  return { books: context.get(servicesContext).books.list() }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/books',
    title: 'Books Library',
    description: `${loaderData.books.length} books by Swade on making music with AI, building for the web and running a small business.${loaderData.books.some((book) => book.isFree) ? ' Includes a free book to download.' : ''}`,
    image: '/share/page/books.png',
    jsonLd: (origin) => [
      breadcrumbs(origin, [{ name: 'Books Library', path: '/books' }]),
      {
        '@type': 'ItemList',
        'name': 'Books Library',
        'numberOfItems': loaderData.books.length,
        'itemListElement': loaderData.books.map((book, index) => ({
          '@type': 'ListItem',
          'position': index + 1,
          'name': book.title,
          'url': `${origin}/book/${book.id}`,
        })),
      },
    ],
  })
}

/** The library page: free books first, then paid ones. */
export default function LibraryPage({ loaderData: { books } }: Route.ComponentProps) {
  const statement = priceStatement(books)
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="books"
        kicker={`${books.length} books`}
        title="Books Library"
        lead="How to finish a record with machines in the room, build a site people come back to, and handle the money. Written after the sessions, at a desk with a window."
      />
      <section aria-label="All books" className="border-t border-groove">
        {books
          .filter((book) => book.isFree)
          .map((book) => (
            <FreeBook key={book.id} book={book} />
          ))}
        <PaidBooks books={books.filter((book) => !book.isFree)} statement={statement} />
      </section>
    </main>
  )
}

/** A free book, large, with its download. */
function FreeBook({ book }: { book: BookCard }) {
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
            <ButtonAnchor
              href={pdfAddress(book.id)}
              download
              variant="primary"
              aria-label={`Download Free: ${book.title}, PDF`}
            >
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
