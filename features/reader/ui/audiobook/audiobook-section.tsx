import { useTranslations } from 'use-intl/react'
import { Section } from '#ui/section.tsx'
import { countRecordings } from '#shared/narration-address.ts'
import type { Book } from '#features/books/contract.ts'
import { useReader } from '../state/reader-context.tsx'
import { ChapterPlayer } from './chapter-player.tsx'

/** The audiobook below the pages of its book. The book has at least one chapter. */
export function AudiobookSection({ book }: { book: Book }) {
  const t = useTranslations('reader.page')
  const { audioChapters, narration } = book
  const count = audioChapters.length
  const recorded = countRecordings(book)
  const isOwned = useReader((state) => state.manifest?.access === 'owned')
  const isPaymentOnHold = useReader((state) => state.manifest?.paymentHold !== undefined)
  return (
    <Section
      id="audiobook"
      title={t('audiobook')}
      lead={[
        recorded === count ? t('audiobookLead', { count }) : t('audiobookLeadPartly', { recorded }),
        narration && recorded > 0 ? t('narration', { name: narration.readBy }) : '',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <ChapterPlayer key={book.id} book={book} isLocked={!book.isFree && !isOwned} isPaymentOnHold={isPaymentOnHold} />
    </Section>
  )
}
