import { data } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/book-page.ts'
import { AudiobookBanner } from './audiobook-banner.tsx'
import { BookHero } from './book-hero.tsx'
import { BookPreview } from './book-preview.tsx'
import { FreeAccess } from './free-access.tsx'
import { bookData } from './structured-data.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  const book = context.get(servicesContext).books.find(params.bookId)
  return book ? data({ book }) : data({ book: undefined }, { status: 404 })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.book) return [{ title: pageTitle('Book Not Found') }, { name: 'robots', content: 'noindex' }]
  const { book } = loaderData
  return pageMeta(matches, {
    path: `/book/${book.id}`,
    title: book.title,
    description: `${book.title}: ${book.subtitle}. A book by ${book.author}, ${book.pages} pages${book.isFree ? ', free to download' : ''}.`,
    image: `/share/book/${book.id}.png`,
    type: 'book',
    jsonLd: (origin) => [
      bookData(origin, book),
      breadcrumbs(origin, [
        { name: 'Books Library', path: '/books' },
        { name: book.title, path: `/book/${book.id}` },
      ]),
    ],
  })
}

/** One book: its cover, what it is about, how it begins and what it holds. */
export default function BookPage({ loaderData: { book } }: Route.ComponentProps) {
  if (!book) return <BookNotFound />
  return (
    <main id="content" tabIndex={-1}>
      <BookHero book={book} />
      <BookPreview book={book} />
      {book.audioChapters.length > 0 ? <AudiobookBanner book={book} /> : null}
      {book.isFree ? <FreeAccess book={book} /> : null}
    </main>
  )
}

function BookNotFound() {
  return (
    <NoticePage
      figure="book-not-found"
      kicker="404"
      title="Book Not Found"
      actions={
        <ButtonLink to="/books" variant="primary">
          Back to Books Library
        </ButtonLink>
      }
    >
      There is no book at this address. It may be mistyped; every book there is stands in the library.
    </NoticePage>
  )
}
