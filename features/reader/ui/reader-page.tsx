import { useEffect, useState } from 'react'
import { data } from 'react-router'
import { countRecordings } from '#shared/narration-address.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { pageMeta, unlistedMeta } from '#ui/page-meta.ts'
import type { Book } from '#features/books/contract.ts'
import type { PublicManifest } from '#features/reader/contract.ts'
import type { Route } from './+types/reader-page.ts'
import { bookHandle } from './book-handle.ts'
import { BookHeader } from './book-header.tsx'
import { BookNotFound } from './book-not-found.tsx'
import { BelowPages } from './below-pages.tsx'
import { findBookFor } from './find-book-for.ts'
import { ReaderProvider } from './state/reader-context.tsx'
import { ReaderSection } from './reader-section.tsx'
import { createReaderStore } from './state/reader-store.ts'
import { pageFromSearch } from './use-page-address.ts'

export const handle: PageHandle = { ...bookHandle, area: 'reader' }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const book = await findBookFor(request, params.bookId, services)
  const t = pageTranslator(context)
  if (!book) {
    const head = { title: t('reader.notFound.title'), description: '' }
    const texts = pageMessages(context, 'reader.notFound')
    return data({ book: undefined, opening: undefined, head, ...texts }, { status: 404 })
  }
  const opening = await services.reader.findPublicManifest(book.id)
  // The book may be ready in a moment, so this response is not cached.
  const shown = translateContent(context, book)
  const { title, subtitle, pages, audioChapters } = shown
  const head = {
    title: t('reader.page.title', { title }),
    description: t(countRecordings(shown) > 0 ? 'reader.page.descriptionWithAudio' : 'reader.page.description', {
      title,
      subtitle,
      pages,
    }),
  }
  const texts = pageMessages(
    context,
    'reader.page',
    'reader.tools',
    'reader.search',
    'reader.notes',
    'reader.offline',
    'reader.keys',
    ...(audioChapters.length > 0 ? (['site.player', 'reader.player', 'reader.narration'] as const) : []),
  )
  return data({ book: shown, opening, head, ...texts }, { status: opening ? 200 : 503 })
}

// The loader data is the same for everyone; the reader fetches the visitor's access itself.
export const shouldRevalidate = () => false

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.book) return unlistedMeta(matches, loaderData?.head.title ?? '')
  const { book, head } = loaderData
  return [
    ...pageMeta(matches, {
      // Search engines should index the book's own page.
      path: `/book/${book.id}`,
      ...head,
      image: `/share/book/${book.id}.png`,
      type: 'book',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

/** Reader page: header, pages and audiobook. */
export default function ReaderPage({ loaderData: { book, opening } }: Route.ComponentProps) {
  return book ? <OpenBook key={book.id} book={book} opening={opening} /> : <BookNotFound />
}

/**
 * Retry delays after reconnecting. The `online` event may come too early, and earlier requests may fail shortly after
 * it.
 */
const retryAfterMs = [0, 1000, 3000, 8000]

function OpenBook({ book, opening }: { book: Book; opening: PublicManifest | undefined }) {
  const [store] = useState(() => createReaderStore(book.id, opening))
  useEffect(() => {
    store.restore()
    const requestedPage = pageFromSearch(location.search)
    if (requestedPage) store.scrollTo(requestedPage)
    // The page should show ownership before the book is loaded.
    else if (!book.isFree) store.refresh().catch(() => undefined)
  }, [store, book])

  // A purchase in another tab unlocks the book here.
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
        <ReaderSection book={book} opening={opening} />
        <BelowPages book={book} />
      </main>
    </ReaderProvider>
  )
}
