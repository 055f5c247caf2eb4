import { clockDuration, isoDuration } from '#shared/duration.ts'
import { Section } from '#ui/section.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Book } from '#features/books/contract.ts'

/** What the narrated edition contains: how many chapters, who reads, in what quality, and each chapter by name. */
export function AudiobookBanner({ book }: { book: Book }) {
  const chapters = book.audioChapters
  return (
    <Section id="audiobook" title="Audiobook Edition" lead={`${chapters.length} chapters read aloud, following the printed ones.`}>
      <div className="flex flex-col gap-10">
        <ul className="flex flex-wrap gap-2" aria-label="About this edition">
          <li>
            <Tag>{chapters.length} Chapters</Tag>
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
            <Tag>One recording per chapter of the text</Tag>
          </li>
        </ul>
        <p className="measure text-dust">Listening is not open on this site yet. Here is what has been recorded.</p>
        <ol className="grid gap-x-8 border-t border-groove md:grid-cols-2">
          {chapters.map((chapter) => (
            <li key={chapter.title} className="flex items-baseline justify-between gap-4 border-b border-groove py-4">
              <span>{chapter.title}</span>
              <ChapterLength chapter={chapter} />
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}

function ChapterLength({ chapter }: { chapter: Book['audioChapters'][number] }) {
  if (!chapter.file) return <span className="label shrink-0 text-dust">Audio coming soon</span>
  if (!chapter.durationSeconds) return null
  return (
    <time dateTime={isoDuration(chapter.durationSeconds)} className="figures shrink-0 text-small text-dust">
      {clockDuration(chapter.durationSeconds)}
    </time>
  )
}
