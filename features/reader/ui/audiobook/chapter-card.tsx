import { Play } from 'lucide-react'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { useHref } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { audioSource } from '#shared/audio-address.ts'
import { coverSet } from '#shared/cover-address.ts'
import { formatDuration, isoDuration } from '#shared/duration.ts'
import { narrationPath } from '#shared/narration-address.ts'
import { PlayerButton } from '#ui/audio/player-button.tsx'
import { PlayerStatus } from '#ui/audio/player-status.tsx'
import { PlayerTransport } from '#ui/audio/player-transport.tsx'
import { SeekBar } from '#ui/audio/seek-bar.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import type { Listening } from './listening/listening.ts'
import { useListeningView } from './listening/use-listening.ts'
import { useReaderStoreIfAny } from '../state/reader-context.tsx'

/**
 * A chapter: image, title and player, which expands for the current chapter.
 *
 * @param isPaymentOnHold A payment for the locked book is on hold, so that the visitor must not pay again.
 * @param onChoose Plays the chapter when another one is in the player.
 * @param children More controls, below the current chapter's player.
 */
export function ChapterCard({
  listening,
  index,
  isCurrent: isChosen,
  isLocked,
  isPaymentOnHold,
  waveformOf,
  onChoose,
  ref,
  children,
}: {
  listening: Listening
  index: number
  isCurrent: boolean
  isLocked: boolean
  isPaymentOnHold: boolean
  waveformOf(bookId: string, file: string): string
  onChoose(): void
  ref: Ref<HTMLLIElement> | undefined
  children: ReactNode
}) {
  const t = useTranslations('reader.player')
  const { book } = listening
  const { title, file: recording, durationSeconds, firstPage } = book.audioChapters[index]!
  const file = isLocked ? '' : recording
  const isCurrent = isChosen && !isLocked
  return (
    <li
      ref={ref}
      aria-current={isCurrent && file ? true : undefined}
      className="grid scroll-mt-24 grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-5 border-b border-groove py-5 md:grid-cols-[7rem_minmax(0,1fr)] md:gap-x-6"
    >
      <Figure
        slug={book.id}
        image={book.coverImage}
        imageSet={coverSet(book.coverImage)}
        width={112}
        sizes="(min-width: 48rem) 7rem, 4rem"
        className={`aspect-square w-full border border-groove bg-plate object-cover transition-opacity ${isCurrent ? '' : 'opacity-60'} ${isCurrent ? 'md:row-span-2' : ''}`}
      />
      <div className="flex min-w-0 items-center justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="label text-dust">{t('edition')}</p>
          <h3 lang="en" className="title">
            {title}
          </h3>
          {firstPage ? <ChapterPage bookId={book.id} page={firstPage} /> : null}
        </div>
        {file ? null : (
          <p className="label shrink-0 text-dust">
            {t(recording ? (isPaymentOnHold ? 'locked' : 'purchase') : 'soon')}
          </p>
        )}
        {file && !isCurrent ? (
          <div
            role="group"
            aria-label={t('player', { title })}
            data-player="idle"
            className="flex shrink-0 items-center gap-3 noscript:hidden"
          >
            {durationSeconds ? (
              <time dateTime={isoDuration(durationSeconds)} className="figures text-small text-dust max-sm:hidden">
                {formatDuration(durationSeconds)}
              </time>
            ) : null}
            <span className="rounded-plate border border-groove">
              <PlayerButton label={t('play', { title })} onPress={onChoose}>
                <Play size={20} className="translate-x-px" />
              </PlayerButton>
            </span>
          </div>
        ) : null}
      </div>
      {file ? (
        <noscript>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the words are in the book */}
          <audio controls preload="none" src={audioSource(narrationPath(book.id, file))} className="w-full" />
        </noscript>
      ) : null}
      {file && isCurrent ? (
        <CurrentPlayer listening={listening} title={title} waveformUrl={waveformOf(book.id, file)}>
          {children}
        </CurrentPlayer>
      ) : null}
    </li>
  )
}

function CurrentPlayer({
  listening,
  title,
  waveformUrl,
  children,
}: {
  listening: Listening
  title: string
  waveformUrl: string
  children: ReactNode
}) {
  const t = useTranslations('reader.player')
  const { player } = listening
  const view = useListeningView(listening, (now) => now.player)
  const isGoingOn = useListeningView(listening, (now) => now.isAdvancing)
  return (
    <div
      role="group"
      tabIndex={-1}
      aria-label={t('player', { title })}
      data-player={view.state}
      style={{ '--hue': 'var(--color-live)' } as CSSProperties}
      className="col-span-2 flex scroll-mt-40 flex-col gap-4 border border-groove bg-plate-raised p-4 md:col-span-1 md:p-6 noscript:hidden"
    >
      <SeekBar
        label={t('position', { title })}
        waveformUrl={waveformUrl}
        positionSeconds={view.positionSeconds}
        durationSeconds={view.durationSeconds}
        onSeek={player.seekTo}
      />
      <PlayerTransport player={player} view={view} title={title} />
      {isGoingOn ? (
        <p role="status" className="flex min-h-11 items-center text-small text-dust">
          {t('nextSoon')}
        </p>
      ) : (
        <PlayerStatus view={view} onRetry={player.play}>
          {t('hint')}
        </PlayerStatus>
      )}
      {children}
    </div>
  )
}

/** Link to the first page of a chapter: scrolls an open book, and navigates elsewhere. */
function ChapterPage({ bookId, page }: { bookId: string; page: number }) {
  const t = useTranslations('reader.player')
  const store = useReaderStoreIfAny()
  const href = useHref(`/book/${bookId}/read?page=${page}`)
  return (
    <a
      href={href}
      className="label inline-flex min-h-11 w-fit items-center text-dust underline underline-offset-4 hover:text-sand"
      onClick={(event) => {
        // Leaves modified clicks, such as for a new tab, to the browser.
        if (!store?.isReadable(page) || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        store.scrollTo(page)
        document.querySelector<HTMLElement>('[data-pages]')?.focus()
      }}
    >
      {t('startsOn', { page: String(page) })}
    </a>
  )
}
