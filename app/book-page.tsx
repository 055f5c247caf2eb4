import { data } from 'react-router'
import { bookData } from '#features/books/ui/structured-data.ts'
import { pdfDownloadPath } from '#features/reader/contract.ts'
import { bookHandle } from '#features/reader/ui/book-handle.ts'
import { findBookFor } from '#features/reader/ui/find-book-for.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { pageMessages } from '#shared/messages.ts'
import { formatUsd } from '#shared/money.ts'
import { checkoutMessages } from '#features/checkout/contract.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/book-page.ts'
import { BookDetails } from './book-details.tsx'

export const handle: PageHandle = {
  ...bookHandle,
  sitemap: ({ books }) =>
    books.list().map(({ id, title, subtitle, isFree, priceCents }) => ({
      path: `/book/${id}`,
      title,
      summary: `${subtitle}. ${isFree ? 'Free' : formatUsd(priceCents)}.`,
    })),
  shareKind: {
    kind: 'book',
    text({ books }, id) {
      const book = books.find(id)
      return book && { title: book.title, kicker: book.subtitle }
    },
  },
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const book = await findBookFor(request, params.bookId, context.get(servicesContext))
  return book
    ? data({ book, downloadHref: pdfDownloadPath(book.id), ...pageMessages(context, ...checkoutMessages) })
    : data({ book: undefined, downloadHref: '' }, { status: 404 })
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

/** Page of a book with its description, preview and purchase or reading options. */
export default function BookPage({ loaderData: { book, downloadHref } }: Route.ComponentProps) {
  return book ? <BookDetails key={book.id} book={book} downloadHref={downloadHref} /> : <BookNotFound />
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
      There is no book at this address. It may be mistyped. Find every book in the library.
    </NoticePage>
  )
}
