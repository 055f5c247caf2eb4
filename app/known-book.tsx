import { useRouteLoaderData } from 'react-router'
import { AudiobookBanner } from '#features/books/ui/audiobook-banner.tsx'
import { BookActions } from '#features/books/ui/book-actions.tsx'
import { BookHero } from '#features/books/ui/book-hero.tsx'
import { BookPreview } from '#features/books/ui/book-preview.tsx'
import { draftWaveformPath } from '#features/books/ui/draft-waveform.ts'
import { FreeAccess } from '#features/books/ui/free-access.tsx'
import type { Book } from '#features/books/contract.ts'
import { useAccess } from '#features/checkout/ui/access.ts'
import { BookCheckout } from '#features/checkout/ui/book-checkout.tsx'
import { ChapterPlayer } from '#features/reader/ui/audiobook/chapter-player.tsx'
import { useReadingPosition } from '#features/reader/ui/reading-position.ts'
import type { SiteInfo } from '#shared/site.ts'

/**
 * A book's page, the same for everybody; what this browser owns and where it was is put in afterwards, in the same
 * place.
 *
 * @param isDraft The owner looks at it before it is published: nothing on it can be bought or played.
 */
export function KnownBook({
  book,
  downloadHref,
  isDraft = false,
}: {
  book: Book
  downloadHref: string
  isDraft?: boolean
}) {
  const site = useRouteLoaderData<SiteInfo>('root')
  const [access, ask] = useAccess(book.id, !book.isFree && !isDraft)
  const isOwned = access?.access === 'owned'
  // A book that was theirs on this device once may be locked by now.
  const kept = useReadingPosition(book.id)
  const place = kept && (book.isFree || isOwned || kept.page <= book.previewPages) ? kept.page : undefined

  return (
    <main id="content" tabIndex={-1}>
      <BookHero book={book}>
        <div inert={isDraft}>
          <BookActions book={book} isOwned={isOwned} downloadHref={downloadHref} position={place} />
        </div>
      </BookHero>
      <BookPreview book={book} />
      {book.audioChapters.length > 0 ? (
        <AudiobookBanner book={book}>
          <div inert={isDraft}>
            <ChapterPlayer
              book={book}
              isLocked={!book.isFree && !isOwned}
              {...(isDraft ? { waveformOf: draftWaveformPath } : {})}
            />
          </div>
        </AudiobookBanner>
      ) : null}
      {book.isFree ? (
        <FreeAccess book={book} />
      ) : (
        <div inert={isDraft}>
          <BookCheckout
            book={{ ...book, hasAudiobook: book.audioChapters.length > 0 }}
            downloadHref={downloadHref}
            supportEmail={site?.supportEmail ?? ''}
            access={access}
            ask={ask}
          />
        </div>
      )}
    </main>
  )
}
