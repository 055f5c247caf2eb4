import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Section } from '#ui/section.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Book } from '#features/books/contract.ts'

/**
 * Audiobook banner: number of chapters, narrator and audio quality.
 *
 * @param children The chapters.
 */
export function AudiobookBanner({ book, children }: { book: Book; children: ReactNode }) {
  const t = useTranslations('books.book')
  const count = book.audioChapters.length
  return (
    <Section id="audiobook" title={t('audiobook')} lead={t('audiobookLead', { count })}>
      <div className="flex flex-col gap-10">
        <ul className="flex flex-wrap gap-2" aria-label={t('about')}>
          <li>
            <Tag>{t('chapters', { count })}</Tag>
          </li>
          {book.narration ? (
            <>
              <li>
                <Tag>{t('narration', { name: book.narration.readBy })}</Tag>
              </li>
              <li>
                <Tag>{t('audio', { quality: book.narration.quality })}</Tag>
              </li>
            </>
          ) : null}
          <li>
            <Tag>{t('sync')}</Tag>
          </li>
        </ul>
        {children}
      </div>
    </Section>
  )
}
