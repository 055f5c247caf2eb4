import { BookOpen, Download, Headphones } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { countRecordings } from '#shared/narration-address.ts'
import type { Book } from '#features/books/contract.ts'
import { isUnpriced, pdfAddress, readerAddress } from './price.tsx'

type BookActionsProps = {
  book: Book
  /** True if this browser may read the whole book. */
  isOwned: boolean
  /** True if a payment of this browser for the book is on hold, so that the buyer must not pay again. */
  isPaymentOnHold: boolean
  /** Download path of a purchased book's PDF. */
  downloadHref: string
  /** The last read page on this device, once known. */
  position: number | undefined
}

/**
 * Actions for the book. They have one row and one line of fixed height, so that late information does not move the
 * layout. A draft without a PDF has no pages to read.
 */
export function BookActions({ book, isOwned, isPaymentOnHold, downloadHref, position }: BookActionsProps) {
  const t = useTranslations('books.book')
  const shared = useTranslations('books.shared')
  const reader = readerAddress(book.id)
  const canRead = book.isFree || isOwned
  return (
    <div className="flex flex-col gap-2" data-print="hide">
      <div className="flex flex-wrap gap-3">
        {canRead ? (
          <>
            <ButtonLink variant="primary" to={reader}>
              <BookOpen size={16} />
              {t('read')}
            </ButtonLink>
            <ButtonAnchor href={book.isFree ? pdfAddress(book.id) : downloadHref} download>
              <Download size={16} />
              {book.isFree ? shared('downloadFree') : t('download')}
            </ButtonAnchor>
          </>
        ) : (
          <>
            {isUnpriced(book) || isPaymentOnHold ? null : (
              <ButtonLink variant="primary" to={`/book/${book.id}#payment`}>
                {shared('buy')}
              </ButtonLink>
            )}
            <ButtonLink to={reader}>
              <BookOpen size={16} />
              {t('readPreview')}
            </ButtonLink>
          </>
        )}
        {canRead && countRecordings(book) > 0 ? (
          <ButtonLink to={`${reader}#audiobook`}>
            <Headphones size={16} />
            {t('listen')}
          </ButtonLink>
        ) : null}
        <ShareButton title={book.title} />
      </div>
      <p className="flex min-h-11 items-center text-small text-dust">
        {position ? (
          <Link
            to={`${reader}?page=${position}`}
            className="inline-flex min-h-11 items-center text-sand underline underline-offset-4 hover:text-live"
          >
            {t('continue', { page: String(position) })}
          </Link>
        ) : isOwned ? (
          t('owned')
        ) : book.pages === 0 ? null : book.isFree ? (
          t('free')
        ) : book.previewPages >= book.pages ? (
          t('allPages')
        ) : (
          t('firstPages', { count: book.previewPages })
        )}
      </p>
    </div>
  )
}
