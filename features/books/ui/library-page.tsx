import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/library-page.ts'
import { FreeBook } from './free-book.tsx'
import { priceStatement } from './price-statement.ts'
import { PaidShelf } from './paid-shelf.tsx'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'Books', in: ['header', 'footer'] },
  sitemap({ books }) {
    const all = books.list()
    return { title: 'Books Library', summary: `${all.length} books, ${all.filter(({ isFree }) => isFree).length} of them free.` }
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
    description: `${loaderData.books.length} books by Swade on making music with machines, building for the web and running a small business honestly.${loaderData.books.some((book) => book.isFree) ? ' With a free one to download.' : ''}`,
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

/** The library: what is given away stands in front, the rest on one shelf. */
export default function LibraryPage({ loaderData: { books } }: Route.ComponentProps) {
  const statement = priceStatement(books)
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="books"
        kicker={`${books.length} books`}
        title="Books Library"
        lead="Written at a desk with a window, after the sessions. How to finish a record with machines in the room, how to build a site people keep, and what to do about the money."
      />
      <section aria-label="All books" className="border-t border-groove">
        {books
          .filter((book) => book.isFree)
          .map((book) => (
            <FreeBook key={book.id} book={book} />
          ))}
        <PaidShelf books={books.filter((book) => !book.isFree)} statement={statement} />
      </section>
    </main>
  )
}
