import { useEffect, useRef } from 'react'
import { narrationWaveformPath } from '#shared/narration-address.ts'
import { BookmarkList } from './bookmark-list.tsx'
import { ChapterCard } from './chapter-card.tsx'
import { ListeningTools } from './listening-tools.tsx'
import type { ListenableBook, Listening } from './listening/listening.ts'
import { useListeningView, useListening } from './listening/use-listening.ts'
import { Play } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/button.tsx'

/**
 * All chapters of a book with players; one plays at a time, followed by the next.
 *
 * @param isLocked The visitor has not bought the book: chapters are listed without players.
 * @param isPaymentOnHold A payment for the locked book is on hold, so that buying it is not suggested.
 * @param waveformOf Returns the waveform's path, if it differs from the public one.
 */
export function ChapterPlayer({
  book,
  isLocked = false,
  isPaymentOnHold = false,
  waveformOf = narrationWaveformPath,
}: {
  book: ListenableBook
  isLocked?: boolean
  isPaymentOnHold?: boolean
  waveformOf?: (bookId: string, file: string) => string
}) {
  const listening = useListening(book)
  const current = useListeningView(listening, (view) => view.chapter)
  const followings = useListeningView(listening, (view) => view.autoAdvances)
  const currentCard = useRef<HTMLLIElement>(null)
  const seen = useRef(followings)
  const wasChosen = useRef(false)
  useEffect(() => {
    if (seen.current === followings) return
    seen.current = followings
    // When pages follow the narration, listeners look at the pages. The page's styles decide whether scrolling is
    // smooth.
    if (listening.getState().follow === 'off') currentCard.current?.scrollIntoView({ block: 'center' })
  }, [listening, followings])

  // The player replaced the pressed button: the focus moves to the player.
  useEffect(() => {
    if (!wasChosen.current) return
    wasChosen.current = false
    currentCard.current?.querySelector<HTMLElement>('[data-player]')?.focus({ preventScroll: true })
    currentCard.current?.scrollIntoView({ block: 'nearest' })
  }, [current])

  return (
    <div className="flex flex-col gap-12">
      <ol className="border-t border-groove">
        {book.audioChapters.map((chapter, index) => (
          <ChapterCard
            key={chapter.file || chapter.title}
            ref={index === current ? currentCard : undefined}
            listening={listening}
            index={index}
            isCurrent={index === current}
            isLocked={isLocked}
            isPaymentOnHold={isPaymentOnHold}
            waveformOf={waveformOf}
            onChoose={() => {
              wasChosen.current = true
              listening.play(index, 0)
            }}
          >
            <ListeningTools listening={listening} />
          </ChapterCard>
        ))}
      </ol>
      {isLocked ? null : <BookmarkList listening={listening} />}
      <ReadyAlert listening={listening} />
    </div>
  )
}

/** Alert shown when the browser blocks autoplay of the next chapter. */
function ReadyAlert({ listening }: { listening: Listening }) {
  const t = useTranslations('reader.player')
  const ready = useListeningView(listening, (view) => view.readyChapter)
  return (
    <div
      className={classNames(
        'fixed inset-x-4 bottom-[calc(var(--bar-height)+1rem)] z-30 mx-auto flex max-w-xl flex-wrap items-center justify-between gap-x-6 gap-y-3 border border-live bg-plate-raised p-4',
        ready === undefined && 'hidden',
      )}
    >
      <p role="alert">{ready === undefined ? null : t('ready', { number: String(ready + 1) })}</p>
      <Button variant="primary" onClick={listening.player.play}>
        <Play size={16} />
        {t('playReady')}
      </Button>
    </div>
  )
}
