import { useEffect, useState } from 'react'
import { data } from 'react-router'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import type { Book } from '#features/books/contract.ts'
import type { ReaderOpening } from '#features/reader/contract.ts'
import type { Route } from './+types/reader-page.ts'
import { bookHandle } from './book-handle.ts'
import { BookHeader } from './book-header.tsx'
import { BookNotFound } from './book-not-found.tsx'
import { BelowPages } from './below-pages.tsx'
import { findBookFor } from './find-book-for.ts'
import { ReaderProvider } from './reader-context.tsx'
import { ReaderPlace } from './reader-section.tsx'
import { createReaderStore } from './reader-store.ts'
import { pageAsked } from './use-page-address.ts'

export const handle: PageHandle = { ...bookHandle, area: 'reader' }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const book = await findBookFor(request, params.bookId, services)
  if (!book) return data({ book: undefined, opening: undefined }, { status: 404 })
  const opening = await services.reader.findOpening(book.id)
  // What is missing now may be ready in a moment: an answer that nobody keeps.
  return data({ book, opening }, { status: opening ? 200 : 503 })
}

// What is here is the same for everybody; who may read more is asked by the reader itself.
export const shouldRevalidate = () => false

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.book) return [{ title: pageTitle('Book Not Found') }, { name: 'robots', content: 'noindex' }]
  const { book } = loaderData
  return [
    ...pageMeta(matches, {
      // The book's own page is the one to be found.
      path: `/book/${book.id}`,
      title: `Read ${book.title}`,
      description: `${book.title}: ${book.subtitle}. ${book.pages} pages to read in the browser${book.audioChapters.length > 0 ? ' and to listen to' : ''}.`,
      image: `/share/book/${book.id}.png`,
      type: 'book',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

/** A book to read: what it is, its pages, its voice. */
export default function ReaderPage({ loaderData: { book, opening } }: Route.ComponentProps) {
  return book ? <OpenBook key={book.id} book={book} opening={opening} /> : <BookNotFound />
}

/**
 * After a connection is said to be back. It is said before it carries, and what was asked for just before may fail just
 * after.
 */
const retryAfterMs = [0, 1000, 3000, 8000]

function OpenBook({ book, opening }: { book: Book; opening: ReaderOpening | undefined }) {
  const [store] = useState(() => createReaderStore(book.id, opening))
  useEffect(() => {
    store.restore()
    const asked = pageAsked(location.search)
    if (asked) store.scrollTo(asked)
    // Whether this visitor owns the book is to be said before they ask for it.
    else if (!book.isFree) store.refresh().catch(() => undefined)
  }, [store, book])

  // Somebody who bought in another tab comes back to an open book.
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState !== 'visible') return
      const { manifest, status } = store.getState()
      if (manifest?.access === 'preview') store.refresh().catch(() => undefined)
      else if (status === 'error') void store.load()
    }
    const retry = () => (store.getState().status === 'error' ? void store.load() : store.retry())
    let retries: ReturnType<typeof setTimeout>[] = []
    const onOffline = () => retries.forEach(clearTimeout)
    const onOnline = () => {
      onOffline()
      retries = retryAfterMs.map((wait) => setTimeout(retry, wait))
    }
    addEventListener('focus', onReturn)
    addEventListener('online', onOnline)
    addEventListener('offline', onOffline)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      removeEventListener('online', onOnline)
      removeEventListener('offline', onOffline)
      onOffline()
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [store])

  return (
    <ReaderProvider store={store}>
      <main id="content" tabIndex={-1}>
        <BookHeader book={book} />
        <ReaderPlace book={book} opening={opening} />
        <BelowPages book={book} />
      </main>
    </ReaderProvider>
  )
}
