import type { ReactNode } from 'react'
import { Section } from '#ui/section.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Book } from '#features/books/contract.ts'

/**
 * Audiobook banner: number of chapters, narrator and audio quality.
 *
 * @param children The chapters.
 */
export function AudiobookBanner({ book, children }: { book: Book; children: ReactNode }) {
  const chapters = book.audioChapters
  return (
    <Section
      id="audiobook"
      title="Audiobook Edition"
      lead={`${chapters.length} narrated ${chapters.length === 1 ? 'chapter' : 'chapters'} that you can listen to while you read.`}
    >
      <div className="flex flex-col gap-10">
        <ul className="flex flex-wrap gap-2" aria-label="About this edition">
          <li>
            <Tag>{chapters.length === 1 ? '1 Chapter' : `${chapters.length} Chapters`}</Tag>
          </li>
          {book.narration ? (
            <>
              <li>
                <Tag>Narration: {book.narration.readBy}</Tag>
              </li>
              <li>
                <Tag>Audio: {book.narration.quality}</Tag>
              </li>
            </>
          ) : null}
          <li>
            <Tag>Sync with text: pages follow the narration</Tag>
          </li>
        </ul>
        {children}
      </div>
    </Section>
  )
}
