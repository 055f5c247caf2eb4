import { data } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { bookData } from '#features/books/ui/structured-data.ts'
import { episodePath } from '#features/podcast/contract.ts'
import { pdfDownloadPath } from '#features/reader/contract.ts'
import { bookHandle } from '#features/reader/ui/book-handle.ts'
import { findBookFor } from '#features/reader/ui/find-book-for.ts'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { formatUsd } from '#shared/money.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
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
    const head = { title: t('books.notFound.title'), description: '', library: '' }
    const texts = pageMessages(context, 'books.notFound')
    return data({ book: undefined, downloadHref: '', podcastHref: undefined, head, ...texts }, { status: 404 })
  }
  const book = translateContent(context, found)
  const { title, subtitle, author, isFree } = book
  const pages = t('books.shared.pages', { count: book.pages })
  return data({
    book,
    downloadHref: pdfDownloadPath(book.id),
    podcastHref: context.get(servicesContext).podcasts.feedPathOf(book.id),
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
  if (!loaderData?.book)
    return [{ title: pageTitle(matches, loaderData?.head.title ?? '') }, { name: 'robots', content: 'noindex' }]
  const { book, head, podcastHref } = loaderData
  const [firstChapter] = book.audioChapters.filter(({ file }) => file !== '')
  return pageMeta(matches, {
    path: `/book/${book.id}`,
    title: head.title,
    description: head.description,
    image: `/share/book/${book.id}.png`,
    type: 'book',
    ...(podcastHref && firstChapter
      ? {
          audio: episodePath(book.id, firstChapter.file, 'audio'),
          feeds: [{ title: book.title, href: podcastHref }],
        }
      : {}),
    jsonLd: (origin) => [
      bookData(origin, book),
      breadcrumbs(origin, [
        { name: head.library, path: '/books' },
        { name: book.title, path: `/book/${book.id}` },
      ]),
    ],
  })
}

/** Page of a book with its description, preview and purchase or reading options. */
export default function BookPage({ loaderData: { book, downloadHref, podcastHref } }: Route.ComponentProps) {
  if (!book) return <BookNotFound />
  return <BookDetails key={book.id} book={book} downloadHref={downloadHref} podcastHref={podcastHref} />
}

function BookNotFound() {
  const t = useTranslations('books.notFound')
  return (
    <NoticePage
      figure="book-not-found"
      kicker="404"
      title={t('title')}
      actions={
        <ButtonLink to="/books" variant="primary">
          {t('back')}
        </ButtonLink>
      }
    >
      {t('text')}
    </NoticePage>
  )
}
