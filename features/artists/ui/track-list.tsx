import { Check, Code, Pause, Play, Share2 } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { audioSource } from '#shared/audio-address.ts'
import { formatDuration } from '#shared/duration.ts'
import { embedCode } from '#shared/embed-code.ts'
import { prepareEffect } from '#ui/audio/effect.ts'
import { describeSound } from '#ui/audio/media-session.ts'
import { PlayerButton } from '#ui/audio/player-button.tsx'
import { PlayerStatus } from '#ui/audio/player-status.tsx'
import { type PlayerView, usePlayer } from '#ui/audio/player.ts'
import { endEffect } from '#ui/audio/track-player.tsx'
import { useCopy } from '#ui/copy-button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { useFigureAddress } from '#ui/figure/figure-keys.ts'
import { Section } from '#ui/section.tsx'
import { pageAddress, shareLink } from '#ui/share-button.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Artist } from '#features/artists/contract.ts'
import { artistMediaPath, artistTrackPath } from '#features/artists/media-paths.ts'
import { type PublishedTrack, trackFragment, trackKeyOf } from '#features/artists/track-list.ts'

/** A track in the list; `embedPath` is empty if no feature serves players for other sites. */
export type ListedTrack = PublishedTrack & { embedPath: string }

/** Number of tracks that are always shown; the others are shown on request. */
const shortCount = 12

/** List of all tracks of an artist. A single player serves all of them and plays the track whose button is pressed. */
export function TrackList({ artist, tracks }: { artist: Artist; tracks: readonly ListedTrack[] }) {
  const t = useTranslations('artists.tracks')
  const addressOf = useFigureAddress()
  const [current, setCurrent] = useState(tracks[0]!)
  const { slug } = artist
  const [view, player] = usePlayer({
    ...recordingOf(slug, current),
    id: `tracks:${artist.slug}`,
    kind: 'track',
    endEffect,
    onStart: () => prepareEffect(endEffect.url),
    announce({ durationSeconds, positionSeconds }, { title, src }) {
      const cover = tracks.find((track) => recordingOf(slug, track).src === src)?.cover
      const artwork = cover || artist.image || addressOf({ slug: artist.slug, variant: 'square', width: 640 })
      const description = { title, artist: artist.name, artwork }
      describeSound(`tracks:${artist.slug}`, description, { durationSeconds, positionSeconds, rate: 1 })
    },
  })
  // Memoized, so that only the row with the current position is rendered every second.
  const press = useCallback(
    (track: ListedTrack) => {
      if (track.key === current.key) return player.toggle()
      setCurrent(track)
      player.change(recordingOf(slug, track))
      player.play()
    },
    [current.key, player, slug],
  )
  const rowsOf = (some: readonly ListedTrack[], isShort = false) => (
    <ol className={isShort ? undefined : 'flex flex-col border-b border-groove'}>
      {some.map((track) => (
        <TrackRow
          key={track.key}
          isShort={isShort}
          artist={artist}
          track={track}
          view={track.key === current.key ? view : undefined}
          onPress={press}
          onRetry={player.play}
        />
      ))}
    </ol>
  )
  return (
    <Section id="tracks" margin={1} title={t('title')}>
      {rowsOf(tracks.slice(0, shortCount))}
      {tracks.length > shortCount ? <MoreTracks all={tracks}>{rowsOf}</MoreTracks> : null}
    </Section>
  )
}

/**
 * Tracks that are expanded on request. Until then they are plain links, which also work without script: hundreds of
 * full rows would be larger than the rest of the page.
 */
function MoreTracks({
  all,
  children: rowsOf,
}: {
  all: readonly ListedTrack[]
  children: (tracks: readonly ListedTrack[], isShort: boolean) => ReactNode
}) {
  const t = useTranslations('artists.tracks')
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const tracks = useMemo(() => all.slice(shortCount), [all])
  // A link to one of the tracks expands them, even if it was followed before hydration.
  useEffect(() => {
    if (details.current?.open || linkedOf(tracks)) setIsOpen(true)
  }, [tracks])
  // The rows above have become taller since the browser scrolled to the one in the address.
  useEffect(() => {
    const linked = isOpen && linkedOf(tracks)
    if (linked) document.getElementById(trackFragment(linked.key))?.scrollIntoView()
  }, [isOpen, tracks])
  return (
    <details ref={details} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-14 cursor-pointer items-center underline-offset-4 hover:text-live hover:underline">
        {isOpen ? t('fewer') : t('more', { count: tracks.length })}
      </summary>
      {rowsOf(tracks, !isOpen)}
    </details>
  )
}

const recordingOf = (slug: string, { title, file, durationSeconds }: PublishedTrack) => ({
  title,
  src: audioSource(artistMediaPath(slug, file)),
  durationSeconds,
})

/** Finds the track that the address of the page links to. */
function linkedOf(tracks: readonly ListedTrack[]): ListedTrack | undefined {
  const key = trackKeyOf(location.hash)
  return tracks.find((track) => track.key === key)
}

/**
 * A track with its buttons, or only its link if it is short. Both are the same element, because `:target` is lost when
 * the target element is replaced.
 *
 * @param view State of the player if it is at this track.
 */
const TrackRow = memo(function TrackRow(props: {
  artist: Artist
  track: ListedTrack
  isShort: boolean
  view: PlayerView | undefined
  onPress: (track: ListedTrack) => void
  onRetry: () => void
}) {
  const { artist, track, view } = props
  const { title, durationSeconds } = track
  const t = useTranslations('site.player')
  const list = useTranslations('artists.tracks')
  const isOn = view?.state === 'playing' || view?.state === 'loading'
  const length = formatDuration(durationSeconds)
  if (props.isShort)
    return (
      <li id={trackFragment(track.key)}>
        <a href={artistTrackPath(artist.slug, track.key)}>{title}</a> {length}
      </li>
    )
  return (
    <li
      id={trackFragment(track.key)}
      data-player={view?.state}
      // On phones the button is on the cover; without JavaScript there is none.
      className="grid scroll-mt-24 grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-groove py-2 target:bg-plate-raised sm:grid-cols-[2.75rem_4rem_minmax(0,1fr)_auto] sm:gap-x-5 noscript:gap-y-2 noscript:sm:grid-cols-[4rem_minmax(0,1fr)]"
    >
      <span className="z-1 grid place-items-center max-sm:col-start-1 max-sm:row-start-1 max-sm:size-11 max-sm:justify-self-center max-sm:rounded-full max-sm:bg-plate/75 noscript:hidden">
        <PlayerButton label={t(isOn ? 'pause' : 'play', { title })} onPress={() => props.onPress(track)}>
          {isOn ? <Pause size={22} className="text-live" /> : <Play size={22} className="translate-x-px" />}
        </PlayerButton>
      </span>
      <Figure
        slug={artist.slug}
        image={track.cover || artist.image}
        width={64}
        sizes="4rem"
        className="size-14 border border-groove object-cover max-sm:col-start-1 max-sm:row-start-1 sm:size-16"
      />
      <div className="min-w-0 max-sm:[&>:last-child]:min-h-6">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere] max-sm:leading-snug">
          <span className={isOn ? 'text-live' : undefined}>{title}</span>
          {track.isFeatured ? <Tag>{list('featured')}</Tag> : null}
        </p>
        {view && view.state !== 'idle' ? (
          <PlayerStatus view={view} onRetry={props.onRetry}>
            <span className="figures">
              {t('progress', { passed: formatDuration(view.positionSeconds), duration: length })}
            </span>
          </PlayerStatus>
        ) : (
          <p className="figures flex min-h-11 items-center text-small text-dust">{length}</p>
        )}
      </div>
      <div className="flex max-sm:-mr-3 noscript:hidden">
        <RowButtons artist={artist} track={track} />
      </div>
      <noscript className="col-span-full">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music; there is nothing to caption */}
        <audio
          controls
          preload="none"
          src={recordingOf(artist.slug, track).src}
          aria-label={title}
          className="w-full"
        />
      </noscript>
    </li>
  )
})

/** Shares the link to a track, and copies the code of its player. */
function RowButtons({ artist, track: { key, title, embedPath } }: { artist: Artist; track: ListedTrack }) {
  const t = useTranslations('artists.tracks')
  const by = t('by', { title, artist: artist.name })
  const { outcome: shared, copy: copyLink } = useCopy()
  const { outcome: copied, copy } = useCopy()
  const link = () => {
    const address = new URL(pageAddress())
    address.hash = trackFragment(key)
    return address.href
  }
  return (
    <>
      <RowButton
        label={t('share', { title })}
        outcome={shared}
        onPress={() => void shareLink({ title: by, url: link() }, copyLink)}
      >
        <Share2 size={18} strokeWidth={1.5} />
      </RowButton>
      {embedPath ? (
        <RowButton
          label={t('embed', { title })}
          outcome={copied}
          onPress={() => void copy(embedCode({ src: new URL(embedPath, pageAddress()).href, title: by }))}
        >
          <Code size={18} strokeWidth={1.5} />
        </RowButton>
      ) : null}
    </>
  )
}

function RowButton(props: {
  label: string
  outcome: 'idle' | 'copied' | 'failed'
  onPress(): void
  children: ReactNode
}) {
  const t = useTranslations('artists.tracks')
  const { label, outcome } = props
  return (
    <span className="flex items-center">
      <PlayerButton label={label} onPress={props.onPress}>
        {outcome === 'copied' ? <Check size={18} strokeWidth={1.5} /> : props.children}
      </PlayerButton>
      <span role="status" className={outcome === 'failed' ? 'text-small text-loss' : 'sr-only'}>
        {outcome === 'idle' ? '' : t(outcome)}
      </span>
    </span>
  )
}
