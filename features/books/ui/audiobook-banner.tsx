import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { countRecordings } from '#shared/narration-address.ts'
import { Section } from '#ui/section.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Book } from '#features/books/contract.ts'

/**
 * Audiobook banner: number of chapters, narrator and audio quality.
 *
 * @param podcastHref Podcast feed of the recordings, if there is one.
 * @param children The chapters.
 */
export function AudiobookBanner({
  book,
  podcastHref,
  children,
}: {
  book: Book
  podcastHref: string | undefined
  children: ReactNode
}) {
  const t = useTranslations('books.book')
  const count = book.audioChapters.length
  const recorded = countRecordings(book)
  return (
    <Section
      id="audiobook"
      title={t('audiobook')}
      lead={recorded === count ? t('audiobookLead', { count }) : t('audiobookLeadPartly', { recorded })}
    >
      <div className="flex flex-col gap-10">
        <ul className="flex flex-wrap gap-2" aria-label={t('about')}>
          <li>
            <Tag>{t('chapters', { count })}</Tag>
          </li>
          {book.narration && recorded > 0 ? (
            <>
              <li>
                <Tag>{t('narration', { name: book.narration.readBy })}</Tag>
              </li>
              <li>
                <Tag>{t('audio', { quality: book.narration.quality })}</Tag>
              </li>
            </>
          ) : null}
          {recorded > 0 ? (
            <li>
              <Tag>{t('sync')}</Tag>
            </li>
          ) : null}
        </ul>
        {podcastHref ? (
          <p className="measure text-dust">
            {t.rich('podcast', {
              feed: (words) => (
                <a
                  href={podcastHref}
                  className="inline-flex min-h-11 items-center text-sand underline underline-offset-4 hover:text-live"
                >
                  {words}
                </a>
              ),
            })}
          </p>
        ) : null}
        {children}
      </div>
    </Section>
  )
}
