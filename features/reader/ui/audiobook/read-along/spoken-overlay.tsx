import { Play } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import type { TextLine } from '#features/reader/contract.ts'
import type { PageOverlayProps } from '../../state/page-text.ts'
import { useReader, useReaderStore } from '../../state/reader-context.tsx'
import type { Listening } from '../listening/listening.ts'
import { useListeningView, useListeningOf } from '../listening/use-listening.ts'
import { passageAt, type SpokenPassage } from './spoken-passages.ts'
import { playFrom } from './use-following.ts'
import { useReadAlong } from './use-read-along.ts'

/** Highlights the current passage on a page, and lets every paragraph be played. */
export function SpokenOverlay({ page, lines }: PageOverlayProps) {
  const { bookId } = useReaderStore()
  const listening = useListeningOf(bookId)
  return listening && lines.length > 0 ? <Spoken listening={listening} page={page} lines={lines} /> : null
}

function Spoken({ listening, page, lines }: PageOverlayProps & { listening: Listening }) {
  const isFollowing = useListeningView(listening, (view) => view.follow !== 'off')
  const places = useReadAlong(isFollowing)
  const passage = useListeningView(listening, ({ chapter, player }) => {
    if (!isFollowing || !places || (player.state === 'idle' && player.positionSeconds === 0)) return undefined
    const place = passageAt(places.inFile(listening.chapters[chapter]!.file), player.positionSeconds)
    return place?.page === page ? place : undefined
  })
  if (!isFollowing || !places) return null
  return (
    <>
      {passage
        ? lines.slice(passage.firstLine, passage.lastLine + 1).map((line, index) => <LitLine key={index} line={line} />)
        : null}
      {places.onPage(page).map((place) => (
        <PlayFromHere
          key={`${place.file} ${place.startSeconds}`}
          listening={listening}
          place={place}
          line={lines[place.firstLine]}
        />
      ))}
    </>
  )
}

function LitLine({ line: { x, y, width, height } }: { line: TextLine }) {
  const isNight = useReader((state) => state.theme === 'night')
  return (
    <div
      data-spoken
      aria-hidden="true"
      className={classNames('pointer-events-none absolute bg-live/30', !isNight && 'mix-blend-multiply')}
      style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
    />
  )
}

/** Button in the margin beside a paragraph; visible on hover and focus. */
const PlayFromHere = memo(function PlayFromHere(props: {
  listening: Listening
  place: SpokenPassage
  line: TextLine | undefined
}) {
  const t = useTranslations('reader.narration')
  const { listening, place, line } = props
  if (!line) return null
  const { x, y, height } = line
  return (
    <button
      type="button"
      aria-label={t('fromHereText', { text: line.text })}
      title={t('fromHere')}
      onClick={() => playFrom(listening, place)}
      className="absolute z-10 grid size-6 -translate-x-full -translate-y-1/2 cursor-pointer place-items-center rounded-plate bg-live text-plate opacity-0 transition-opacity hover:opacity-100 focus-visible:opacity-100"
      style={{ left: `max(1.5rem, calc(${percent(x)} - 0.5rem))`, top: percent(y + height / 2) }}
    >
      <Play size={12} strokeWidth={2} aria-hidden="true" />
    </button>
  )
})

const percent = (fraction: number) => `${fraction * 100}%`
