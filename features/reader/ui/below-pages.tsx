import { memo, Suspense } from 'react'
import type { Book } from '#features/books/contract.ts'
import { lazyPart } from './lazy-with-retry.ts'
import { OfflineStatus, useCompanionsDue } from './reader-extensions.ts'

/**
 * Only books with a voice bring its player. No boundary stands around it: pages come with it from the server, and what
 * was pressed on it before it could answer is kept until the whole page can.
 */
const loadAudiobook = () => import('./audiobook/audiobook-section.tsx')
const AudiobookSection = import.meta.env.SSR
  ? (await loadAudiobook()).AudiobookSection
  : lazyPart(async () => (await loadAudiobook()).AudiobookSection)

/** Under the reader, the audiobook from the server on. */
export const BelowPages = memo(function BelowPages({ book }: { book: Book }) {
  const isDue = useCompanionsDue()
  return (
    <>
      <Suspense>{isDue ? <OfflineStatus /> : null}</Suspense>
      {book.audioChapters.length > 0 ? <AudiobookSection book={book} /> : null}
    </>
  )
})
