import { data } from 'react-router'
import { bookData } from '#features/books/ui/structured-data.ts'
import { pdfDownloadPath } from '#features/reader/contract.ts'
import { bookHandle } from '#features/reader/ui/book-handle.ts'
import { BookNotFound } from '#features/reader/ui/book-not-found.tsx'
import { findBookFor } from '#features/reader/ui/find-book-for.ts'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { formatUsd } from '#shared/money.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { pageMeta, unlistedMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/book-page.ts'
import { BookDetails, bookDetailsMessages } from './book-details.tsx'

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
  const found = await findBookFor(request, params.bookId, context.get(servicesContext))
  const t = pageTranslator(context)
  if (!found) {
    const head = { title: t('reader.notFound.title'), description: '', library: '' }
    const texts = pageMessages(context, 'reader.notFound')
    return data({ book: undefined, downloadHref: '', feed: undefined, head, ...texts }, { status: 404 })
  }
  const book = translateContent(context, found)
  const { title, subtitle, author, isFree } = book
  const pages = t('books.shared.pages', { count: book.pages })
  return data({
    book,
    downloadHref: pdfDownloadPath(book.id),
    feed: context.get(servicesContext).findBookFeed(book.id),
    head: {
      title,
      description: t(isFree ? 'books.book.descriptionFree' : 'books.book.description', {
        title,
        subtitle,
        author,
        pages,
      }),
      library: t('books.book.library'),
    },
    ...pageMessages(context, ...bookDetailsMessages(book)),
  })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.book) return unlistedMeta(matches, loaderData?.head.title ?? '')
  const { book, head, feed } = loaderData
  const [firstChapter] = book.audioChapters.filter(({ file }) => file !== '')
  return pageMeta(matches, {
    path: `/book/${book.id}`,
    title: head.title,
    description: head.description,
    image: `/share/book/${book.id}.png`,
    type: 'book',
    ...(feed && firstChapter
      ? { audio: feed.audio[firstChapter.file], feeds: [{ title: book.title, href: feed.path }] }
      : {}),
    jsonLd: (origin) => [
      bookData(origin, book, feed?.audio),
      breadcrumbs(origin, [
        { name: head.library, path: '/books' },
        { name: book.title, path: `/book/${book.id}` },
      ]),
    ],
  })
}

/** Page of a book with its description, preview and purchase or reading options. */
export default function BookPage({ loaderData: { book, downloadHref, feed } }: Route.ComponentProps) {
  if (!book) return <BookNotFound />
  return <BookDetails key={book.id} book={book} downloadHref={downloadHref} podcastHref={feed?.path} />
}
