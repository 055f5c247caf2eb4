import { useTranslations } from 'use-intl/react'
import { Section } from '#ui/section.tsx'
import type { Book } from '#features/books/contract.ts'
import { useReader } from '../state/reader-context.tsx'
import { ChapterPlayer } from './chapter-player.tsx'

/** The audiobook below the pages of its book. The book has at least one chapter. */
export function AudiobookSection({ book }: { book: Book }) {
  const t = useTranslations('reader.page')
  const { audioChapters, narration } = book
  const isOwned = useReader((state) => state.manifest?.access === 'owned')
  return (
    <Section
      id="audiobook"
      title={t('audiobook')}
      lead={`${t('audiobookLead', { count: audioChapters.length })}${narration ? ` ${narration.readBy}.` : ''}`}
    >
      <ChapterPlayer key={book.id} book={book} isLocked={!book.isFree && !isOwned} />
    </Section>
  )
}
