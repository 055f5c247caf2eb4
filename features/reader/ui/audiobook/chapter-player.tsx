import { useEffect, useRef } from 'react'
import { narrationWaveformPath } from '#shared/narration-address.ts'
import { BookmarkList } from './bookmark-list.tsx'
import { ChapterCard } from './chapter-card.tsx'
import { ListeningTools } from './listening-tools.tsx'
import type { HeardBook, Listening } from './listening/listening.ts'
import { useHeard, useListening } from './listening/use-listening.ts'
import { Play } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/button.tsx'

/**
 * Every chapter of a book with its player; one sounds at a time, and the next follows by itself.
 *
 * @param isLocked Whoever looks has not bought the book: chapters are listed, and nothing pretends to play.
 * @param waveformOf Where the outline of a chapter is, when it is not where visitors find it.
 */
export function ChapterPlayer({
  book,
  isLocked = false,
  waveformOf = narrationWaveformPath,
}: {
  book: HeardBook
  isLocked?: boolean
  waveformOf?: (bookId: string, file: string) => string
}) {
  const listening = useListening(book)
  const current = useHeard(listening, (view) => view.chapter)
  const followings = useHeard(listening, (view) => view.followings)
  const currentCard = useRef<HTMLLIElement>(null)
  const seen = useRef(followings)
  const wasChosen = useRef(false)
  useEffect(() => {
    if (seen.current === followings) return
    seen.current = followings
    // Pages that follow the voice are what the listener looks at. How it moves is the page's matter: smoothly, or at
    // once for those who want no motion.
    if (listening.getState().follow === 'off') currentCard.current?.scrollIntoView({ block: 'center' })
  }, [listening, followings])

  // The button that was pressed gave its place to the player: the focus stays with what it started.
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

/** Stands over the page, and in nobody's way, when the browser does not let the next chapter begin by itself. */
function ReadyAlert({ listening }: { listening: Listening }) {
  const ready = useHeard(listening, (view) => view.readyChapter)
  return (
    <div
      className={classNames(
        'fixed inset-x-4 bottom-[calc(var(--bar-height)+1rem)] z-30 mx-auto flex max-w-xl flex-wrap items-center justify-between gap-x-6 gap-y-3 border border-live bg-plate-raised p-4',
        ready === undefined && 'hidden',
      )}
    >
      <p role="alert">{ready === undefined ? null : `Chapter ${ready + 1} is ready. Click play to continue.`}</p>
      <Button variant="primary" onClick={listening.player.play}>
        <Play size={16} strokeWidth={1.5} aria-hidden="true" />
        Play
      </Button>
    </div>
  )
}
