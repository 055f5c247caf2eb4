import { useRouteLoaderData } from 'react-router'
import { AudiobookBanner } from '#features/books/ui/audiobook-banner.tsx'
import { BookActions } from '#features/books/ui/book-actions.tsx'
import { BookHero } from '#features/books/ui/book-hero.tsx'
import { BookPreview } from '#features/books/ui/book-preview.tsx'
import { draftWaveformPath } from '#features/books/ui/draft-waveform.ts'
import { FreeAccess } from '#features/books/ui/free-access.tsx'
import { isUnpriced } from '#features/books/ui/price.tsx'
import type { Book } from '#features/books/contract.ts'
import { checkoutMessages } from '#features/checkout/ui/checkout-messages.ts'
import { isPaymentOnHold, useAccess } from '#features/checkout/ui/access.ts'
import { BookCheckout } from '#features/checkout/ui/payment/book-checkout.tsx'
import { ChapterPlayer } from '#features/reader/ui/audiobook/chapter-player.tsx'
import { useReadingPosition } from '#features/reader/ui/state/reading-position.ts'
import { countRecordings } from '#shared/narration-address.ts'
import type { MessagePart } from '#shared/messages.ts'
import type { SiteInfo } from '#shared/site.ts'

/** Returns the texts that {@link BookDetails} needs. */
export const bookDetailsMessages = ({
  audioChapters,
  isFree,
}: Pick<Book, 'audioChapters' | 'isFree'>): MessagePart[] => [
  'books.book',
  'books.shared',
  'site.share',
  ...(isFree ? [] : checkoutMessages),
  ...(audioChapters.length > 0 ? (['site.player', 'reader.player'] as const) : []),
]

/**
 * Content of a book's page. It is rendered the same for everybody; access and reading position of the browser are added
 * afterwards in reserved places.
 *
 * @param isDraft Preview for the owner: nothing can be bought or played.
 */
export function BookDetails({
  book,
  downloadHref,
  podcastHref,
  isDraft = false,
}: {
  book: Book
  downloadHref: string
  /** Podcast feed of a free audiobook. */
  podcastHref?: string | undefined
  isDraft?: boolean
}) {
  const site = useRouteLoaderData<SiteInfo>('root')
  const [access, refreshAccess] = useAccess(book.id, !book.isFree && !isDraft)
  const isOwned = access?.access === 'owned'
  // A book that was unlocked on this device may be locked by now.
  const saved = useReadingPosition(book.id)
  const place = saved && (book.isFree || isOwned || saved.page <= book.previewPages) ? saved.page : undefined

  return (
    <main id="content" tabIndex={-1}>
      <BookHero book={book}>
        <div inert={isDraft}>
          <BookActions
            book={book}
            isOwned={isOwned}
            isPaymentOnHold={isPaymentOnHold(access)}
            downloadHref={downloadHref}
            position={place}
          />
        </div>
      </BookHero>
      <BookPreview book={book} />
      {book.audioChapters.length > 0 ? (
        <AudiobookBanner book={book} podcastHref={podcastHref}>
          <div inert={isDraft}>
            <ChapterPlayer
              book={book}
              isLocked={!book.isFree && !isOwned}
              isPaymentOnHold={isPaymentOnHold(access)}
              {...(isDraft ? { waveformOf: draftWaveformPath } : {})}
            />
          </div>
        </AudiobookBanner>
      ) : null}
      {book.isFree ? (
        <FreeAccess book={book} />
      ) : isUnpriced(book) ? null : (
        <div inert={isDraft}>
          <BookCheckout
            book={{ ...book, hasAudiobook: countRecordings(book) > 0 }}
            downloadHref={downloadHref}
            supportEmail={site?.supportEmail ?? ''}
            access={access}
            refresh={refreshAccess}
          />
        </div>
      )}
    </main>
  )
}
