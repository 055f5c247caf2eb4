import { memo, Suspense } from 'react'
import type { Book } from '#features/books/contract.ts'
import { lazyWithRetry } from './extensions/lazy-with-retry.ts'
import { OfflineStatus, useExtensionsReady } from './extensions/reader-extensions.ts'

/**
 * Only books with audio load the player. There is no Suspense boundary: the server renders it, and early clicks are
 * replayed after hydration.
 */
const loadAudiobook = () => import('./audiobook/audiobook-section.tsx')
const AudiobookSection = import.meta.env.SSR
  ? (await loadAudiobook()).AudiobookSection
  : lazyWithRetry(async () => (await loadAudiobook()).AudiobookSection)

/** The audiobook below the reader, rendered on the server too. */
export const BelowPages = memo(function BelowPages({ book }: { book: Book }) {
  const isDue = useExtensionsReady()
  return (
    <>
      <Suspense>{isDue ? <OfflineStatus /> : null}</Suspense>
      {book.audioChapters.length > 0 ? <AudiobookSection book={book} /> : null}
    </>
  )
})
